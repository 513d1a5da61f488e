// What is printed: the derivation with pictures, as a page of HTML of the engine, instead of the canvas.
import { appendMarkup } from '../../element/markup.js';

export class Printing {
  #place = document.createElement('div');

  constructor(program) {
    this.#place.className = 'printed';
    this.#place.attachShadow({ mode: 'open' });
    document.body.append(this.#place);
    addEventListener('beforeprint', () => program._host_print());
    addEventListener('afterprint', () => this.#place.shadowRoot.replaceChildren());
  }

  /** Puts a page of the engine there: its style, and its article. It stays out of the document that is on the screen. */
  show(page) {
    const [, style] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
    const [article] = /<article[^]*<\/article>/.exec(page) ?? [];
    if (!article) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    const root = this.#place.shadowRoot;
    root.adoptedStyleSheets = [sheet];
    root.replaceChildren(...appendMarkup(document.createElement('div'), article).children);
  }
}
