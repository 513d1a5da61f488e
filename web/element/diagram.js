// The view of boxes and arrows: a picture of the engine whose boxes open by click, Enter or Space.
import { h } from './dom.js';
import { appendMarkup } from './markup.js';
import { titleRow } from './totals.js';

const namespace = 'http://www.w3.org/2000/svg';

export class Diagram {
  #picture = h('div', { className: 'diagram', part: 'diagram' });
  #draw;
  #words;
  /** @type {string[] | undefined} paths of the open modules; undefined for the usual ones */
  #opened;

  /**
   * @param {string} name  the model's title
   * @param {(options: object) => string} draw  the diagram as SVG, with the modules at the paths `opened` open
   * @param {object} language  result of languageFor()
   */
  constructor(name, draw, language) {
    this.#draw = draw;
    this.#words = language.words;
    this.element = h('div', { className: 'brief' }, titleRow(name, null), this.#picture);
    this.#picture.addEventListener('click', ({ target }) => this.#toggle(target));
    this.#picture.addEventListener('keydown', (event) => this.#press(event));
  }

  show() {
    const options = this.#opened && { opened: this.#opened };
    const [svg] = appendMarkup(h('div', {}), this.#draw(options), namespace).children;
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', this.#words.diagram);
    for (const place of svg.querySelectorAll('.place')) {
      place.setAttribute('role', 'button');
      place.setAttribute('tabindex', '0');
      place.setAttribute('aria-label', place.dataset.path);
    }
    this.#picture.replaceChildren(svg);
  }

  #press(event) {
    const opens = event.key === 'Enter' || event.key === ' ';
    if (!opens || !event.target.dataset.path) return;
    event.preventDefault();
    this.#toggle(event.target);
  }

  #toggle({ dataset: { path } }) {
    if (!path) return;
    const places = [...this.#picture.querySelectorAll('.place')];
    const opened = new Set(places.filter((place) => place.getAttribute('aria-expanded') === 'true').map((place) => place.dataset.path));
    if (!opened.delete(path)) opened.add(path);
    this.#opened = [...opened];
    this.show();
    [...this.#picture.querySelectorAll('.place')].find((place) => place.dataset.path === path)?.focus();
  }

  remove() {
    this.element.remove();
  }
}
