// Remembers settings of the interface between visits in localStorage. If the browser refuses, nothing is remembered.
const prefix = 'paramscope.';

export class Memory {
  #storage;

  /** `keeps` is false in an embed, which must not store data in the browsers of another site's visitors. */
  constructor(keeps) {
    try {
      if (keeps) this.#storage = localStorage;
    } catch {
      // Blocked by a setting or a sandbox.
    }
  }

  get(name) {
    try {
      return this.#storage?.getItem(prefix + name) ?? null;
    } catch {
      return null;
    }
  }

  /** Sets a value; an empty one is removed. */
  set(name, value) {
    try {
      if (value) this.#storage?.setItem(prefix + name, value);
      else this.#storage?.removeItem(prefix + name);
    } catch {
      // Storage is full or disabled.
    }
  }
}
