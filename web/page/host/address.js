// The state the program shows, and the address that says so. The program tells each change; the address follows, and
// where the person changes the address (Back, Forward, another link) the program follows.
import { messageOf } from '../../languages/messages.js';
import { encodeLink } from '../../share/link.js';
import { LinkError, readState } from '../../share/state.js';
import { requestedState } from '../requested_state.js';
import * as large from './large.js';

/** As StateChange in src/platform/platform.h. */
const change = { shown: 0, adjusted: 1, opened: 2 };

/** The program's fields (src/app/document/link.h) that are lists in a state. */
const lists = {
  'set:': { list: 'set', toField: (value) => value, fromField: (value) => value },
  'open:': { list: 'open', toField: (value) => (value ? '1' : '0'), fromField: (value) => value === '1' },
};

/** Texts from here on, in characters, are kept in a database: browsers give localStorage five million. */
const longText = 1_000_000;

/** The fields only the page knows of. */
const pageFields = new Set(['view']);

/** A state as [name, value] pairs of text. */
function toFields(state) {
  return Object.entries(state).filter(([name]) => !pageFields.has(name)).flatMap(([name, value]) => {
    const prefix = Object.keys(lists).find((key) => lists[key].list === name);
    if (!prefix) return [[name, value]];
    return Object.entries(value).map(([key, item]) => [prefix + key, lists[prefix].toField(item)]);
  });
}

function fromFields(fields) {
  const state = {};
  const gathered = {};
  for (const [name, value] of fields) {
    const prefix = Object.keys(lists).find((key) => name.startsWith(key));
    if (prefix) {
      (gathered[lists[prefix].list] ??= []).push([name.slice(prefix.length), lists[prefix].fromField(value)]);
    } else {
      state[name] = value;
    }
  }
  for (const [list, entries] of Object.entries(gathered)) state[list] = Object.fromEntries(entries);
  return state;
}

export class Address {
  #host;
  #keepsAddress;
  #fields = [];
  #writing = Promise.resolve();
  #link = Promise.resolve('');
  #view;
  #large;  // the draft that is in the database

  /** What the program shows. @type {import('../../share/state.js').State | undefined} */
  state;

  /** `keepsAddress`: false in an embed, whose history belongs to the page around it. */
  constructor(host, keepsAddress) {
    this.#host = host;
    this.#keepsAddress = keepsAddress;
    addEventListener('hashchange', this.#follow);
  }

  #follow = async () => {
    try {
      this.send(await requestedState() ?? {});
    } catch (error) {
      this.#explain(error);
    }
  };

  /** From now on the program takes nothing: another address starts the page anew. */
  stop() {
    removeEventListener('hashchange', this.#follow);
    addEventListener('hashchange', () => location.reload());
  }

  #explain(error) {
    if (!(error instanceof LinkError)) throw error;
    this.#host.explain(messageOf(error));
  }

  /** The state to begin with; undefined when nothing asks for one. A wrong link is explained, and asks for none. */
  async read() {
    try {
      // A page that is loaded again goes on where it was; a link that leads elsewhere comes first.
      const asked = await requestedState();
      const draft = await this.#draft();
      return draft && (asked === undefined || location.hash && draft.hash === location.hash) ? draft.state : asked;
    } catch (error) {
      this.#explain(error);
      return undefined;
    }
  }

  /** What was worked on last, and the hash it stood under; links may be too long, browsers too slow to take it. */
  async #draft() {
    try {
      const { hash, state } = JSON.parse(this.#host.memory.get('draft'));
      return { hash, state: readState(state ?? await large.get('draft')) };
    } catch {
      return undefined;
    }
  }

  #keepDraft(hash) {
    const { state } = this;
    if (!state) return;
    const isLong = state.text?.length >= longText;
    this.#host.memory.set('draft', JSON.stringify(isLong ? { hash } : { hash, state }));
    if (isLong && this.#large !== state) large.put('draft', state);
    this.#large = isLong ? state : undefined;
  }

  /** Gives the program a state to show; an empty one is its first model. */
  send(state) {
    this.#view = state.view;
    const { program } = this.#host;
    const encoder = new TextEncoder();
    for (const [name, value] of toFields(state)) {
      const key = encoder.encode(name);
      const text = encoder.encode(value);
      const message = new Uint8Array(key.length + text.length);
      message.set(key);
      message.set(text, key.length);
      program.send(message);
      program._host_arriving_field(key.length);
    }
    program._host_state_arrived();
  }

  /** One field of the state that save() completes. */
  takeField(name, value) {
    this.#fields.push([name, value]);
  }

  /** The program shows another state now. */
  save(kind) {
    const state = fromFields(this.#fields);
    this.#fields = [];
    this.state = this.#view === undefined ? state : { ...state, view: this.#view };
    const link = encodeLink(this.state);
    this.#link = link;
    const tell = (length) => {
      if (link === this.#link) this.#host.linkChanged(length);
    };
    link.then((hash) => tell(this.url(hash).length), () => tell(0));
    if (!this.#keepsAddress || kind === change.shown) return;
    this.#keepDraft(location.hash);
    this.#write(link, kind);
  }

  /** Writes one after the other; of small changes in a row only the last. */
  #write(link, kind) {
    this.#writing = this.#writing.then(async () => {
      // A state too long for a link leaves the address without one: an older one would lie.
      const hash = await link.catch(() => '');
      const superseded = kind === change.adjusted && link !== this.#link;
      if (superseded) return;
      this.#keepDraft(hash);
      if (location.hash === hash) return;
      const url = hash || location.pathname + location.search;
      if (kind === change.opened) history.pushState(null, '', url);
      else history.replaceState(null, '', url);
    }).catch((error) => console.warn(error));  // browsers limit how often; the next change tries again
  }

  /** The `#…` of the present state. Rejects with a LinkError when it is too long for one. */
  get link() {
    return this.#link;
  }

  /** The whole address of the page with what follows the `#`, or of another page of the site. */
  url(hash, page = '') {
    const base = new URL(page || (this.#keepsAddress ? location.pathname : './'), location.href);
    return base.href.replace(/[?#].*/, '') + hash;
  }
}
