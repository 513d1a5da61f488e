// Holds the model of an element and its settings, and counts reports.
import { parseExact } from '../api/json.js';
import { read, readPreset } from '../api/read.js';
import { elementEngine } from './element_engine.js';

/** @typedef {{set: Record<string, string>, input: string, convention: string, mode: string, causal: boolean}} Given  settings of the attributes */

export class Counting {
  #model = null;
  /** The same model in the library's engine, for what only that draws; null until something needs it. */
  #whole = null;
  /** The source of the model: {preset} or {text, build}, and a name. */
  #source;
  /** The settings of the attributes: as text, and parsed. */
  #givenKey;
  #given;
  /** True if the input is a usual one, which neither the text nor an attribute names. */
  #isAssumed = false;
  /** The settings of the last report. */
  #settings;
  /** The reader's changes by the controls, which override the attributes. */
  changes = { set: {}, input: null };
  /** The values of the hyper-parameters without those changes. */
  usual = {};
  name = '';

  /** Reads a model: {preset} or {text, build}. Rejects with a ParamscopeError and keeps the previous model. */
  async load(source) {
    await this.#read(source);
    this.changes = { set: {}, input: null };
  }

  async #read(source) {
    const model = await modelOf(source, elementEngine);
    this.delete();
    this.#model = model;
    this.#source = source;
    this.#givenKey = undefined;
    this.name = source.name || model.name;
  }

  /** Loads the library's engine, and the model into it, if a format is only that engine's. Readers of other pictures do not wait for it. */
  async prepare(format) {
    if (format !== 'timeline' || this.#whole) return;
    const { libraryEngine } = await import('../api/library_engine.js');
    this.#whole = await modelOf(this.#source, libraryEngine);
  }

  /**
   * Counts with the attributes' settings and the reader's changes. Rejects with a ParamscopeError and keeps the last
   * report. Reads the model again if another one has crashed the engine, which all elements of a page share.
   */
  async report(given) {
    await this.#readInput(this.changes.input ?? given.input);
    try {
      return this.#count(given);
    } catch (error) {
      if (error.code !== 'released') throw error;
      await this.#read(this.#source);
      return this.#count(given);
    }
  }

  /** The forward pass of source code is read for its input. */
  async #readInput(input) {
    const isCode = this.#model.opened?.source === 'python';
    if (isCode && (this.#source.input ?? '') !== input) await this.#read({ ...this.#source, input });
  }

  #count(given) {
    this.#take(given);
    const { set, input } = this.changes;
    const settings = { ...this.#given, set: { ...this.#given.set, ...set }, input: input ?? this.#given.input };
    const report = this.#model.report(settings);
    this.#settings = settings;
    return report;
  }

  /** Writes the last report as text. */
  format(name, options) {
    const model = name === 'timeline' ? this.#whole : this.#model;
    return model.format(name, { ...options, ...this.#settings });
  }

  /** Explains a number of the last report. */
  explain(path, of) {
    return this.#model.explain(path, { ...this.#settings, of, notation: 'mathml' });
  }

  /** Returns the input shape of the last count and whether it was assumed. */
  describeInput({ inputs }) {
    const shapes = inputs.map((sizes) => `(${sizes.map((size) => size ?? '?').join(', ')})`).join(', ');
    return { input: this.changes.input ?? (this.#given.input || shapes), isAssumed: this.changes.input === null && this.#isAssumed };
  }

  /** Frees the engine's memory. */
  delete() {
    for (const model of [this.#model, this.#whole]) model?.delete();
    this.#model = null;
    this.#whole = null;
  }

  /** Takes new settings of the attributes; resets the usual values and the assumed input if they changed. */
  #take(given) {
    const key = JSON.stringify(given);
    if (this.#givenKey === key) return;
    let head = this.#head(given);
    const suggested = head.inputs.length === 0 && this.#model.suggestedInput();
    const settings = suggested ? { ...given, input: suggested } : given;
    if (suggested) head = this.#head(settings);
    this.#given = settings;
    this.#isAssumed = Boolean(suggested);
    this.#givenKey = key;
    this.usual = head.variables;
  }

  /** A report without its modules, of which there may be very many. */
  #head(settings) {
    return parseExact(this.#model.format('json', { ...settings, depth: 0 }));
  }
}

function modelOf({ preset: shipped, text, build, name, input }, engine) {
  return shipped === undefined ? read(engine, text, { name, build, input }) : readPreset(engine, shipped);
}
