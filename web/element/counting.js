// A model and what is set about it: from what an element was told to a report.
import { parse, preset } from '../api/index.js';

/** @typedef {{set: Record<string, string>, input: string, convention: string}} Given  what the attributes say */

export class Counting {
  #model = null;
  #given;
  #givenKey;
  #assumedInput = '';
  /** What a person changed by the controls, on top of what is given. */
  changes = { set: {}, input: null };
  /** Values of the hyper-parameters without those changes. */
  usual = {};
  name = '';

  /** Reads a model: {preset} or {text}. Rejects with a ParamscopeError and keeps the model before. */
  async load({ preset: shipped, text, name }) {
    const model = shipped === undefined ? await parse(text, { name }) : await preset(shipped);
    this.delete();
    this.#model = model;
    this.name = name || model.name;
    this.#givenKey = undefined;
    this.changes = { set: {}, input: null };
  }

  /** Counts with what is given and changed. @param {Given} given */
  report(given) {
    this.#take(given);
    return this.#model.report(this.#settings());
  }

  /** Text of the last settings' report. */
  format(name, options) {
    return this.#model.format(name, { ...options, ...this.#settings() });
  }

  explain(path, of) {
    return this.#model.explain(path, { ...this.#settings(), of });
  }

  /** The input that is counted with, and who said so. */
  describeInput(report) {
    if (this.changes.input !== null) return { input: this.changes.input, inputOrigin: 'changed' };
    if (this.#given.input) return { input: this.#given.input, inputOrigin: 'given' };
    if (this.#assumedInput) return { input: this.#assumedInput, inputOrigin: 'assumed' };
    const input = report.inputs.map((sizes) => `(${sizes.map((size) => size ?? '?').join(', ')})`).join(', ');
    return { input, inputOrigin: input ? 'text' : 'none' };
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
    this.#given = given;
    this.#assumedInput = '';
    let report = this.#model.report(given);
    if (report.inputs.length === 0) {
      this.#assumedInput = this.#model.suggestedInput() ?? '';
      if (this.#assumedInput) report = this.#model.report({ ...given, input: this.#assumedInput });
    }
    this.usual = report.variables;
    this.#givenKey = key;
  }

  #settings() {
    return {
      convention: this.#given.convention,
      set: { ...this.#given.set, ...this.changes.set },
      input: this.changes.input ?? (this.#given.input || this.#assumedInput),
    };
  }
}
