// The link to the calculator, with the model as it is shown.
import { h } from './dom.js';

export class SourceLink {
  element = h('p', { className: 'source-link', part: 'source-link' });
  #address;
  #state;
  #link;

  /**
   * @param {string | null} embed  the address of embed.html, beside which the calculator is; null: there is no link
   * @param {() => object} state  what the calculator shows
   */
  constructor(embed, state, words) {
    this.#address = embed && new URL('./', new URL(embed, document.baseURI)).href;
    this.#state = state;
    this.#link = h('a', { target: '_blank', rel: 'noopener' }, words);
    this.element.hidden = !embed;
    this.element.append(this.#link);
  }

  async show() {
    if (!this.#address) return;
    const { encodeLink } = await import('../share/link.js');
    // A state too long for a link: the calculator opens without it.
    this.#link.href = this.#address + await encodeLink(this.#state()).catch(() => '');
  }
}
