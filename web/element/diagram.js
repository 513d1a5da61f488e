// The view of boxes and arrows: a picture of the engine whose boxes open by click, Enter or Space.
import { h } from './dom.js';
import { appendMarkup } from './markup.js';

export class Diagram {
  element = h('div', { className: 'diagram', part: 'diagram' });
  #draw;
  #words;
  /** @type {string[] | undefined} paths of the open modules; undefined for the usual ones */
  #opened;

  /**
   * @param {(options: object) => string} draw  the diagram as SVG, with the modules at the paths `opened` open
   * @param {object} language  result of languageFor()
   */
  constructor(draw, language) {
    this.#draw = draw;
    this.#words = language.words;
    this.element.addEventListener('click', ({ target }) => this.#toggle(target));
    this.element.addEventListener('keydown', (event) => this.#press(event));
  }

  show() {
    const options = this.#opened && { opened: this.#opened };
    const [svg] = appendMarkup(h('div', {}), this.#draw(options)).children;
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', this.#words.diagram);
    for (const place of svg.querySelectorAll('.place')) {
      place.setAttribute('role', 'button');
      place.setAttribute('tabindex', '0');
      place.setAttribute('aria-label', place.dataset.path);
    }
    this.element.replaceChildren(svg);
  }

  #press(event) {
    const opens = event.key === 'Enter' || event.key === ' ';
    if (!opens || !event.target.dataset.path) return;
    event.preventDefault();
    this.#toggle(event.target);
  }

  #toggle({ dataset: { path } }) {
    if (!path) return;
    const places = [...this.element.querySelectorAll('.place')];
    const opened = new Set(places.filter((place) => place.getAttribute('aria-expanded') === 'true').map((place) => place.dataset.path));
    if (!opened.delete(path)) opened.add(path);
    this.#opened = [...opened];
    this.show();
    [...this.element.querySelectorAll('.place')].find((place) => place.dataset.path === path)?.focus();
  }
}
