// Loads the headless engine on first use and shares one instance.
import create from 'built:paramscope-engine.js';
import wasm from 'built:paramscope-engine.wasm';

import { messageOf } from '../languages/messages.js';
import { packed } from '../shipped.js';
import { instantiate } from '../wasm.js';
import { ParamscopeError } from './errors.js';
import { parseExact } from './json.js';

let source = wasm;
let loading;
let last;

/** Sets the source of the engine's wasm: an address, bytes or a compiled module. Call it before the first use. */
export function useWasm(place) {
  source = place;
}

/** Loads the engine if necessary. After a failure the next call tries again. */
export function loadEngine() {
  loading ??= start().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start() {
  try {
    last = new Engine(await instantiate(create, source, { printErr() {} }));
    return last;
  } catch (error) {
    throw ParamscopeError.from('load', 'library.engine_not_loaded', { reason: messageOf(error) }, { cause: error });
  }
}

/** Returns the result of `use(program)` for the engine loaded last. Throws a ParamscopeError 'released' if it crashed since. */
export function withEngine(use) {
  return last.run(use);
}

class Engine {
  #program;
  #blocks;
  #inventory;

  constructor(program) {
    this.#program = program;
  }

  /** The available conventions and formats. */
  get inventory() {
    this.#inventory ??= parseExact(this.run((program) => program.inventory()));
    return this.#inventory;
  }

  /** Reads a model text into an engine's Model, to be freed by close(). */
  open(bytes) {
    return this.run((program) => new program.Model(bytes));
  }

  /** Frees a model of open(). A crash has freed the models of the engine already. */
  close(model) {
    if (this.#program) this.run(() => model.delete());
  }

  /** Loads the rules of composite types outside PyTorch if the model has an unknown type. */
  async learnTypesOf(model) {
    if (!this.#blocks && !this.run(() => model.hasUnknownTypes())) return;
    this.#blocks ??= this.#takeBlocks();
    await this.#blocks;
  }

  async #takeBlocks() {
    try {
      const { load } = await import('built:blocks');
      const texts = packed(Object.entries(await load()).map(([group, text]) => ({ group, name: group, text })));
      this.run((program) => program.addFetchedTexts(texts));
    } catch (error) {
      this.#blocks = undefined;
      throw ParamscopeError.from('load', 'library.types_not_loaded', { reason: messageOf(error) }, { cause: error });
    }
  }

  /** Returns the result of `use(program)`. A crashed program is dropped: the next loadEngine() starts a new one. */
  run(use) {
    if (!this.#program) throw ParamscopeError.from('released', 'library.engine_restarted');
    try {
      return use(this.#program);
    } catch (error) {
      const failure = ParamscopeError.ofEngine(error);
      if (failure.code === 'crashed') {
        this.#program = undefined;
        loading = undefined;
      }
      throw failure;
    }
  }

  /** Returns the text of the Answer of `use(program)`, or throws its error. */
  ask(use) {
    const { text, wrong } = this.run(use);
    if (wrong) throw ParamscopeError.of(wrong, parseExact(text));
    return text;
  }
}
