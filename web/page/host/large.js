// Keeps values too large for localStorage in IndexedDB, by name. If the browser refuses, nothing is kept.
const store = 'large';

/** The time after which a database that does not open counts as refused, in milliseconds. */
const patience = 3000;

/** Resolves to the result of a request. */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function open() {
  const request = indexedDB.open('paramscope', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  const late = new Promise((_, fail) => setTimeout(fail, patience, new Error('no answer')));
  return (await Promise.race([answer(request), late])).transaction(store, 'readwrite').objectStore(store);
}

/** Resolves to the value of a name; undefined if there is none. */
export const get = (name) => open().then((objects) => answer(objects.get(name))).catch(() => undefined);

/** Forgets the value of a name. */
export const remove = (name) => open().then((objects) => answer(objects.delete(name))).catch(() => undefined);

/** Keeps a value of any type that can be cloned. */
export const put = (name, value) => open().then((objects) => answer(objects.put(value, name))).catch(() => undefined);
