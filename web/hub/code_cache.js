// Keeps fetched code of published versions in the browser, where it has a place for that.
const name = 'paramscope-code';
/** With more files than this it begins anew. */
const mostKept = 1000;

async function open() {
  const cache = await caches.open(name);
  if ((await cache.keys()).length <= mostKept) return cache;
  await caches.delete(name);
  return caches.open(name);
}

/** Resolves to a cache for LibraryCode; undefined where the browser refuses one. */
export async function codeCache() {
  try {
    const cache = await open();
    return {
      async get(url) {
        const response = await cache.match(url);
        if (!response) return undefined;
        return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null;
      },
      put: (url, bytes) => cache.put(url, new Response(bytes, { status: bytes ? 200 : 404 })).catch(() => {}),
    };
  } catch {
    return undefined;
  }
}
