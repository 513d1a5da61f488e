// The program and the host it runs on; start.js loads it once nothing stands in its way.
import create from 'built:paramscope-app.js';
import wasm from 'built:paramscope-app.wasm';

import { instantiate } from '../wasm.js';
import { Host } from './host/host.js';

/** Starts the interface on a canvas; resolves to emcc's module, which paints from then on. */
export function run(canvas, textAgent) {
  return instantiate(create, wasm, { host: new Host(), canvas, textAgent });
}
