// Lets a page that was visited once open without its server. Each build has a cache of its own. It is filled with
// all of the build's files, each checked against the build's digest, before the build's worker is installed, and
// that worker takes over only when no page of the one before is open: what a page gets never is a mix of builds.
import { files, version } from 'built:files';

const prefix = `paramscope ${registration.scope} `;
const cacheName = prefix + version;

/** How long, in ms, a page waits for a server before it is taken from the cache. */
const patience = 3000;

addEventListener('install', (event) => event.waitUntil(fill()));
addEventListener('activate', (event) => event.waitUntil(forgetOthers()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== 'GET' || !Object.hasOwn(files, path)) return;
  event.respondWith(path.startsWith('assets/') ? cacheFirst(request, path) : networkFirst(request, path));
});

/** What `files` calls the file at an address; undefined outside of the site. */
function pathOf(url) {
  const plain = url.replace(/[?#].*/, '');
  return plain.startsWith(registration.scope) ? plain.slice(registration.scope.length) || 'index.html' : undefined;
}

async function fill() {
  const cache = await caches.open(cacheName);
  try {
    await Promise.all(Object.entries(files).map(async ([path, integrity]) => cache.put(path, await download(path, integrity))));
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

async function download(path, integrity) {
  const response = await fetch(path, { integrity, cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path} is not there (${response.status})`);
  // A page may not be answered by a response that was redirected.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)));
}

async function cached(path) {
  return (await caches.open(cacheName)).match(path);
}

/** For files whose names change with their content. */
async function cacheFirst(request, path) {
  return (await cached(path)) ?? fetch(request);
}

/** For files that keep their names: the server's if it answers in time, and well. */
async function networkFirst(request, path) {
  const fresh = fetch(new Request(request, { cache: 'no-cache' }));
  const late = new Promise((_, fail) => setTimeout(fail, patience, new Error('no answer')));
  try {
    const response = await Promise.race([fresh, late]);
    if (response.status < 500) return response;
  } catch {
    // Offline, or as good as.
  }
  return (await cached(path)) ?? fresh;
}
