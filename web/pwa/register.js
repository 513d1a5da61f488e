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

/**
 * Registers the service worker, which lets the site work offline: in the page that can be installed, not inside another page. Call it
 * when the page has all it needs: the worker loads the whole site.
 */
export function registerServiceWorker() {
  const workers = serviceWorkers();
  if (!workers || !document.querySelector('link[rel=manifest]')) return;
  const address = scriptAddresses('paramscope-offline')(new URL('service-worker.js', site));
  workers.register(address).catch(console.info);
}
