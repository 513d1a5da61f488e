// The part of the program that opening the page does not need (src/platform/later.h). It is cut off by wasm-split (web/later):
// it takes the first part's memory and functions as imports, and puts its own where stand-ins are until then.
import part from 'built:paramscope-later.wasm';

import { compile } from '../../wasm.js';

/** What a stand-in does: it is called only by mistake, and then nothing can go on. */
function missing() {
  throw new WebAssembly.RuntimeError('what is called here has not been loaded');
}

export class Later {
  #host;
  #program;
  #arriving;

  constructor(host) {
    this.#host = host;
  }

  /** Makes the instance of the first part. */
  async begin(program, imports) {
    const standIns = WebAssembly.Module.imports(program).filter(({ module }) => module === 'placeholder');
    const placeholder = Object.fromEntries(standIns.map(({ name }) => [name, missing]));
    this.#program = await WebAssembly.instantiate(program, { ...imports, placeholder });
    return this.#program;
  }

  /** Loads the later part, once, and tells the program; what goes wrong is explained and may be tried again. */
  async ask() {
    try {
      this.#arriving ??= compile(part).then((later) => WebAssembly.instantiate(later, { primary: this.#program.exports }));
      await this.#arriving;
    } catch (error) {
      this.#arriving = undefined;
      this.#host.explain(`A part of Paramscope could not be loaded: ${error.message}`);
    }
    this.#host.program._host_later_part(this.#arriving !== undefined);
    this.#host.frames.paintIfDue();  // an embed out of sight gets no frames from the browser
  }
}
