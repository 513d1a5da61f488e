// Workers of a page without a browser: the program of the tests does their work, which a test can hold or answer itself.
import { phases } from '../../../web/count/phases.js';
import { messageOf } from '../../../web/languages/messages.js';
import { BytesInMemory } from '../../../web/open/files.js';
import { inBytes, inCharacters } from './program.mjs';
import { answers } from './readers.mjs';

let present;

/** The workers of the page that starts them from now on. */
export function startWith(workers) {
  present = workers;
}

/** As web/start_worker.js: starts a worker; undefined where there are none. */
export function startWorker(script) {
  return present.start(script);
}

/** As web/count/worker.js. */
function countScript(program) {
  let bytes;
  const postBlock = async (post) => {
    const { answers: { block } } = await program.ask({ do: 'count_block' });
    if (block !== '') post({ block: inBytes(block) });
  };
  return async ({ text, at, size, settings, more }, post) => {
    if (text) {
      if (at === 0) bytes = new Uint8Array(size);
      bytes.set(text, at);
      if (at + text.length < size) return;
      post({ phase: phases.reading });
      await program.ask({ do: 'count_read', text: inCharacters(bytes) });
    } else if (settings) {
      post({ phase: phases.counting });
      await program.ask({ do: 'count_count', text: inCharacters(settings) });
      post({ phase: phases.sending });
      await postBlock(post);
    } else if (more) {
      await postBlock(post);
    }
  };
}

/** As web/open/worker.js. */
function openScript(program) {
  const inMemory = async ({ name, file }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) });
  return async ({ files, options, call }, post) => {
    const contents = new BytesInMemory(await Promise.all(files.map(inMemory)), options);
    post({ answer: await answers[call](program, contents) });
  };
}

const scripts = { count: countScript, open: openScript };

/** True for a message that asks for what people wait for, with a way to stop it. */
const isWork = ({ settings, call }) => Boolean(settings) || call === 'adjust';

class TestWorker extends EventTarget {
  #workers;
  #take;
  #before = Promise.resolve();
  #isEnded = false;

  /** `take(message, post)` resolves when it is done with a message. */
  constructor(workers, take) {
    super();
    this.#workers = workers;
    this.#take = take;
  }

  postMessage(message) {
    if (!isWork(message)) return this.#deliver(message);
    return this.#workers.admit((answer) => (answer ? this.#post(answer) : this.#deliver(message)));
  }

  /** Handles messages one after another. */
  #deliver(message) {
    this.#before = this.#before.then(async () => {
      if (!this.#isEnded) await this.#take(message, (data) => this.#post(data));
    }).catch((error) => this.#post({ problem: messageOf(error) }));
  }

  #post(data) {
    if (!this.#isEnded) this.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate() {
    this.#isEnded = true;
  }
}

export class Workers {
  /** While this is true, work waits in `held`. */
  holds = false;
  held = [];
  /** How often work was asked for. */
  asked = 0;
  /** What all work is answered, instead of being done; undefined: it is done. */
  answer;

  #program;
  #areThere;

  /** `areThere` is false where no worker starts. */
  constructor(program, { areThere = true, answer } = {}) {
    this.#program = program;
    this.#areThere = areThere;
    this.answer = answer;
  }

  start(script) {
    return this.#areThere ? new TestWorker(this, scripts[script](this.#program)) : undefined;
  }

  /** Lets work be done by `go(answer)`, at once or when it is released. */
  admit(go) {
    this.asked += 1;
    if (this.holds) this.held.push(go);
    else go(this.answer);
  }

  /** Lets what was held be done; nothing more is held. */
  release() {
    this.holds = false;
    for (const go of this.held.splice(0)) go(this.answer);
  }
}
