// Connects an embed with the surrounding page: messages, height, and the link to the full page (docs/embedding.md).
//
// Accepts messages only from the embedding window, of any origin, since that window chose the model. Sends it the wanted
// height unasked; sends data of the model only after its first message, and only to the origin of that message.
import { message } from '../languages/messages.js';
import { makeMessage, parseMessage } from '../share/protocol.js';
import { LinkError, withChanges } from '../share/state.js';
import { render } from './language.js';
import { withText } from './long_text.js';

export class Embed {
  #host;
  #report;
  #height;
  #listener;        // origin of the page around, once it has spoken
  #waiting = [];    // requests that came before the first report
  #answering = [];  // ids of the requests that the next report answers

  constructor() {
    addEventListener('message', (event) => {
      if (parent === window || event.source !== parent) return;
      const message = parseMessage(event.data);
      if (!message) return;
      // A sandboxed page has an opaque origin.
      this.#listener = event.origin === 'null' ? '*' : event.origin;
      this.#take(message);
    });
  }

  /** Called when the program runs but has not painted yet. */
  start(host) {
    this.#host = host;
    document.getElementById('open').textContent = render(message('page.open_in_paramscope'));
    this.#watchEscape();
    // The browser gives no frames to an embed out of sight: it still counts and reports its height.
    setTimeout(() => host.frames.paintIfDue());
  }

  #take(message) {
    const { type, id } = message;
    if (type === 'ping') return this.#tell('pong', {}, id);
    if (!this.#report) return this.#waiting.push(message);
    if (type === 'report') return this.#tell('report', this.#report, id);
    if (type === 'set') this.#set(message);
  }

  async #set(message) {
    const { state } = this.#host.address;
    if (!(state?.text instanceof Blob)) return this.#change(state, message);
    const whole = await withText(state);
    queueMicrotask(() => this.#change(whole, message));  // a failure of the program is the page's, not this promise's
  }

  #change(present, { id, changes, problem }) {
    if (problem) return this.#tell('error', { message: problem }, id);
    try {
      const state = withChanges(present, changes);
      this.#answering.push(id);
      this.#host.address.send(state);
      this.#host.frames.paintIfDue();
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#tell('error', { message: error.message }, id);
    }
  }

  #tell(type, content, id) {
    if (this.#listener !== undefined) parent.postMessage(makeMessage(type, content, id), this.#listener);
  }

  /** Reports a new count: { name, input, stale, error, report }. */
  tellReport(report) {
    this.#report = report;
    const ids = this.#answering.length > 0 ? this.#answering.splice(0) : [undefined];
    for (const id of ids) this.#tell('report', report, id);
    for (const message of this.#waiting.splice(0)) this.#take(message);
  }

  /** Reports a message shown to the person, also to the sender of the request. */
  tellProblem(sentence) {
    this.#tell('error', { message: sentence }, this.#answering.shift());
  }

  /** Returns the height that the interface wants, without other elements of this page. */
  resize(height) {
    const around = document.querySelector('footer')?.offsetHeight ?? 0;
    const wanted = Math.ceil(height + around);
    if (parent === window || wanted === this.#height) return;
    this.#height = wanted;
    parent.postMessage(makeMessage('resize', { height: wanted }), '*');  // the height is not confidential
  }

  /** Updates the link to the full page. */
  async linkChanged() {
    const { address } = this.#host;
    const hash = await address.link.catch(() => '');
    document.getElementById('open').href = address.url(hash, './');
  }

  /** Escape returns the focus to the surrounding page unless the program handles it. */
  #watchEscape() {
    this.#host.stage.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      document.activeElement.blur();
      parent.focus();
    });
  }
}
