// Makes model texts adjustable by the readers' program, in a worker (web/open/opening.js).
import { message, messageOf } from '../../languages/messages.js';
import { templates } from '../language.js';

export class Adjusting {
  #host;
  #present;  // an AbortController

  constructor(host) {
    this.#host = host;
  }

  /** Makes a text, bytes, adjustable with the shapes `input`, and sends the program the answer. Explains a failure. */
  async start(text, input) {
    this.stop();
    const { signal } = this.#present = new AbortController();
    const answer = await this.#answer({ text: new Blob([text]), input, shipped: this.#host.texts, templates: templates('adjust.') }, signal);
    if (signal.aborted) return;
    for (const [name, value] of Object.entries(answer)) this.#host.sendField(name, value);
    this.#host.program._host_adjustable();
  }

  async #answer(request, signal) {
    try {
      const { makeAdjustable } = await import('../../open/opening.js');
      return await makeAdjustable(request, signal);
    } catch (error) {
      if (!signal.aborted) {
        console.warn(error);
        this.#host.explain(message('page.not_adjusted', { reason: messageOf(error) }));
      }
      return { text: '', input: '', remark: '' };
    }
  }

  /** Gives up the present one: no answer will come. */
  stop() {
    this.#present?.abort();
  }
}
