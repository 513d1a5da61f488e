// A model and what is set about it: from what an element was told to a report.
import { parse, preset } from '../api/index.js';
import { parseExact } from '../api/json.js';

/** @typedef {{set: Record<string, string>, input: string, convention: string}} Given  what the attributes say */

export class Counting {
  #model = null;
  /** What load() read: {preset} or {text}, and a name. */
  #source;
  /** What the attributes say, as text, and the settings they come to. */
  #givenKey;
  #given;
  /** The settings of the last report. */
  #settings;
  /** What a person changed by the controls, on top of what is given. */
  changes = { set: {}, input: null };
  /** Values of the hyper-parameters without those changes. */
  usual = {};
  name = '';

  /** Reads a model: {preset} or {text}. Rejects with a ParamscopeError and keeps the model before. */
  async load(source) {
    await this.#read(source);
    this.changes = { set: {}, input: null };
  }

  async #read({ preset: shipped, text, name }) {
    const model = shipped === undefined ? await parse(text, { name }) : await preset(shipped);
    this.delete();
    this.#model = model;
    this.#source = { preset: shipped, text, name };
    this.#givenKey = undefined;
    this.name = name || model.name;
  }

  /**
   * Counts with what is given and changed. Rejects with a ParamscopeError, and the report before stays the last. The model
   * is read again where another one has crashed the engine that all of a page share.
   */
  async report(given) {
    try {
      return this.#count(given);
    } catch (error) {
      if (error.code !== 'released') throw error;
      await this.#read(this.#source);
      return this.#count(given);
    }
  }

  #count(given) {
    this.#take(given);
    const { set, input } = this.changes;
    const settings = { ...this.#given, set: { ...this.#given.set, ...set }, input: input ?? this.#given.input };
    const report = this.#model.report(settings);
    this.#settings = settings;
    return report;
  }

  /** The last report as a text. */
  format(name, options) {
    return this.#model.format(name, { ...options, ...this.#settings });
  }

  /** Where a number of the last report comes from. */
  explain(path, of) {
    return this.#model.explain(path, { ...this.#settings, of });
  }

  /** The input that was counted with, and whether that is a guess. */
  describeInput({ inputs }) {
    const shapes = inputs.map((sizes) => `(${sizes.map((size) => size ?? '?').join(', ')})`).join(', ');
    return { input: this.changes.input ?? (this.#given.input || shapes), isAssumed: this.changes.input === null && this.#given.isAssumed };
  }

  /** Frees the engine's memory. */
  delete() {
    this.#model?.delete();
    this.#model = null;
  }

  /** What differs from the last time starts over: the usual values, and the input assumed where nobody states one. */
  #take(given) {
    const key = JSON.stringify(given);
    if (this.#givenKey === key) return;
    let head = this.#head(given);
    const suggested = head.inputs.length === 0 && this.#model.suggestedInput();
    const settings = suggested ? { ...given, input: suggested } : given;
    if (suggested) head = this.#head(settings);
    this.#given = { ...settings, isAssumed: Boolean(suggested) };
    this.#givenKey = key;
    this.usual = head.variables;
  }

  /** A report without its modules: there may be very many. */
  #head(settings) {
    return parseExact(this.#model.format('json', { ...settings, depth: 0 }));
  }
}
