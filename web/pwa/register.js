import { edition, site } from 'built:edition';

/** Lets the site work without its server from now on. A page inside of another's leaves that to its own visits. */
export function registerServiceWorker() {
  if (edition !== 'site' || !('serviceWorker' in navigator) || self !== top) return;
  const register = () => navigator.serviceWorker.register(new URL('service-worker.js', site)).catch(console.info);
  // Not before everything the page itself needs is there.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
