// Where the wasm files are, if a page says so with configure(): `wasm` is the library's engine, `element` that of <param-scope>,
// `opener` the readers of files. By default they are beside the scripts.
import { optionsOf } from './arguments.js';

export const places = {};

/** Sets places, each an address, bytes or a compiled module. Call it before the first use. */
export function configure(options) {
  Object.assign(places, optionsOf(options, 'options', ['wasm', 'element', 'opener']));
}
