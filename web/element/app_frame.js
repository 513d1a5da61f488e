// Shows the full interface in an iframe (view="app"), created when the reader scrolls near.
import { encodeLink } from '../share/link.js';
import { makeMessage, parseMessage } from '../share/protocol.js';
import { h } from './dom.js';

/** The distance from the window at which the frame is created. */
const nearness = '400px';
/** The interval of pings to a loading frame, which does not answer yet, in milliseconds. */
const pingEvery = 250;

export class AppFrame {
  #address;
  #state;
  #sent;
  #isListening = false;
  #onmessage;
  #frame;
  #pings;
  #observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) this.#start();
  }, { rootMargin: nearness });

  /**
   * @param {string} address  of embed.html
   * @param {string} lang  language tag of the surrounding page; '' if unknown
   * @param {(message: import('../share/protocol.js').Message) => void} onmessage  the frame's reports and errors
   */
  constructor(address, lang, onmessage) {
    this.#address = new URL(address, document.baseURI);
    if (lang) this.#address.searchParams.set('lang', lang);
    this.#onmessage = onmessage;
    this.element = h('div', { className: 'app' });
    this.#observer.observe(this.element);
  }

  /** Shows a state, at once or when the frame has loaded. */
  show(state) {
    this.#state = state;
    if (this.#isListening) this.#send();
  }

  /** Removes the frame. */
  remove() {
    this.#observer.disconnect();
    clearInterval(this.#pings);
    removeEventListener('message', this.#receive);
    this.element.remove();
  }

  async #start() {
    this.#observer.disconnect();
    const state = this.#state;
    // A state too long for a link is posted when the frame listens.
    const link = await encodeLink(state).catch(() => '');
    this.#sent = link && state;
    this.#frame = h('iframe', {
      part: 'app', title: state.name || state.preset || 'Paramscope', allow: 'clipboard-write', src: this.#address.href + link,
    });
    addEventListener('message', this.#receive);
    this.element.append(this.#frame);
    this.#pings = setInterval(() => this.#ping(), pingEvery);
  }

  #receive = ({ source, data }) => {
    if (!this.#frame.contentWindow || source !== this.#frame.contentWindow) return;
    const message = parseMessage(data);
    if (message?.type === 'pong') this.#listens();
    else if (message?.type === 'resize') this.#frame.style.blockSize = `${message.height}px`;
    else if (message) this.#onmessage(message);
  };

  #listens() {
    if (this.#isListening) return;
    this.#isListening = true;
    clearInterval(this.#pings);
    if (this.#sent === this.#state) this.#post('report');
    else this.#send();
  }

  /** Sends the model only if it changed: a new model resets all that the reader did. */
  #send() {
    const { text, preset, view, ...chosen } = this.#state;
    const isSame = this.#sent && text === this.#sent.text && preset === this.#sent.preset;
    this.#post('set', isSame ? { set: {}, input: '', convention: 'flops', ...chosen } : this.#state);
    this.#sent = this.#state;
  }

  /** Asks whether the frame listens, whatever page it has by now: with an origin, the browser complains until it is there. */
  #ping() {
    this.#frame.contentWindow?.postMessage(makeMessage('ping'), '*');
  }

  #post(type, content) {
    const { origin } = this.#address;
    // In a sandbox without an origin, the frame has none either.
    const hasOrigin = origin !== 'null' && self.origin !== 'null';
    this.#frame.contentWindow?.postMessage(makeMessage(type, content), hasOrigin ? origin : '*');
  }
}
