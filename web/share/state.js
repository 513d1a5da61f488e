// Validates the state of a link: a model and the settings chosen for it. All data from outside (a link, a message)
// passes through here and becomes plain data of the right types, or a LinkError with one sentence.

import { message, MessageError } from '../languages/messages.js';

/** Reports why a link or message cannot be used: `code` for programs, `sentence` for people. */
export class LinkError extends MessageError {
  /** @param {string} code  @param {object} sentence  a message of web/languages/messages.js */
  constructor(code, sentence) {
    super(sentence);
    this.name = 'LinkError';
    this.code = code;
  }
}

/**
 * @typedef {object} State  A model as `text` or `preset`, and its settings.
 * @property {string} [text]        model text
 * @property {string} [preset]      a shipped model's name, if its text is unchanged
 * @property {string} [build]       what to build of a text that is source code
 * @property {string} [name]        the displayed title
 * @property {Record<string, string>} [set]  changed hyper-parameters; values are expressions as text
 * @property {string} [input]       input shapes as entered
 * @property {string} [convention]  the FLOP convention
 * @property {string} [mode]        'training' or 'decode', if it is not one forward pass
 * @property {string} [causal]      '1' for causal attention
 * @property {Record<string, string>} [memory]  switches of the tab Memory, by name
 * @property {string} [device]      the device for least times
 * @property {'app' | 'table'} [view]
 * @property {string} [selection]   path of the selected module
 * @property {string} [depth]       number of open module levels
 * @property {Record<string, boolean>} [open]  modules opened or closed by the reader, by path
 */

/** The longest accepted texts and lists; a model text may be as long as a link. */
const limits = { title: 200, word: 1000, path: 10_000, entries: 10_000, settings: 1000, switches: 100 };

/** The characters of a preset's name in an address. */
const presetName = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

function wrong(field, expected) {
  return new LinkError('wrong-type', message('link.wrong_type', { field, expected: message(expected) }));
}

function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(limit, expected = 'link.text') {
  return (value, field) => {
    if (typeof value !== 'string') throw wrong(field, expected);
    if (value.length > limit) throw new LinkError('too-large', message('link.field_too_long', { field }));
    return value;
  };
}

function record(readValue, most = limits.entries) {
  const readKey = text(limits.path);
  return (value, field) => {
    if (!isRecord(value)) throw wrong(field, 'link.record');
    const entries = Object.entries(value);
    if (entries.length > most) throw new LinkError('too-large', message('link.field_too_long', { field }));
    // fromEntries makes own properties of all names, also of "__proto__".
    return Object.fromEntries(entries.map(([key, item]) => [readKey(key, field), readValue(item, field)]));
  };
}

const readers = {
  text: text(Infinity),
  preset: (value, field) => {
    if (typeof value !== 'string' || !presetName.test(value)) throw wrong(field, 'link.preset_name');
    return value;
  },
  build: text(limits.path),
  name: (value, field) => text(Infinity)(value, field).slice(0, limits.title),
  set: record(text(limits.word), limits.settings),
  input: text(limits.path),
  convention: text(limits.word),
  mode: text(limits.word),
  causal: text(limits.word),
  memory: record(text(limits.word), limits.switches),
  device: text(limits.word),
  view: (value, field) => {
    if (value !== 'app' && value !== 'table') throw wrong(field, 'link.view');
    return value;
  },
  selection: text(limits.path),
  depth: text(limits.word),
  open: record((value, field) => {
    if (typeof value !== 'boolean') throw wrong(field, 'link.flags');
    return value;
  }),
};

/**
 * Reads the fields of a state, all optional: a change to a present state. Unknown fields are ignored. Throws a LinkError
 * for a field of the wrong type.
 * @returns {State}
 */
export function readChanges(value) {
  if (!isRecord(value)) throw new LinkError('wrong-type', message('link.not_a_model'));
  const known = Object.entries(readers).filter(([field]) => Object.hasOwn(value, field) && value[field] !== undefined);
  return Object.fromEntries(known.map(([field, read]) => [field, read(value[field], field)]));
}

/**
 * Reads a whole state: like readChanges(), but it must have a model. `text` overrides `preset`.
 * @returns {State}
 */
export function readState(value) {
  const state = readChanges(value);
  if (state.text === undefined && state.preset === undefined) {
    throw new LinkError('wrong-type', message('link.names_no_model'));
  }
  if (state.text !== undefined) delete state.preset;
  return state;
}

/** Settings that are kept when another model is opened. */
const ofAllModels = ['convention', 'mode', 'causal', 'memory', 'device', 'view'];

/**
 * Returns `state` with `changes` applied. A different model resets all other settings.
 * @param {State} state  @param {State} changes  @returns {State}
 */
export function withChanges(state, changes) {
  const opens = changes.text !== undefined || changes.preset !== undefined;
  const kept = opens ? Object.fromEntries(ofAllModels.map((field) => [field, state[field]])) : state;
  return readState({ ...kept, ...changes });
}

/** Returns true for a possible name of a shipped model. */
export function isPresetName(value) {
  return presetName.test(value);
}
