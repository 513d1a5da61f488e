// view="app": the full interface in a frame, made once a reader comes near it.
import { encodeLink } from '../share/link.js';
import { makeMessage, parseMessage } from '../share/protocol.js';
import { h } from './dom.js';

/** The frame is made when it is this near to the window. */
const nearness = '400px';
/** A frame that still loads hears nothing: it is asked so often, in milliseconds. */
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
   * @param {string} lang  the tag of the language around it; '' where that is not told
   * @param {(message: import('../share/protocol.js').Message) => void} onmessage  the frame's reports and errors
   */
  constructor(address, lang, onmessage) {
    this.#address = new URL(address, document.baseURI);
    if (lang) this.#address.searchParams.set('lang', lang);
    this.#onmessage = onmessage;
    this.element = h('div', { className: 'app' });
    this.#observer.observe(this.element);
  }

  /** Shows a state, as links hold it: at once, or when the frame is there. */
  show(state) {
    this.#state = state;
    if (this.#isListening) this.#send();
  }

  /** Ends the frame. */
  remove() {
    this.#observer.disconnect();
    clearInterval(this.#pings);
    removeEventListener('message', this.#receive);
    this.element.remove();
  }

  async #start() {
    this.#observer.disconnect();
    const state = this.#state;
    // What is too long for a link is handed over when the frame listens.
    const link = await encodeLink(state).catch(() => '');
    this.#sent = link && state;
    this.#frame = h('iframe', {
      part: 'app', title: state.name || state.preset || 'Paramscope', allow: 'clipboard-write', src: this.#address.href + link,
    });
    addEventListener('message', this.#receive);
    this.element.append(this.#frame);
    this.#pings = setInterval(() => this.#post('ping'), pingEvery);
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

  /** The model only where it is another one: all that a reader did to it would start over. */
  #send() {
    const { text, preset, view, ...chosen } = this.#state;
    const isSame = this.#sent && text === this.#sent.text && preset === this.#sent.preset;
    this.#post('set', isSame ? { set: {}, input: '', convention: 'flops', ...chosen } : this.#state);
    this.#sent = this.#state;
  }

  #post(type, content) {
    const { origin } = this.#address;
    this.#frame.contentWindow?.postMessage(makeMessage(type, content), origin === 'null' ? '*' : origin);
  }
}
