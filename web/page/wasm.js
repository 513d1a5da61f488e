// The page's program, which counts in workers, too.
import wasm from 'built:paramscope-app.wasm';
import interfaceWasm from 'built:paramscope-app.interface.wasm';
import laterWasm from 'built:paramscope-app.later.wasm';

import { Parts } from '../parts.js';

/** Its parts, which all share: the first one counts. */
export const parts = new Parts(wasm, { interface: interfaceWasm, later: laterWasm });
