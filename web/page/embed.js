// An embed and the page around it: messages, height, and the link that leads out (docs/embedding.md).
//
// Only the window that embeds this one is listened to, whatever its origin: it chose the model. It hears the wished
// height unasked; of the model only once it has spoken, and only at the origin it spoke from.
import { message } from '../languages/messages.js';
import { makeMessage, parseMessage } from '../share/protocol.js';
import { LinkError, withChanges } from '../share/state.js';
import { render } from './language.js';

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
      // A sandboxed page has no origin that could be named.
      this.#listener = event.origin === 'null' ? '*' : event.origin;
      this.#take(message);
    });
  }

  /** The program runs, but has not painted yet. */
  start(host) {
    this.#host = host;
    document.getElementById('open').textContent = render(message('page.open_in_paramscope'));
    this.#watchEscape();
    // An embed out of sight gets no frames from the browser: it counts, and tells its height, all the same.
    setTimeout(() => host.frames.paintIfDue());
  }

  #take(message) {
    const { type, id } = message;
    if (type === 'ping') return this.#tell('pong', {}, id);
    if (!this.#report) return this.#waiting.push(message);
    if (type === 'report') return this.#tell('report', { report: this.#report }, id);
    if (type === 'set') this.#set(message);
  }

  #set({ id, changes, problem }) {
    if (problem) return this.#tell('error', { message: problem }, id);
    try {
      const state = withChanges(this.#host.address.state, changes);
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

  /** What was counted has changed. */
  tellReport(report) {
    this.#report = report;
    const ids = this.#answering.length > 0 ? this.#answering.splice(0) : [undefined];
    for (const id of ids) this.#tell('report', { report }, id);
    for (const message of this.#waiting.splice(0)) this.#take(message);
  }

  /** Something was explained to the person; who asked for it learns of it too. */
  tellProblem(sentence) {
    this.#tell('error', { message: sentence }, this.#answering.shift());
  }

  /** The height the interface would like to have, without what stands around it in this page. */
  resize(height) {
    const around = document.querySelector('footer')?.offsetHeight ?? 0;
    const wanted = Math.ceil(height + around);
    if (parent === window || wanted === this.#height) return;
    this.#height = wanted;
    parent.postMessage(makeMessage('resize', { height: wanted }), '*');  // a height is no secret
  }

  /** The link out leads to what is shown. */
  async linkChanged() {
    const { address } = this.#host;
    const hash = await address.link.catch(() => '');
    document.getElementById('open').href = address.url(hash, './');
  }

  /** Escape gives the keyboard back to the page around, unless the program has a use for it. */
  #watchEscape() {
    this.#host.stage.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      document.activeElement.blur();
      parent.focus();
    });
  }
}
