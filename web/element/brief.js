// The views without the tree of modules: the depth strip, alone or under the totals.
import { h } from './dom.js';
import { appendMarkup } from './markup.js';
import { titleRow, Totals } from './totals.js';

const namespace = 'http://www.w3.org/2000/svg';

export class Brief {
  #totals = new Totals();
  #picture = h('div', { className: 'strip', part: 'strip' });
  #explain;
  #format;
  #language;

  /**
   * @param {string} name  the model's title
   * @param {boolean} hasTotals  false: the strip alone
   * @param {{explain: Function, format: Function}} model  as of Counting
   * @param {object} language  result of languageFor()
   * @param {Element | null} opener  the button that shows the table instead
   */
  constructor(name, hasTotals, { explain, format }, language, opener) {
    this.#explain = explain;
    this.#format = format;
    this.#language = language;
    this.element = h('div', { className: 'brief' },
      titleRow(name, opener),
      hasTotals && this.#totals.element, this.#picture);
  }

  show(report) {
    this.#totals.show(report, this.#explain('', 'parameters'), this.#language.words, true);
    const [svg] = appendMarkup(h('div', {}), this.#format('strip'), namespace).children;
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', this.#language.words.strip);
    this.#picture.replaceChildren(svg);
  }

  remove() {
    this.element.remove();
  }
}
