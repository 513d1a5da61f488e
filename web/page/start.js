// Starts the program in the page, or says in plain words why it cannot.
// A classic script on purpose: it also runs, and explains, where modules do not load (a page opened from disk).
import { edition } from 'built:edition';

import { registerServiceWorker } from '../pwa/register.js';
import { requestedState } from './requested_state.js';
import { failureOf, showFailure, speakOfFailures } from './failure.js';

/** True when the browser draws with WebGL 2. The context tried goes at once: a page may only have a few. */
function drawsWebGl() {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** What is known to stand in the way before trying: the name of a failure. */
function obstacle() {
  if (typeof WebAssembly !== 'object') return 'no-webassembly';
  if (edition === 'site' && location.protocol === 'file:') return 'from-disk';
  return drawsWebGl() ? undefined : 'no-webgl';
}

/** Explains why the program does not run, with the model that was asked for. */
async function fail(name, error) {
  const state = await requestedState().catch(() => undefined);
  await speakOfFailures();
  showFailure(name, { error, state });
  addEventListener('hashchange', () => location.reload());
}

async function start() {
  document.querySelector('.late')?.remove();
  const found = obstacle();
  if (found) return fail(found);
  try {
    const state = await requestedState().catch(() => undefined);  // the interface explains a link that is wrong
    if (state?.view === 'table') return (await import('./table_view.js')).showTableView(state);
    const { run } = await import('./program.js');
    window.paramscope = await run(document.getElementById('paramscope'), showFailure);
  } catch (error) {
    console.error(error);
    await fail(failureOf(error), error);
  }
}

start();
registerServiceWorker();
