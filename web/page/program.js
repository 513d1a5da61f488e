// The program and the host it runs on; start.js loads it once nothing stands in its way.
import create from 'built:paramscope-app.js';
import wasm from 'built:paramscope-app.wasm';

import { instantiate } from '../wasm.js';
import { Embed } from './embed.js';
import { showFailure } from './failure.js';
import { Host } from './host/host.js';

/**
 * Starts the interface in its element, on what the address asks for; resolves to emcc's module, which paints from
 * then on.
 */
export async function run(place) {
  const host = new Host(place, place.classList.contains('embed') ? new Embed() : undefined);
  host.firstState = await host.address.read();
  watchForTheEnd(host);
  const [canvas, textAgent] = [place.querySelector('canvas'), place.querySelector('textarea')];
  return instantiate(create, wasm, { host, canvas, textAgent });
}

/** A trap or an abort ends the program for good: nothing of it may be called again. */
function watchForTheEnd(host) {
  addEventListener('error', ({ error }) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    host.stop();
    showFailure('stopped', { error, state: host.address.state });
  });
}
