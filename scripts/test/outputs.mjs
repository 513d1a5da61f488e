// Keeps the outputs of pieces of work apart that run at the same time.

/** Shows the output of each piece of work when it has ended, and at once while it is the only one. */
export class Outputs {
  #write;
  #kept = new Map();
  #live;

  constructor(write) {
    this.#write = write;
  }

  /** Begins the output of `key` under a title. */
  begin(key, title) {
    this.#kept.set(key, [title]);
  }

  add(key, text) {
    if (this.#live === key) this.#write(text);
    else this.#kept.get(key).push(text);
  }

  /** Shows what was kept of `key`, and from now on what it adds. */
  showLive(key) {
    if (this.#live === key) return;
    this.#show(key);
    this.#live = key;
  }

  /** Ends the output of `key`, which is shown if it was not yet. */
  end(key) {
    if (this.#live === key) this.#live = undefined;
    else this.#show(key);
    this.#kept.delete(key);
  }

  #show(key) {
    for (const text of this.#kept.get(key)) this.#write(text);
  }
}
