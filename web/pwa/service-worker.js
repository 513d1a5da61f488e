// Opens pages offline that were visited once. Each build has its own cache, filled with the files that a visit needs and
// checked against their digests before this worker is installed; other files are kept once somebody asked for them. The worker takes over
// only when no page of the previous build is open, so a page never mixes builds.
import { files, kept, version } from 'built:files';

const prefix = `paramscope ${registration.scope} `;
const cacheName = prefix + version;

/** The time a page waits for the server before the cache answers, in milliseconds. */
const patience = 3000;

/** Ids of the pages that are of this build although the site has a newer one. */
const older = new Set();

addEventListener('install', (event) => event.waitUntil(fill()));
// The first page of a visitor is served by the network: from now on its build stays at hand, whatever the server has.
addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => clients.claim())));

// A page asks whether it is older (register.js).
addEventListener('message', ({ data, source }) => {
  if (data === 'is older?' && older.delete(source.id)) source.postMessage('is older');
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== 'GET' || !Object.hasOwn(files, path)) return;
  event.respondWith(isNamedByContent(path) ? cacheFirst(event, path) : networkFirst(event, path));
});

const isNamedByContent = (path) => path.startsWith('assets/');

/** Returns the key in `files` of an address; undefined outside the site. */
function pathOf(url) {
  const plain = url.replace(/[?#].*/, '');
  return plain.startsWith(registration.scope) ? plain.slice(registration.scope.length) || 'index.html' : undefined;
}

/** Fetches one file after the other, each when no page is busy: a person's own model comes first. */
async function fill() {
  const cache = await caches.open(cacheName);
  try {
    for (const path of kept) {
      await pagesAreIdle();
      await cache.put(path, await download(path, files[path]));
    }
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

/** The longest that a page is waited for, in milliseconds. */
const longestWork = 20_000;

/** False once a page did not answer, such as one of a build that does not know the question. */
let pagesAnswer = true;

/** Resolves when all visible pages have said that they open nothing now (register.js). */
async function pagesAreIdle() {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const asked = pages.filter(({ visibilityState }) => pagesAnswer && visibilityState === 'visible');
  await Promise.all(asked.map((page) => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    const giveUp = () => {
      pagesAnswer = false;
      done();
    };
    const timer = setTimeout(giveUp, longestWork);
    port1.onmessage = () => {
      clearTimeout(timer);
      done();
    };
    page.postMessage('is idle?', [port2]);
  })));
}

/** Files whose names change with their content may come from the browser's own cache: the page has just fetched most of them. */
async function download(path, integrity) {
  const cache = isNamedByContent(path) ? 'default' : 'no-cache';
  const response = await fetch(path, { integrity, cache, priority: 'low' });
  if (!response.ok) throw new Error(`${path} is not there (${response.status})`);
  // A navigation must not be answered with a redirected response.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)));
}

async function cached(path) {
  return (await caches.open(cacheName)).match(path);
}

/** Answers from the cache, for files whose names change with their content. */
async function cacheFirst(event, path) {
  return (await cached(path)) ?? keep(event, path, await fetch(event.request));
}

/** Keeps a file that the worker has not fetched beforehand, as it is sent on. */
function keep(event, path, response) {
  if (!response.ok || response.redirected || kept.includes(path)) return response;
  const copy = response.clone();
  event.waitUntil(caches.open(cacheName).then((cache) => cache.put(path, copy)).catch(console.info));
  return response;
}

/**
 * Resolves to false for a page of which a file is missing, as while a server changes from one build to the next: the page
 * would stay blank.
 */
async function hasAssets(response, path) {
  if (!path.endsWith('.html') || !response.ok) return true;
  const html = await response.clone().text();
  const assets = new Set(Array.from(html.matchAll(/"(?:\.\/)?(assets\/[\w.-]+)"/g), ([, asset]) => asset));
  const missing = [...assets].filter((asset) => !Object.hasOwn(files, asset));
  const found = await Promise.all(missing.map((asset) => fetch(asset, { method: 'HEAD' }).then(({ ok }) => ok, () => false)));
  return found.every(Boolean);
}

/** Answers from the server if it responds in time, otherwise from the cache, for files that keep their names. */
async function networkFirst(event, path) {
  const { request, resultingClientId } = event;
  const fresh = fetch(new Request(request, { cache: 'no-cache' }));
  const late = new Promise((_, fail) => setTimeout(fail, patience, new Error('no answer')));
  let isIncomplete = false;
  try {
    const response = await Promise.race([fresh, late]);
    isIncomplete = !await hasAssets(response, path);
    if (response.status < 500 && !isIncomplete) return keep(event, path, response);
  } catch {
    // The server is unreachable.
  }
  const stored = await cached(path);
  if (stored && (isIncomplete || registration.waiting)) older.add(resultingClientId);
  return stored ?? fresh;
}
