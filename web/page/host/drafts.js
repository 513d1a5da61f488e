// Keeps the last state of each tab, so that a reload continues it and tabs do not overwrite each other. A new tab continues
// the newest one.
import { readState } from '../../share/state.js';
import { withText } from '../long_text.js';
import * as large from './large.js';

/** The length in characters above which texts are kept in a database: localStorage holds five million. */
const longText = 1_000_000;

/** The number of tabs whose drafts are kept; older ones are forgotten. */
const mostDrafts = 8;

const prefix = 'draft';

export class Drafts {
  #memory;
  #name = prefix + newId();
  #previous;  // of this tab before a reload
  #largeText;  // of this tab, in the database

  /** @param {import('./memory.js').Memory} memory */
  constructor(memory) {
    this.#memory = memory;
    this.#previous = memory.ofTab('tab');
  }

  /** Resolves to the draft of this tab, or of a new tab the newest one, as { hash, state }; undefined if there is none. */
  async read() {
    const [newest] = this.#all();
    const name = this.#memory.get(this.#previous ?? '') ? this.#previous : newest?.name;
    if (this.#previous && await isFree(this.#previous)) this.#name = this.#previous;
    else if (this.#memory.setOfTab('tab', this.#name)) await isFree(this.#name);
    if (name === undefined) return undefined;
    try {
      const { hash, state } = JSON.parse(this.#memory.get(name));
      // Of a long text, the state without it is beside the database, which has the text.
      const hasModel = state?.text !== undefined || state?.preset !== undefined;
      return { hash, state: readState(hasModel ? state : await withText({ ...state, ...await large.get(name) })) };
    } catch {
      return undefined;
    }
  }

  /** Keeps a state and its hash as the draft of this tab. */
  keep(hash, state) {
    const isLong = state.text instanceof Blob || state.text?.length >= longText;
    const draft = JSON.stringify({ at: Date.now(), hash, state: isLong ? { ...state, text: undefined } : state });
    const others = this.#all().filter(({ name }) => name !== this.#name);
    for (const { name } of others.splice(mostDrafts - 1)) this.#forget(name);
    // The oldest make room where the browser's is full.
    while (!this.#memory.set(this.#name, draft) && others.length > 0) this.#forget(others.pop().name);
    if (isLong && this.#largeText !== state.text) large.put(this.#name, { text: state.text });
    if (!isLong && this.#largeText !== undefined) large.remove(this.#name);
    this.#largeText = isLong ? state.text : undefined;
  }

  /** All drafts as { name, at }, the newest first. */
  #all() {
    const drafts = this.#memory.names(prefix).map((name) => ({ name, at: timeOf(this.#memory.get(name)) }));
    return drafts.sort((a, b) => b.at - a.at);
  }

  #forget(name) {
    this.#memory.set(name, '');
    large.remove(name);
  }
}

function newId() {
  return Math.random().toString(36).slice(2, 12);
}

function timeOf(draft) {
  return Number(/^\{"at":(\d+)/.exec(draft)?.[1] ?? 0);
}

/**
 * Resolves to true if no other tab uses the name, and keeps it for this one. A duplicated tab has the name of the first one.
 * Without locks, as on pages without https, each tab takes the name as its own.
 */
function isFree(name) {
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    navigator.locks.request(`paramscope.${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});  // until the tab closes
    }).catch(() => resolve(true));
  });
}
