// Counts in a worker (web/count/worker.js) what would stop the page. Where no worker starts, the program counts by itself.
import { phases } from '../../count/phases.js';

/** The most blocks of an answer that are on their way or wait for the program. */
const mostWaiting = 16;

export class Counting {
  /** The phase of the present count, one of `phases`. */
  phase = phases.starting;

  /** False once a worker did not start or failed. */
  isPossible = true;

  #host;
  #worker;       // a promise
  #blocks = [];  // of the answer, which wait for the program
  #onTheirWay = 0;

  constructor(host) {
    this.#host = host;
  }

  /** Sends a part of the text that is counted from now on: the bytes from `at` of `size`. */
  addText(text, at, size) {
    this.phase = phases.starting;
    this.#post({ text, at, size }, [text.buffer]);
  }

  /** Counts the text with the bytes of these settings; resolves once a worker has them, or none starts. */
  count(settings) {
    this.#blocks = [];
    this.#onTheirWay = 1;
    return this.#post({ settings }, [settings.buffer]);
  }

  /** Ends the worker; the next count starts another one. */
  stop() {
    this.#worker?.then((worker) => worker?.terminate());
    this.#worker = undefined;
    this.#blocks = [];
    this.phase = phases.starting;
  }

  /** The next block of the answer, an Uint8Array; undefined if none has arrived. */
  takeBlock() {
    const block = this.#blocks.shift();
    if (block) this.#askForMore();
    return block;
  }

  #askForMore() {
    while (this.#onTheirWay + this.#blocks.length < mostWaiting) {
      this.#onTheirWay += 1;
      this.#post({ more: true });
    }
  }

  async #post(request, transferred) {
    this.#worker ??= this.#start();
    const present = this.#worker;
    const worker = await present;
    if (this.#worker !== present) return;
    if (worker) worker.postMessage(request, transferred);
    else this.#fail();
  }

  /** Resolves to a worker that has the program; undefined if none starts. */
  async #start() {
    try {
      const [{ startCounting }, program] = await Promise.all([import('../../count/start.js'), this.#host.parts.whole]);
      const worker = startCounting(program, this.#host.texts);
      worker?.addEventListener('message', ({ data }) => this.#take(worker, data));
      worker?.addEventListener('error', () => this.#take(worker, { problem: true }));
      return worker;
    } catch (error) {
      console.warn(error);
      return undefined;
    }
  }

  async #take(worker, { phase, block, problem }) {
    if (await this.#worker !== worker) return;  // it was ended
    if (problem) return this.#fail();
    if (phase !== undefined) {
      this.phase = phase;
      this.#host.program._host_touch();
    }
    if (!block) return;
    this.#blocks.push(block);
    this.#onTheirWay -= 1;
    this.#askForMore();
    queueMicrotask(() => this.#host.program._host_counted_block());  // its failure is the page's, not this promise's
  }

  #fail() {
    this.stop();
    this.isPossible = false;
    this.#host.program._host_touch();
  }
}
