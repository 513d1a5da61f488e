// The views without the tree of modules: a picture, alone or under the totals.
import { h } from './dom.js';
import { appendMarkup } from './markup.js';
import { titleRow, Totals } from './totals.js';

const namespace = 'http://www.w3.org/2000/svg';

export class Brief {
  #totals = new Totals();
  #picture = h('div', { className: 'strip', part: 'strip' });
  #explain;
  #draw;
  #label;
  #language;

  /**
   * @param {string} name  the model's title
   * @param {{hasTotals: boolean, label: string}} kind  without totals, the picture is alone; what the picture shows
   * @param {{explain: Function, draw: () => string}} model  explain() of Counting; the picture as SVG
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
  }

  show(report) {
    this.#totals.show(report, this.#explain('', 'parameters'), this.#language.words, true);
    const [svg] = appendMarkup(h('div', {}), this.#draw(), namespace).children;
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', this.#label);
    this.#picture.replaceChildren(svg);
  }

  remove() {
    this.element.remove();
  }
}
