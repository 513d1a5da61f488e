// The engine of <param-scope>: what its views show, a fifth smaller than the library's.
import create from 'built:paramscope-element.js';
import wasm from 'built:paramscope-element.wasm';

import { SharedEngine } from '../api/engine.js';
import { places } from '../api/places.js';

export const elementEngine = new SharedEngine(create, () => places.element ?? wasm);
