// Remembers settings of the interface between visits in localStorage. If the browser refuses, nothing is remembered.
const prefix = 'paramscope.';

export class Memory {
  #storage;
  #tab;

  /** `keeps` is false in an embed, which must not store data in the browsers of another site's visitors. */
  constructor(keeps) {
    try {
      if (keeps) [this.#storage, this.#tab] = [localStorage, sessionStorage];
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

  /** Sets a value; an empty one is removed. Returns false if the browser refuses. */
  set(name, value) {
    try {
      if (value) this.#storage?.setItem(prefix + name, value);
      else this.#storage?.removeItem(prefix + name);
      return true;
    } catch {
      return false;  // storage is full or disabled
    }
  }

  /** The names of values that begin so. */
  names(beginning) {
    try {
      const keys = Object.keys(this.#storage ?? {});
      return keys.filter((key) => key.startsWith(prefix + beginning)).map((key) => key.slice(prefix.length));
    } catch {
      return [];
    }
  }

  /** Returns a value that lasts as long as the tab; undefined if there is none. */
  ofTab(name) {
    try {
      return this.#tab?.getItem(prefix + name) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Sets a value that lasts as long as the tab. Returns false if the browser refuses. */
  setOfTab(name, value) {
    try {
      this.#tab?.setItem(prefix + name, value);
      return this.#tab !== undefined;
    } catch {
      return false;
    }
  }
}
