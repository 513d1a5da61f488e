// Schedules the program's frames: only when it requests one, never while the page is hidden.
/** Browsers restore a lost graphics context within a second or two, if at all. */
const patienceMs = 4000;

export class Frames {
  #program;
  #request = 0;
  #timer = 0;
  #graphicsLost = false;
  #patience = 0;
  #stopped = false;

  /** `graphicsGone` is called when the graphics context stays lost, `graphicsBack` when it is restored. */
  constructor(program, canvas, graphicsGone, graphicsBack) {
    this.#program = program;
    program.frames = 0;  // painted so far, for tests
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();  // asks the browser to restore it
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

  /**
   * True when no frame is due now: the last event has been painted, with the frames that layout needs to follow it, and
   * the mirror shows the last frame.
   */
  get isIdle() {
    return this.#request === 0 && this.#program._host_is_mirrored() !== 0;
  }

  /** True when no frame is due later either, as for a tooltip: the next one is an event's. */
  get isAtRest() {
    return this.isIdle && this.#timer === 0;
  }

  request = () => {
    if (this.#request || this.#unseen) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.paintIfDue();
    });
  };

  paintIfDue() {
    this.#forgetTimer();
    if (this.#unseen) return;
    const wait = this.#program._host_frame();
    if (wait <= 0) {
      this.request();
    } else if (wait < Infinity) {
      this.#timer = setTimeout(this.request, wait * 1000);
    }
  }

  #forgetTimer() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** Stops painting. */
  stop() {
    this.#stopped = true;
    this.#forgetTimer();
    clearTimeout(this.#patience);
  }

  painted() {
    if (++this.#program.frames === 1) document.documentElement.dataset.paramscope = 'ready';
  }
}
