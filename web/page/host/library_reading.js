// Offers to read the code of a library for a model whose type is not known here: asks first, and opens the model again with what came.
import { codeCache } from '../../hub/code_cache.js';
import { LibraryCode, placeOf } from '../../hub/library_code.js';
import { message } from '../../hub/messages.js';
import { Transfer } from '../../hub/transfer.js';
import { obstacle } from './fetch_bar.js';

/**
 * A model of which a library's code would tell more.
 * @typedef {object} Unread
 * @property {{ name: string, version: string, subject: string, types: string[] }} library as of web/open/files.js
 * @property {string} title what the model is called; '' for a pasted one
 * @property {File[]} files
 */

const calledOf = ({ library, title }) => title || library.subject;

const shownVersion = (version) => version || message('hub.newest');

/** Why the code does not tell of a model that was opened with it; undefined where it does. */
function failureOf({ library, text, diagnostics }, unread) {
  if (text && !library) return undefined;
  const told = diagnostics.find(({ code }) => code === 'python.code_tells_no_model');
  return told?.arguments.reason ?? message('hub.no_such_class', { type: unread.library.subject });
}

export class LibraryReading {
  #host;
  #bar;

  constructor(host, bar) {
    this.#host = host;
    this.#bar = bar;
  }

  /**
   * Asks whether to read the code of a library for an Unread model. `problem` is what was to be said about it, if there is something. Where
   * nothing can be fetched, nothing is asked.
   */
  offer(unread, problem) {
    if (obstacle()) return;
    const { host, folder } = placeOf(unread.library);
    const question = message('hub.ask_code', { type: unread.library.subject, host, folder });
    this.#bar.show(problem ? [problem, question] : question, { actions: [this.action(unread)] });
  }

  /** The button that reads the code. */
  action(unread) {
    return { words: message('hub.read_code', { library: unread.library.name }), run: () => this.#read(unread) };
  }

  #read(unread) {
    const { library, files } = unread;
    const { host } = placeOf(library);
    return this.#bar.run({ host, title: calledOf(unread) }, async ({ signal, tell }) => {
      const transfer = new Transfer({ signal, tell: (file) => tell({ file, bytes: transfer.bytes, requests: transfer.requests }) });
      const code = new LibraryCode(library, { transfer, cache: await codeCache() });
      await code.start();
      const opened = await this.#host.opening.readWith(files, code, signal);
      if (signal.aborted) return;
      const reason = failureOf(opened, unread);
      if (reason) this.#explain(unread, reason);
      else await this.#show({ ...unread, files }, opened, code.count);
    });
  }

  /** Says why the code does not tell of a model; the newest may. */
  #explain(unread, reason) {
    const { library } = unread;
    const { version } = placeOf(library);
    const newest = { ...unread, library: { ...library, version: '' } };
    const actions = version ? [{ ...this.action(newest), words: message('hub.read_newest_code') }] : [];
    const sentence = message('hub.code_tells_no_more', { library: library.name, version: shownVersion(version), title: calledOf(unread), reason });
    this.#bar.show(sentence, { role: 'alert', actions });
  }

  async #show(unread, opened, count) {
    const { library, title, files } = unread;
    const { host, folder, version } = placeOf(library);
    opened.diagnostics.push({ severity: 'note', ...message('hub.code_from', { host, folder }) });
    await this.#host.opening.show(title, files, opened);
    this.#bar.show(message('hub.code_read', { title: calledOf(unread), library: library.name, version: shownVersion(version), files: count, host }));
  }
}
