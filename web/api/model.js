// A model that was read, and what can be asked of it.
import { choiceOf, optionsOf, textOf } from './arguments.js';
import { ParamscopeError } from './errors.js';
import { parseExact } from './json.js';
import { engineSettings } from './settings.js';

const everyDepth = 4096;

/** Names of the engine's enumerations Subject and Notation. */
const subjects = ['parameters', 'macs', 'flops'];
const notations = ['plain', 'unicode', 'latex'];

/** Frees what collected models held in the engine's memory. */
const registry = new FinalizationRegistry(({ engine, held }) => engine.close(held));

/** Which model, with which settings, a report came from: format() writes it again from there. */
const origins = new WeakMap();

export class Model {
  #engine;
  /** The engine's own Model; undefined once deleted. */
  #held;
  /** The settings that were counted last, as JSON. */
  #counted;

  /** What it was opened from; undefined where it came as model text. */
  opened;

  /** Use parse(). `bytes` is the model text in UTF-8. */
  constructor(engine, bytes, name) {
    this.#engine = engine;
    this.name = name;
    this.#held = engine.open(bytes);
    registry.register(this, { engine, held: this.#held }, this);
    try {
      this.diagnostics = parseExact(this.#ask((held) => held.diagnostics()));
    } catch (error) {
      this.delete();
      throw error;
    }
  }

  /** A model whose types the engine knows as far as anybody does. */
  static async read(engine, bytes, name) {
    const model = new Model(engine, bytes, name);
    try {
      await engine.learnTypesOf(model.#held);
    } catch (error) {
      model.delete();
      throw error;
    }
    return model;
  }

  /** Counts and gives the report of docs/report.md as an object. Integers beyond 2^53 are BigInt. */
  report(settings) {
    this.#count(settings);
    const report = parseExact(this.#write('json', everyDepth));
    origins.set(report, { model: this, settings });
    return report;
  }

  /** The report's modules, in print order. */
  nodes(settings) {
    return this.report(settings).nodes;
  }

  /** The report as a text in one of the formats, rows down to `depth`. */
  format(name, options) {
    const { depth = everyDepth, ...settings } = optionsOf(options, 'options');
    this.#count(settings);
    return this.#write(name, depth);
  }

  /** The formula of a module's parameters (or `of: 'macs' | 'flops'`) as 'plain', 'unicode' or 'latex'; null: unknown. */
  formula(path = '', notation = 'plain', options = {}) {
    const { of = 'parameters', ...settings } = optionsOf(options, 'options');
    const place = textOf(path, 'path');
    const [subject, form] = [choiceOf(subjects, of, 'of'), choiceOf(notations, notation, 'notation')];
    this.#count(settings);
    return this.#ask((held, { Subject, Notation }) => held.formula(place, Subject[subject], Notation[form])) || null;
  }

  /** The lines that lead to a number: formula, numbers put in, result; and what leading terms alone would give. */
  explain(path = '', options = {}) {
    const { of = 'parameters', notation = 'unicode', ...settings } = optionsOf(options, 'options');
    const place = textOf(path, 'path');
    const [subject, form] = [choiceOf(subjects, of, 'of'), choiceOf(notations, notation, 'notation')];
    this.#count(settings);
    return parseExact(this.#ask((held, { Subject, Notation }) => held.explanation(place, Subject[subject], Notation[form])));
  }

  /** An input to offer where the text states none, as `input` takes it; null when nothing suggests itself. */
  suggestedInput() {
    const held = this.#present();
    return this.#engine.run(() => held.suggestedInput()) || null;
  }

  /** Frees the engine's memory now. The model cannot be used afterwards; deleting again does nothing. */
  delete() {
    if (!this.#held) return;
    registry.unregister(this);
    const held = this.#held;
    this.#held = undefined;
    this.#engine.close(held);
  }

  /** Counts, unless that was done with these settings last. */
  #count(settings) {
    const wanted = engineSettings(settings);
    const key = JSON.stringify(wanted);
    if (this.#counted === key) return;
    this.#counted = undefined;
    this.#ask((held) => held.count(wanted));
    this.#counted = key;
  }

  #write(format, depth) {
    const name = textOf(format, 'format');
    if (typeof depth !== 'number' || Number.isNaN(depth)) throw new ParamscopeError('argument', 'depth must be a number');
    const rows = Math.min(Math.max(0, Math.trunc(depth)), everyDepth);
    return this.#ask((held) => held.write(name, rows));
  }

  /** The text of the Answer that `question(model, program)` gives; throws what is wrong. */
  #ask(question) {
    const held = this.#present();
    return this.#engine.ask((program) => question(held, program));
  }

  #present() {
    if (!this.#held) throw new ParamscopeError('released', 'this model was deleted');
    return this.#held;
  }
}

if (Symbol.dispose) Model.prototype[Symbol.dispose] = Model.prototype.delete;

/** A report, as Model.report() gave it, as a text in one of the formats. */
export function format(report, name = 'text', options = {}) {
  const { depth } = optionsOf(options, 'options');
  const origin = origins.get(report);
  if (!origin) throw new ParamscopeError('argument', 'format() takes a report that a model of this library gave');
  return origin.model.format(name, { ...origin.settings, depth });
}
