import { edition, site } from 'built:edition';

import { scriptAddresses } from '../trusted.js';

/** The browser's service workers; undefined where this page has none, or the browser or a sandbox refuses them. */
function serviceWorkers() {
  try {
    return edition === 'site' && self === top ? navigator.serviceWorker : undefined;
  } catch {
    return undefined;
  }
}

/** Calls `explain` if this page is of an older build than the site has, because the newer one did not load. */
export function watchForOlderBuild(explain) {
  const workers = serviceWorkers();
  if (!workers?.controller) return;
  workers.addEventListener('message', ({ data }) => data === 'is older' && explain());
  workers.controller.postMessage('is older?');
}

/** The time between two looks at whether the page is idle, in milliseconds. */
const pace = 250;

/** Resolves when `isIdle()` is true. */
async function idle(isIdle) {
  while (!isIdle()) await new Promise((done) => { setTimeout(done, pace); });
}

/**
 * Registers the service worker, which lets the site work offline: in the page that can be installed, not inside another page. Call it
 * when the page has all it needs: the worker fetches what an offline visit needs, while `isIdle()` is true.
 */
export async function registerServiceWorker(isIdle) {
  const workers = serviceWorkers();
  if (!workers || !document.querySelector('link[rel=manifest]')) return;
  workers.addEventListener('message', async ({ data, ports: [port] }) => {
    if (data !== 'is idle?') return;
    await idle(isIdle);
    port.postMessage('idle');
  });
  workers.startMessages();
  await idle(isIdle);
  const address = scriptAddresses('paramscope-offline')(new URL('service-worker.js', site));
  workers.register(address).catch(console.info);
}
