// The views without the tree of modules: a picture, alone or under the totals.
import { h } from './dom.js';
import { appendMarkup } from './markup.js';
import { titleRow, Totals } from './totals.js';

const namespace = 'http://www.w3.org/2000/svg';

/** Widths that pictures are drawn for, in pixels; the last one where there is no room yet. */
const narrowest = 240;
const widest = 960;
/** A scroll bar that comes and goes draws no picture anew. */
const leastChange = 24;

export class Brief {
  #totals = new Totals();
  #picture = h('div', { className: 'strip', part: 'strip' });
  #explain;
  #draw;
  #label;
  #language;
  #width = 0;
  #observer = globalThis.ResizeObserver && new ResizeObserver(() => this.#fit());

  /**
   * @param {string} name  the model's title
   * @param {{hasTotals: boolean, label: string}} kind  without totals, the picture is alone; what the picture shows
   * @param {{explain: Function, draw: (options: object) => string}} model  explain() of Counting; the picture as SVG, for a `width`
   * @param {object} language  result of languageFor()
   * @param {Element | null} opener  the button that shows the table instead
   */
  constructor(name, { hasTotals, label }, { explain, draw }, language, opener) {
    this.#explain = explain;
    this.#draw = draw;
    this.#label = label;
    this.#language = language;
    this.element = h('div', { className: 'brief' },
      titleRow(name, opener),
      hasTotals && this.#totals.element, this.#picture);
    this.#observer?.observe(this.#picture);
  }

  show(report) {
    this.#totals.show(report, this.#explain('', 'parameters'), this.#language.words, true);
    this.#width = this.#picture.clientWidth;
    this.#paint();
  }

  /** Draws the picture anew where the room for it has changed: its words keep their size. */
  #fit() {
    const width = this.#picture.clientWidth;
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
    const [svg] = appendMarkup(h('div', {}), this.#draw({ width }), namespace).children;
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', this.#label);
    this.#picture.replaceChildren(svg);
  }

  remove() {
    this.#observer?.disconnect();
    this.element.remove();
  }
}
