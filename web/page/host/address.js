// Keeps the address in step with the state that the program shows: changes of the program update the address, and a new
// address (Back, Forward, another link) updates the program.
import { message, messageOf } from '../../languages/messages.js';
import { encodeLink, largestContent } from '../../share/link.js';
import { LinkError } from '../../share/state.js';
import { withText } from '../long_text.js';
import { requestedState } from '../requested_state.js';
import { Drafts } from './drafts.js';

/** Kinds of change, as StateChange in src/platform/platform.h. */
const change = { shown: 0, adjusted: 1, opened: 2 };

/** The program's fields (src/app/document/link.h) that are lists in a state. */
const lists = {
  'set:': { list: 'set', toField: (value) => value, fromField: (value) => value },
  'memory:': { list: 'memory', toField: (value) => value, fromField: (value) => value },
  'open:': { list: 'open', toField: (value) => (value ? '1' : '0'), fromField: (value) => value === '1' },
};

/** The fields that only the page uses. */
const pageFields = new Set(['view']);

/** Returns a state as [name, value] pairs of text. */
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

/** False inside a notebook and in other documents that were written into a frame: no link leads to them. */
const hasAddress = location.protocol !== 'about:';

/** Resolves to the `#…` of a state; rejects with a LinkError if there is none. */
async function linkOf(state) {
  if (!hasAddress) throw new LinkError('no-address', message('link.no_address'));
  return encodeLink(state);
}

export class Address {
  #host;
  #keepsAddress;
  #fields = [];
  #parts = [];  // of a text that arrives
  #writing = Promise.resolve();
  #unwritten = 0;  // states
  #link = Promise.resolve('');
  #view;
  #drafts;

  /** The state that the program shows; a long text is a Blob. @type {import('../../share/state.js').State | undefined} */
  state;

  /** `keepsAddress`: false in an embed, whose history belongs to the surrounding page. */
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

  /** True when the address has the state that was saved last, if it is to have one. */
  get isIdle() {
    return this.#unwritten === 0;
  }

  /** Stops updating the program: another address reloads the page. */
  stop() {
    removeEventListener('hashchange', this.#follow);
    addEventListener('hashchange', () => location.reload());
  }

  #explain(error) {
    if (!(error instanceof LinkError)) throw error;
    this.#host.explain(messageOf(error));
  }

  /** Resolves to the initial state; undefined if none is requested. Explains an invalid link and ignores it. */
  async read() {
    this.#drafts = new Drafts(this.#host.memory);
    const draft = await this.#drafts.read();
    try {
      // A reloaded page continues its last state; a link to another model takes precedence.
      const requested = await requestedState();
      return draft && (requested === undefined || location.hash && draft.hash === location.hash) ? draft.state : requested;
    } catch (error) {
      this.#explain(error);
      return undefined;
    }
  }

  /** Keeps the state: links may be too long, or the browser too slow to update them. */
  #keepDraft(hash) {
    if (this.state) this.#drafts?.keep(hash, this.state);
  }

  /** Sends the program a state to show; an empty one is its first model. */
  send(state) {
    this.#view = state.view;
    for (const [name, value] of toFields(state)) this.#host.sendField(name, value);
    this.#host.program._host_state_arrived();
  }

  /** Receives one field of the state, to be completed by save(). */
  takeField(name, value) {
    this.#fields.push([name, value]);
  }

  /** Receives a part of the state's text: the bytes from `at` of `size`. A text that no link holds becomes a Blob, which the browser keeps. */
  addText(bytes, at, size) {
    if (at === 0) this.#parts = [];
    this.#parts.push(size > largestContent ? new Blob([bytes]) : new TextDecoder().decode(bytes));
    if (at + bytes.length < size) return;
    const [text] = this.#parts;
    this.takeField('text', this.#parts.length > 1 ? new Blob(this.#parts) : text);
    this.#parts = [];
  }

  /** Resolves to the state that the program shows, with its whole text. */
  wholeState() {
    return withText(this.state);
  }

  /** Saves the state that the program shows now. One without a model has the text of the state before. */
  save(kind) {
    const state = fromFields(this.#fields);
    if (state.text === undefined && state.preset === undefined) state.text = this.state?.text;
    this.#fields = [];
    if (kind === change.opened) this.#host.modelOpened();
    this.state = this.#view === undefined ? state : { ...state, view: this.#view };
    const link = linkOf(this.state);
    this.#link = link;
    const tell = (length) => {
      if (link === this.#link) this.#host.linkChanged(length);
    };
    link.then((hash) => tell(this.url(hash).length), () => tell(0));
    if (!this.#keepsAddress || !hasAddress || kind === change.shown) return;
    this.#keepDraft(location.hash);
    this.#write(link, kind);
  }

  /** Writes states one after the other; of quick changes only the last. */
  #write(link, kind) {
    this.#unwritten += 1;
    this.#writing = this.#writing.then(async () => {
      // For a state too long for a link, remove the link: an older one would be wrong.
      const hash = await link.catch(() => '');
      const superseded = kind === change.adjusted && link !== this.#link;
      if (superseded) return;
      this.#keepDraft(hash);
      if (location.hash === hash) return;
      const url = hash || location.pathname + location.search;
      if (kind === change.opened) history.pushState(null, '', url);
      else history.replaceState(null, '', url);
    }).catch((error) => console.warn(error))  // browsers limit the rate; the next change tries again
      .finally(() => { this.#unwritten -= 1; });
  }

  /** Resolves to the `#…` of the present state. Rejects with a LinkError if it is too long. */
  get link() {
    return this.#link;
  }

  /** Resolves to the whole address of the present state, on this page or another page of the site. */
  url(hash, page = '') {
    const base = new URL(page || (this.#keepsAddress ? location.pathname : './'), location.href);
    return base.href.replace(/[?#].*/, '') + hash;
  }
}
