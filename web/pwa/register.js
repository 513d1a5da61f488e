import { edition, site } from 'built:edition';

/** Registers the service worker, which lets the site work offline. A page inside another page does not register it. */
export function registerServiceWorker() {
  if (edition !== 'site' || !('serviceWorker' in navigator) || self !== top) return;
  const register = () => navigator.serviceWorker.register(new URL('service-worker.js', site)).catch(console.info);
  // Wait until the page has loaded its own files.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
