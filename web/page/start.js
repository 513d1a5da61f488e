// Starts the program in the page, or explains why it cannot run.
// A classic script, since it must also run, and explain, where modules do not load (a page opened from disk).
import { edition } from 'built:edition';

import { registerServiceWorker } from '../pwa/register.js';
import { Early } from './early.js';
import { requestedState } from './requested_state.js';
import { failureOf, showFailure, speakOfFailures } from './failure.js';
import { makeGraphics } from './graphics.js';
import { fetchProgram } from './wasm.js';

/** Lists what the page uses and this browser lacks. */
function missingFeatures() {
  const features = {
    'ResizeObserver': typeof ResizeObserver === 'function',
    'MediaQueryList.addEventListener': typeof MediaQueryList === 'function' && 'addEventListener' in MediaQueryList.prototype,
    'DecompressionStream': typeof DecompressionStream === 'function' && typeof CompressionStream === 'function',
    'TextDecoder': typeof TextDecoder === 'function',
    'BigInt': typeof BigInt === 'function',
  };
  return Object.keys(features).filter((name) => !features[name]);
}

/** Returns the failure that is known before trying to start, if any. */
function obstacle() {
  if (typeof WebAssembly !== 'object') return 'no-webassembly';
  if (edition === 'site' && location.protocol === 'file:') return 'from-disk';
  return missingFeatures().length > 0 ? 'features-missing' : undefined;
}

/** Explains why the program does not run, and shows the requested model. */
async function fail(name, error) {
  const state = await requestedState().catch(() => undefined);
  await speakOfFailures();
  showFailure(name, { error, state });
  addEventListener('hashchange', () => location.reload());
}

async function start() {
  document.querySelector('.late')?.remove();
  const found = obstacle();
  if (found) return fail(found, found === 'features-missing' ? new Error(missingFeatures().join(', ')) : undefined);
  const parts = fetchProgram();
  try {
    const state = await requestedState().catch(() => undefined);  // the interface explains an invalid link
    const early = new Early(state !== undefined, parts);
    if (state?.view === 'table') return (await import('./table_view.js')).showTableView(state);
    if (!makeGraphics(document.getElementById('canvas'))) return await fail('no-webgl');
    const { run } = await import('./program.js');
    const { program, isWhole } = await run(document.getElementById('paramscope'), parts, showFailure, early);
    window.paramscope = program;
    await isWhole;
  } catch (error) {
    console.error(error);
    await fail(failureOf(error), error);
  }
}

/** True when nothing is being opened, also where the program does not run. */
const opensNothing = () => window.paramscope?.host?.opening?.isIdle ?? true;

start().finally(() => registerServiceWorker(opensNothing));
