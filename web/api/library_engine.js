// The library's engine, which can do everything.
import create from 'built:paramscope-engine.js';
import wasm from 'built:paramscope-engine.wasm';

import { SharedEngine } from './engine.js';
import { places } from './places.js';

export const libraryEngine = new SharedEngine(create, () => places.wasm ?? wasm);
