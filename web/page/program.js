// The program and the host it runs on; start.js loads it once nothing stands in its way.
import create from 'built:paramscope-app.js';
import wasm from 'built:paramscope-app.wasm';
import { load as loadBlocks } from 'built:blocks';
import { load as loadPresets } from 'built:presets';

import { packed } from '../shipped.js';
import { compile, instantiate } from '../wasm.js';
import { Embed } from './embed.js';
import { Host } from './host/host.js';
import { failurePatterns, speak } from './language.js';

/**
 * Starts the interface in its element, on what the address asks for; resolves to emcc's module, which paints from
 * then on. `showFailure` is that of failure.js, which is there already.
 */
export async function run(place, showFailure) {
  const host = new Host(place, showFailure, place.classList.contains('embed') ? new Embed() : undefined);
  watchForTheEnd(host, showFailure);
  const compiled = compile(wasm);
  const state = speakFirst(host).then(() => host.address.read());
  [host.firstState, host.texts] = await Promise.all([state, shippedTexts(), compiled]);
  const [canvas, textAgent] = [place.querySelector('canvas'), place.querySelector('textarea')];
  return instantiate(create, await compiled, { host, canvas, textAgent });
}

/** All that ships beside the wasm, as the program takes it. */
async function shippedTexts() {
  const [blocks, presets] = await Promise.all([loadBlocks(), loadPresets()]);
  return packed([{ group: 'blocks', name: 'blocks', text: blocks }, ...presets]);
}

/** The page begins in the person's language; in English where its words cannot be had. */
function speakFirst(host) {
  return speak(host.language).catch((error) => {
    console.warn(error);
    return speak('en');
  });
}

/** A trap or an abort ends the program for good: nothing of it may be called again. */
function watchForTheEnd(host, showFailure) {
  addEventListener('error', ({ error }) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    host.stop();
    showFailure('stopped', { error, state: host.address.state, patterns: failurePatterns() });
  });
}
