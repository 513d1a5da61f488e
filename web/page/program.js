// Starts the program and its host; loaded by start.js after its checks.
import create from 'built:paramscope-app.js';
import wasm from 'built:paramscope-app.wasm';
import laterWasm from 'built:paramscope-app.later.wasm';
import { load as loadBlocks } from 'built:blocks';
import { load as loadPresets } from 'built:presets';

import { instantiateParts, Parts } from '../parts.js';
import { packed } from '../shipped.js';
import { Embed } from './embed.js';
import { Host } from './host/host.js';
import { failurePatterns, speak } from './language.js';

/** The longest that the second part of the program waits for what was pasted before the first was there. */
const longestEarlyMs = 8000;

/**
 * Starts the interface in its element with the model of the address; resolves to { program, isWhole }: the Emscripten module, which
 * paints from then on, and a promise of its second part. `showFailure` is the function of failure.js and `early` the Early of the page, which are loaded already.
 */
export async function run(place, showFailure, early) {
  const host = new Host(place, showFailure, place.classList.contains('embed') ? new Embed() : undefined);
  watchForTheEnd(host, showFailure);
  const parts = new Parts(wasm, laterWasm);
  host.parts = parts;
  const state = speakFirst(host).then(() => host.address.read());
  const [firstState, texts, usable] = await Promise.all([state, shippedTexts(), parts.usable]);
  Object.assign(host, { firstState, texts });
  const [canvas, textAgent] = [place.querySelector('canvas'), place.querySelector('#text-agent')];
  const { module, complete } = await instantiateParts(create, usable, { host, canvas, textAgent });
  // A person's own model comes first: its readers may be on their way. What is only a name leads to a question, which may stay.
  const isOver = new Promise((done) => { setTimeout(done, longestEarlyMs); });
  host.isWhole = Promise.race([takeEarly(host, early).catch(console.warn), isOver]).then(() => parts.bring()).then(complete);
  host.isWhole.catch(() => host.stop());  // it calls what never came
  return { program: module, isWhole: host.isWhole };
}

/** Opens what was put into the page before the program was there. */
async function takeEarly(host, early) {
  const { text, hasFocus } = await early.end();
  if (text !== '') await host.opening.text(text);
  if (hasFocus) host.textAgent.focus();
}

/** Loads all files shipped beside the wasm, in the program's format. */
async function shippedTexts() {
  const texts = await Promise.all([loadBlocks(), loadPresets()]);
  return packed(texts.flat());
}

/** Sets the person's language; English if its catalogue does not load. */
function speakFirst(host) {
  return speak(host.language).catch((error) => {
    console.warn(error);
    return speak('en');
  });
}

/** Ends the program after a trap or abort: none of its functions may be called again. */
function watchForTheEnd(host, showFailure) {
  addEventListener('error', ({ error }) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    host.stop();
    showFailure('stopped', { error, state: host.address.state, patterns: failurePatterns() });
  });
}
