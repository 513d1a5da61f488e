// What is too large for localStorage, by name, in the browser's database. It may refuse: then nothing is kept.
const store = 'large';

/** What a request comes to. */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function open() {
  const request = indexedDB.open('paramscope', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return (await answer(request)).transaction(store, 'readwrite').objectStore(store);
}

/** What is kept under a name; undefined for nothing. */
export const get = (name) => open().then((objects) => answer(objects.get(name))).catch(() => undefined);

/** Keeps a value, any that can be cloned. */
export const put = (name, value) => open().then((objects) => answer(objects.put(value, name))).catch(() => undefined);
