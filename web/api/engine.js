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

  /** Reads a model text; the engine's own Model, to be freed by close(). */
  open(bytes) {
    return this.run((program) => new program.Model(bytes));
  }

  /** Frees a model of open(); those of an engine that crashed are gone already. */
  close(model) {
    if (this.#program) this.run(() => model.delete());
  }

  /** Loads the rules of composite types beyond PyTorch's own when the model has a type nobody knows yet. */
  async learnTypesOf(model) {
    if (!this.#blocks && !this.run(() => model.hasUnknownTypes())) return;
    this.#blocks ??= this.#takeBlocks();
    await this.#blocks;
  }

  async #takeBlocks() {
    try {
      const { load } = await import('built:blocks');
      const texts = packed([{ group: 'blocks', name: 'blocks', text: await load() }]);
      this.run((program) => program.addFetchedTexts(texts));
    } catch (error) {
      this.#blocks = undefined;
      throw new ParamscopeError('load', `the rules of composite types could not be loaded: ${error.message}`, { cause: error });
    }
  }

  /** What `use(program)` gives. A program that crashed is not used again: the next loadEngine() makes a new one. */
  run(use) {
    if (!this.#program) throw new ParamscopeError('released', 'the engine was restarted: parse the model again');
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

  /** The text of the Answer that `use(program)` gives; throws what is wrong. */
  ask(use) {
    const { text, wrong } = this.run(use);
    if (wrong) throw ParamscopeError.of(wrong, parseExact(text));
    return text;
  }
}
