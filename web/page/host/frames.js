// When the program paints: only when it asked for a frame, never while nobody sees it.
/** Browsers that give a lost graphics context back do so within a second or two. */
const patienceMs = 4000;

export class Frames {
  #program;
  #request = 0;
  #timer = 0;
  #graphicsLost = false;
  #patience = 0;
  #stopped = false;

  /** `graphicsGone` is called when the graphics context stays away, `graphicsBack` when it returns. */
  constructor(program, canvas, graphicsGone, graphicsBack) {
    this.#program = program;
    program.frames = 0;
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();  // asks the browser to give it back
      this.#graphicsLost = true;
      this.#patience = setTimeout(graphicsGone, patienceMs);
    });
    canvas.addEventListener('webglcontextrestored', () => {
      clearTimeout(this.#patience);
      this.#graphicsLost = false;
      graphicsBack();
      program._host_graphics_restored();
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) return program._host_touch();
      if (!this.#stopped) program._host_leave();
    });
  }

  get #unseen() {
    return document.hidden || this.#graphicsLost || this.#stopped;
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

  /** No frame any more. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
  }

  /** `program.frames` counts frames for tests: an idle page must not paint. */
  painted() {
    if (++this.#program.frames === 1) document.documentElement.dataset.paramscope = 'ready';
  }
}
