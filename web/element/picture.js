// A picture of the engine, drawn for the room that there is.
import { h } from './dom.js';
import { appendMarkup } from './markup.js';

/** Widths that pictures are drawn for, in pixels; the last one where there is no room yet. */
const narrowest = 240;
const widest = 960;
/** A scroll bar that comes and goes draws no picture anew. */
const leastChange = 24;

export class Picture {
  element = h('div', { className: 'strip', part: 'strip' });
  #draw;
  #label;
  #width = 0;
  #observer = globalThis.ResizeObserver && new ResizeObserver(() => this.#fit());

  /**
   * @param {(options: object) => string} draw  the picture as SVG, for a `width`
   * @param {string} label  what it shows
   */
  constructor(draw, label) {
    this.#draw = draw;
    this.#label = label;
    this.#observer?.observe(this.element);
  }

  show() {
    this.#width = this.element.clientWidth;
    this.#paint();
  }

  /** Draws the picture anew where the room for it has changed: its words keep their size. */
  #fit() {
    const width = this.element.clientWidth;
    if (width === 0 || Math.abs(width - this.#width) < leastChange) return;
    this.#width = width;
    try {
      this.#paint();
    } catch (error) {
      // Another element has crashed the engine: until the next count, the picture that is there is scaled.
      if (error.code !== 'released') throw error;
    }
  }

  #paint() {
    const width = Math.min(Math.max(this.#width || widest, narrowest), widest);
    const [svg] = appendMarkup(h('div', {}), this.#draw({ width })).children;
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', this.#label);
    this.element.replaceChildren(svg);
  }

  remove() {
    this.#observer?.disconnect();
  }
}
