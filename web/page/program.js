// Starts the program and its host; loaded by start.js after its checks.
import create from 'built:paramscope-app.js';
import firstModel from 'built:first-model';
import { load as loadPresets } from 'built:presets';

import { instantiateParts } from '../parts.js';
import { packed } from '../shipped.js';
import { longestEarlyMs, pause } from './early_times.js';
import { Embed } from './embed.js';
import { Host } from './host/host.js';
import { failurePatterns, speak } from './language.js';
import { blocks } from './shipped_blocks.js';

/** The parts behind the first frame of a visit that asks for no other model: what counts, and what draws more than the numbers that came with the page. */
const detailParts = ['count', 'details'];

/** The time after which the interface is fetched beside the part that counts: on a slow line that is still on its way. */
const headStartMs = 300;

/** Resolves when the interface is to be fetched: the part that counts comes first, and so do the readers of what was pasted already. */
async function interfaceIsDue(parts, early) {
  await Promise.race([parts.bring(), pause(headStartMs)]);
  await early.counted;
}

/**
 * Starts the interface in its element with the model of the address; resolves to { program, isWhole }: the Emscripten module, which
 * paints from then on, and a promise of its other parts. `parts` are the program's, `showFailure` is the function of failure.js and `early` the Early of the page,
 * which are loaded already.
 */
export async function run(place, parts, showFailure, early) {
  const host = new Host(place, showFailure, place.classList.contains('embed') ? new Embed() : undefined);
  watchForTheEnd(host, showFailure);
  host.parts = parts;
  const state = speakFirst(host).then(() => host.address.read());
  const interfacePart = interfaceIsDue(parts, early).then(() => parts.startable);
  state.then((asked) => asked && parts.bring(...detailParts)).catch(() => {});  // whoever needs them asks again
  const [firstState, startable] = await Promise.all([state, interfacePart]);
  const others = Promise.all([shippedTexts(), parts.bring(...detailParts)]);
  const numbers = firstState || early.counted ? [] : numbersOfPage();
  const awaitsDetails = numbers.length > 0 && typeof startable.parts.details === 'string';
  const given = awaitsDetails ? [firstModel, ...numbers] : (await others)[0];
  Object.assign(host, { firstState, texts: packed(given), awaitsDetails });
  const [canvas, textAgent] = [place.querySelector('canvas'), place.querySelector('#text-agent')];
  const { module, complete } = await instantiateParts(create, startable, { host, canvas, textAgent });
  const add = async (name) => complete(name, (await parts.bring(name)).parts[name]);
  const isShown = Promise.all([others, ...detailParts.map(add)]).then(([[texts]]) => host.showDetails(packed(texts), packed(without(texts, given))));
  host.canOpen = Promise.all([isShown, add('soon')]);
  // A person's own model comes before the last part: its readers may be on their way. What is only a name leads to a question, which may stay.
  const isTaken = Promise.race([takeEarly(host, early).catch(console.warn), pause(longestEarlyMs)]);
  host.isWhole = isTaken.then(() => host.canOpen).then(() => add('later'));
  host.isWhole.catch(() => host.stop());  // it calls what never came
  return { program: module, isWhole: host.isWhole };
}

/** Opens what was put into the page before the program was there, when the part is there that opening it needs. */
async function takeEarly(host, early) {
  const { text, hasFocus } = await early.end();
  await host.canOpen;
  if (text !== '') await host.opening.text(text);
  if (hasFocus) host.textAgent.focus();
}

/** Loads all texts shipped beside the wasm. */
async function shippedTexts() {
  return (await Promise.all([blocks(), loadPresets()])).flat();
}

/** The numbers of the first model as the build has counted them, which the page says before any script runs; none in an embed. */
function numbersOfPage() {
  const said = (name) => document.querySelector(`.early .number .${name}`)?.textContent;
  return ['parameters', 'flops'].filter(said).map((name) => ({ group: 'numbers', name, text: said(name) }));
}

/** The texts that are not among those `given`. */
const without = (texts, given) => texts.filter(({ group, name }) => !given.some((each) => each.group === group && each.name === name));

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
