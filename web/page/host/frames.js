// When the program paints: only when it asked for a frame, never while nobody sees it.
export class Frames {
  #program;
  #request = 0;
  #timer = 0;
  #graphicsLost = false;

  constructor(program, canvas) {
    this.#program = program;
    program.frames = 0;
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();  // asks the browser to give it back
      this.#graphicsLost = true;
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.#graphicsLost = false;
      program._host_graphics_restored();
    });
    document.addEventListener('visibilitychange', () => program._host_touch());
  }

  get #unseen() {
    return document.hidden || this.#graphicsLost;
  }

  request = () => {
    if (this.#request || this.#unseen) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.paintIfDue();
    });
  };

  paintIfDue() {
    clearTimeout(this.#timer);
    if (this.#unseen) return;
    const wait = this.#program._host_frame();
    if (wait <= 0) {
      this.request();
    } else if (wait < Infinity) {
      this.#timer = setTimeout(this.request, wait * 1000);
    }
  }

  /** `program.frames` counts frames for tests: an idle page must not paint. */
  painted() {
    if (++this.#program.frames === 1) document.documentElement.dataset.paramscope = 'ready';
  }
}
