// The headless engine: one instance for everybody, loaded when it is first needed.
import create from 'built:paramscope-engine.js';
import wasm from 'built:paramscope-engine.wasm';

import { packed } from '../shipped.js';
import { instantiate } from '../wasm.js';
import { ParamscopeError } from './errors.js';
import { parseExact } from './json.js';

let source = wasm;
let loading;

/** Where the engine's wasm is taken from: an address, bytes, or a compiled module. To be said before it is first used. */
export function useWasm(place) {
  source = place;
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
  try {
    return new Engine(await instantiate(create, source, { printErr() {} }));
  } catch (error) {
    throw new ParamscopeError('load', `the engine could not be loaded: ${error.message}`, { cause: error });
  }
}

class Engine {
  #program;
  #blocks;
  #inventory;

  constructor(program) {
    this.#program = program;
  }

  /** Conventions and formats there are. */
  get inventory() {
    this.#inventory ??= parseExact(this.run((program) => program.inventory()));
    return this.#inventory;
  }

  /** Loads the rules of composite types beyond PyTorch's own when the model has a type nobody knows yet. */
  async learnTypesOf(model) {
    if (!this.#blocks && !this.run((program) => program.hasUnknownTypes(model))) return;
    this.#blocks ??= this.#takeBlocks();
    await this.#blocks;
  }

  async #takeBlocks() {
    try {
      const { load } = await import('built:blocks');
      const texts = packed([{ group: 'blocks', name: 'blocks', text: await load() }]);
      this.run((program) => program.receiveTexts(texts));
    } catch (error) {
      this.#blocks = undefined;
      throw new ParamscopeError('load', `the rules of composite types could not be loaded: ${error.message}`, { cause: error });
    }
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

  /** Frees a model of the program; one that broke off has nothing left to free. */
  close(model) {
    if (this.#program) this.run((program) => program.closeModel(model));
  }

  /** The text of an answer; throws what is wrong. */
  ask(use) {
    const answer = this.run(use);
    const end = answer.indexOf('\n');
    const text = answer.slice(end + 1);
    if (end > 0) throw ParamscopeError.of(answer.slice(0, end), parseExact(text));
    return text;
  }
}
