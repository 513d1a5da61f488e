// Offers to read the code of a library for a model whose type is not known here: asks first, and opens the model again with what came.
import { codeCache } from '../../hub/code_cache.js';
import { LibraryCode, placeOf } from '../../hub/library_code.js';
import { message } from '../../hub/messages.js';
import { Transfer } from '../../hub/transfer.js';
import { obstacle } from './fetch_bar.js';

const versionOf = ({ version }) => version || message('hub.newest');

export class LibraryReading {
  #host;
  #bar;

  constructor(host, bar) {
    this.#host = host;
    this.#bar = bar;
  }

  /**
   * Asks whether to read the code of `library` ({ name, version, types } of web/open/files.js) for the model in `files`, which is called
   * `title`. `problem` is what was to be said about it, if there is something. Where nothing can be fetched, nothing is asked.
   */
  offer({ library, title, files, problem }) {
    if (obstacle()) return;
    const { host, folder } = placeOf(library);
    const question = message('hub.ask_code', { type: library.types[0], host, folder });
    this.#bar.show(problem ? [problem, question] : question, { actions: [this.action({ library, title, files })] });
  }

  /** The button that reads the code. */
  action({ library, title, files }) {
    return { words: message('hub.read_code', { library: library.name }), run: () => this.#read({ library, title, files }) };
  }

  #read({ library, title, files }) {
    const { host } = placeOf(library);
    const called = title || library.types[0];
    return this.#bar.run({ host, title: called }, async ({ signal, tell }) => {
      const transfer = new Transfer({ signal, tell: (file) => tell({ file, bytes: transfer.bytes, requests: transfer.requests }) });
      const code = new LibraryCode(library, { transfer, cache: await codeCache() });
      await code.start();
      const opened = await this.#host.opening.readWith(files, code, signal);
      if (signal.aborted) return;
      await this.#show({ library, title, called, files, opened, count: code.count });
    });
  }

  /** Shows the model, or says that the code does not tell of it; then the newest code may. */
  async #show({ library, title, called, files, opened, count }) {
    const { name } = library;
    const { host, folder, ...place } = placeOf(library);
    const version = versionOf(place);
    if (opened.library) {
      const why = opened.diagnostics.find(({ code }) => code === 'python.code_tells_no_model');
      const newest = { library: { ...library, version: '' }, title, files };
      const actions = place.version ? [{ ...this.action(newest), words: message('hub.read_newest_code') }] : [];
      this.#bar.show(message('hub.code_tells_no_more', { library: name, version, title: called, reason: why.arguments.reason }), { role: 'alert', actions });
      return;
    }
    opened.diagnostics.push({ severity: 'note', ...message('hub.code_from', { host, folder }) });
    await this.#host.opening.show(title, files, opened);
    this.#bar.show(message('hub.code_read', { title: called, library: name, version, files: count, host }));
  }
}
