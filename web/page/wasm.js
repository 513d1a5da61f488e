// The page's program, which counts in workers, too.
import wasm from 'built:paramscope-app.wasm';
import countWasm from 'built:paramscope-app.count.wasm';
import detailsWasm from 'built:paramscope-app.details.wasm';
import interfaceWasm from 'built:paramscope-app.interface.wasm';
import laterWasm from 'built:paramscope-app.later.wasm';
import soonWasm from 'built:paramscope-app.soon.wasm';

import { Parts } from '../parts.js';
import { pause } from './early_times.js';

/** The time in which a text that the browser has kept, or that is pasted at once, may ask for its readers first: scripts are on their way till then. */
const headStartMs = 100;

/** Begins to fetch it; returns its parts, which all share. */
export const fetchProgram = () => new Parts(wasm, { interface: interfaceWasm, count: countWasm, details: detailsWasm, soon: soonWasm, later: laterWasm }, pause(headStartMs));
