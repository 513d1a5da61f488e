// The headless engine: one instance for everybody, loaded when it is first needed.
import createEngine from 'paramscope-engine';

import { compileWasm } from './compile.js';
import { ParamscopeError } from './errors.js';
import { parseExact } from './json.js';

let source;
let loading;

/** Where the engine's wasm is taken from: an address, bytes, or a compiled module. To be said before it is first used. */
export function useWasm(wasm) {
  source = wasm;
}

/** The engine, loaded if need be. After a failure the next call tries again. */
export function loadEngine() {
  loading ??= start().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start() {
  const module = await compileWasm(source ?? new URL(PARAMSCOPE_ENGINE_WASM, import.meta.url));
  return new Engine(await instantiate(module));
}

function instantiate(module) {
  return new Promise((done, fail) => {
    const instantiateWasm = (imports, started) => {
      WebAssembly.instantiate(module, imports).then(started, fail);
      return {};
    };
    createEngine({ instantiateWasm, printErr: () => {} }).then(done, fail);
  });
}

class Engine {
  #program;
  #inventory;

  constructor(program) {
    this.#program = program;
  }

  /** Presets, conventions and formats there are. */
  get inventory() {
    this.#inventory ??= parseExact(this.run((program) => program.inventory()));
    return this.#inventory;
  }

  /** What `use(program)` gives. A program that broke off is not used again: the next loadEngine() makes a new one. */
  run(use) {
    if (!this.#program) throw new ParamscopeError('crashed', 'the engine was restarted: parse the model again');
    try {
      return use(this.#program);
    } catch (error) {
      if (error instanceof ParamscopeError) throw error;
      this.#program = undefined;
      loading = undefined;
      throw new ParamscopeError('crashed', 'the engine ran out of memory: the model is too large for it', { cause: error });
    }
  }

  /** Frees an object of the program; one that broke off has nothing left to free. */
  release(handle) {
    if (this.#program) this.run(() => handle.delete());
  }

  /** The text of an answer; throws what is wrong. */
  ask(use) {
    const { text, wrong } = this.run(use);
    if (wrong) throw ParamscopeError.of(wrong, parseExact(text));
    return text;
  }
}
