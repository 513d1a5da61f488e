import { edition, site } from 'built:edition';

import { scriptAddresses } from '../trusted.js';

/** Registers the service worker, which lets the site work offline: in the page that can be installed, not inside another page. */
export function registerServiceWorker() {
  if (edition !== 'site' || !('serviceWorker' in navigator) || self !== top || !document.querySelector('link[rel=manifest]')) return;
  const address = scriptAddresses('paramscope-offline')(new URL('service-worker.js', site));
  const register = () => navigator.serviceWorker.register(address).catch(console.info);
  // Wait until the page has loaded its own files.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
