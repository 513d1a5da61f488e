// Starts programs whose wasm may come in parts: the first has what a visitor needs at once, others what is needed later or for some
// texts (scripts/bundle/parts.mjs). A call of a part that is not there stands still until it is.
import { compile, runFactory } from './wasm.js';

/** The part that the others import from, as a module of this name. */
export const firstPart = 'first';

/** The parts of the readers after the first: those of configs, of code, of other texts, of counting, and of all else, which may read the data of the others. */
export const readersParts = ['config', 'code', 'other', 'count', 'rest'];

/** Lists a part and those that it needs. */
const withNeeded = (part) => (part === 'rest' ? readersParts : [part]);

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

/** The functions of a program, by their places. */
const tableOf = (exported) => Object.values(exported).find((value) => value instanceof WebAssembly.Table);

/**
 * Runs Emscripten's factory with a program: { first, parts }, where `first` is compiled wasm and `parts` are the others by their names, each
 * compiled or its address; a whole program has none. Resolves to { module, complete(part, compiled) }: Emscripten's module, to which `options`
 * become properties, and what gives it a part, undefined for one that is in the first.
 */
export async function instantiateParts(create, { first, parts }, options) {
  let exported;
  const added = new Set();
  const imported = () => ({ [firstPart]: exported });
  const complete = async (part, compiled) => {
    if (compiled && !added.has(part)) await WebAssembly.instantiate(compiled, imported());
    added.add(part);
  };
  const addAtOnce = (part) => {
    const source = parts[part];
    if (!added.has(part)) new WebAssembly.Instance(typeof source === 'string' ? compileAtOnce(source) : source, imported());
    added.add(part);
  };
  const standIn = (part, place) => (...given) => {
    withNeeded(part).forEach(addAtOnce);  // a part takes the places of all its stand-ins
    return tableOf(exported).get(place)(...given);
  };
  const standIns = {};
  for (const { module, name } of WebAssembly.Module.imports(first)) {
    if (Object.hasOwn(parts, module)) (standIns[module] ??= {})[name] = standIn(module, Number(name));
  }
  const start = async (imports, received) => {
    const instance = await WebAssembly.instantiate(first, { ...imports, ...standIns });
    exported = instance.exports;
    for (const [part, source] of Object.entries(parts)) if (typeof source !== 'string') await complete(part, source);
    received(instance, first);
  };
  return { module: await runFactory(create, options, start), complete };
}

/** The wasm of a program, of which parts are fetched later. */
export class Parts {
  #sources;
  #coming = {};  // promises by the names of parts
  #parts;        // those after the first, compiled or still an address
  #pause;        // a promise, until which nothing is fetched
  #downloads = new AbortController();

  /** Takes sources as compile() does, and begins to compile the first part when `start`, a promise, is settled; of `parts` those that are undefined are in the first. */
  constructor(first, parts = {}, start = undefined) {
    this.#pause = start;
    this.#parts = Object.fromEntries(Object.entries(parts).filter(([, source]) => source !== undefined));
    this.#sources = { ...this.#parts, [firstPart]: first };
    this.#compile(firstPart).catch(() => {});  // whoever needs it asks again
  }

  /** Stops what is on its way until a promise is settled, and fetches it from its beginning then: a slow line is free for something else. */
  giveWay(until) {
    this.#pause = until.catch(() => {});
    this.#downloads.abort();
    this.#downloads = new AbortController();
  }

  /** Resolves when no pause is left. */
  async #isDue() {
    for (let last; last !== this.#pause; await last) last = this.#pause;
  }

  /** Fetches and compiles a part, after pauses. */
  async #fetch(part) {
    for (;;) {
      await this.#isDue();
      const { signal } = this.#downloads;
      try {
        return await compile(this.#sources[part], { signal, priority: 'low' });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  }

  #compile(part) {
    this.#coming[part] ??= this.#fetch(part).then((compiled) => {
      if (part !== firstPart) this.#parts[part] = compiled;
      return compiled;
    }).catch((error) => {
      this.#coming[part] = undefined;
      throw error;
    });
    return this.#coming[part];
  }

  /** Fetches these parts and the first; resolves to the program with them, as instantiateParts() takes it, to which others are added when they come. */
  async bring(...names) {
    const [first] = await Promise.all([firstPart, ...names.filter((name) => Object.hasOwn(this.#parts, name))].map((name) => this.#compile(name)));
    return { first, parts: this.#parts };
  }

  /** Resolves to the whole program. */
  get whole() {
    return this.bring(...Object.keys(this.#parts));
  }

  /** Resolves to the program with what a page needs at once: where it cannot stand still, that is all but the readers. */
  get startable() {
    return compilesAtOnce() ? this.bring('interface') : this.whole;
  }
}
