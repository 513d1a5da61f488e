// Runs a headless engine, which is loaded on first use and shared.
import { messageOf } from '../languages/messages.js';
import { packed } from '../shipped.js';
import { compile, instantiate } from '../wasm.js';
import { ParamscopeError } from './errors.js';
import { parseExact } from './json.js';

/** One instance of an engine for all who use it. */
export class SharedEngine {
  #create;
  #place;
  #loading;
  #last;

  /**
   * @param {Function} create  Emscripten's factory
   * @param {() => any} place  gives the wasm: an argument of web/wasm.js
   */
  constructor(create, place) {
    this.#create = create;
    this.#place = place;
  }

  /** Loads the engine if necessary. After a failure or a crash the next call tries again. */
  load() {
    this.#loading ??= this.#start().catch((error) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #start() {
    const compiled = await compile(this.#place()).catch((error) => { throw ParamscopeError.ofWasm(error); });
    try {
      const program = await instantiate(this.#create, compiled, { printErr() {} });
      this.#last = new Engine(program, () => { this.#loading = undefined; });
      return this.#last;
    } catch (error) {
      throw ParamscopeError.from('load', 'library.engine_not_loaded', { reason: messageOf(error) }, { cause: error });
    }
  }

  /** Returns the result of `use(program)` for the engine loaded last. Throws a ParamscopeError 'released' if it crashed since. */
  run(use) {
    return this.#last.run(use);
  }
}

class Engine {
  #program;
  #oncrash;
  #blocks;
  #inventory;

  constructor(program, oncrash) {
    this.#program = program;
    this.#oncrash = oncrash;
  }

  /** The available conventions and formats, of the library's engine. */
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
      const texts = packed(await load());
      this.run((program) => program.addFetchedTexts(texts));
    } catch (error) {
      this.#blocks = undefined;
      throw ParamscopeError.from('load', 'library.types_not_loaded', { reason: messageOf(error) }, { cause: error });
    }
  }

  /** Returns the result of `use(program)`. A crashed program is dropped: the next load() starts a new one. */
  run(use) {
    if (!this.#program) throw ParamscopeError.from('released', 'library.engine_restarted');
    try {
      return use(this.#program);
    } catch (error) {
      const failure = ParamscopeError.ofEngine(error);
      if (failure.code === 'crashed') {
        this.#program = undefined;
        this.#oncrash();
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
