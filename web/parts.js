// Starts programs whose wasm may come in two parts: the first has what a visitor needs at once, the second the rest
// (scripts/bundle/parts.mjs). A call of the second part before it is there stands still until it is.
import { compile, runFactory } from './wasm.js';

/** The module from which the second part imports what the first exports. */
export const firstPart = 'first';

/** The module of what the first part calls in place of the second, named by places in the table. */
export const placeholders = 'later';

/** Wasm of five kilobytes that does nothing. */
const idle = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 0x88, 0x27, ...new Uint8Array(5000));

/** True if scripts can stand still for a large wasm: older browsers compile only a small one at once in a page. */
function compilesAtOnce() {
  try {
    return new WebAssembly.Module(idle) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

/** Fetches and compiles a file while the script stands still. */
function compileAtOnce(address) {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.overrideMimeType('text/plain; charset=x-user-defined');  // a character for each byte: pages get no bytes at once
  request.send();
  if (request.status !== 200) throw new Error(`${address.split('/').pop()} is not there (${request.status})`);
  return new WebAssembly.Module(Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 0xff));
}

/**
 * Runs Emscripten's factory with a program: [first, later], where `first` is compiled wasm and `later` the second part, compiled or
 * its address, undefined where the first is all. Resolves to { module, complete(later) }: Emscripten's module, to which `options`
 * become properties, and what gives it the second part, compiled.
 */
export async function instantiateParts(create, [first, later], options) {
  let exported;
  let isComplete = later === undefined;
  const imported = () => ({ [firstPart]: exported });
  const complete = async (second) => {
    if (!isComplete) await WebAssembly.instantiate(second, imported());
    isComplete = true;
  };
  const completeAtOnce = () => {
    if (!isComplete) new WebAssembly.Instance(compileAtOnce(later), imported());
    isComplete = true;
  };
  const standIn = (place) => (...given) => {
    completeAtOnce();  // the second part takes the places of all stand-ins
    return Object.values(exported).find((value) => value instanceof WebAssembly.Table).get(place)(...given);
  };
  const wanted = WebAssembly.Module.imports(first).filter(({ module }) => module === placeholders);
  const standIns = Object.fromEntries(wanted.map(({ name }) => [name, standIn(Number(name))]));
  const start = async (imports, received) => {
    const instance = await WebAssembly.instantiate(first, { ...imports, [placeholders]: standIns });
    exported = instance.exports;
    if (typeof later !== 'string') await complete(later);
    received(instance, first);
  };
  return { module: await runFactory(create, options, start), complete };
}

/** The wasm of a program, of which the second part is fetched later. */
export class Parts {
  #first;
  #source;   // of the second part; undefined where the first is all
  #coming;   // the second part, a promise
  #later;    // the second part, once it is there

  /** Takes sources as compile() does, and begins to compile the first part; `later` is the address of the second one. */
  constructor(first, later) {
    this.#first = compile(first);
    this.#source = later;
  }

  /** Fetches the second part behind the first; resolves to it, compiled, undefined where there is none. */
  bring() {
    this.#coming ??= this.#bring().catch((error) => {
      this.#coming = undefined;
      throw error;
    });
    return this.#coming;
  }

  async #bring() {
    await this.#first;
    this.#later = this.#source && await compile(this.#source);
    return this.#later;
  }

  /** Resolves to the whole program, as instantiateParts() takes it. */
  get whole() {
    return Promise.all([this.#first, this.bring()]);
  }

  /** Resolves to the program with what is there of it. */
  get usable() {
    return compilesAtOnce() ? this.#first.then((first) => [first, this.#later ?? this.#source]) : this.whole;
  }
}
