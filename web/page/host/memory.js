// What this browser remembers of the interface from one visit to the next. It may refuse: then nothing is remembered.
const prefix = 'paramscope.';

export class Memory {
  #storage;

  /** An embed (`keeps` is false) leaves nothing in the browsers of another page's visitors. */
  constructor(keeps) {
    try {
      if (keeps) this.#storage = localStorage;
    } catch {
      // Blocked, by a setting or a sandbox.
    }
  }

  get(name) {
    try {
      return this.#storage?.getItem(prefix + name) ?? null;
    } catch {
      return null;
    }
  }

  /** An empty value is forgotten. */
  set(name, value) {
    try {
      if (value) this.#storage?.setItem(prefix + name, value);
      else this.#storage?.removeItem(prefix + name);
    } catch {
      // Full, or switched off.
    }
  }
}
