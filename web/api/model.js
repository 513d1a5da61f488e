// A model that was read, and what can be asked of it.
import { ParamscopeError } from './errors.js';
import { parseExact } from './json.js';
import { engineSettings } from './settings.js';

const everyDepth = 4096;

/** In the order of the engine's enumerations (count/report/explain.h, algebra/print.h). */
const subjects = ['parameters', 'macs', 'flops'];
const notations = ['plain', 'unicode', 'latex'];

/** Frees what collected models held in the engine's memory. */
const registry = new FinalizationRegistry((release) => release());

/** Which model, with which settings, a report came from: format() writes it again from there. */
const origins = new WeakMap();

export class Model {
  #engine;
  #number;
  #release;
  #counted;

  /** What it was opened from; undefined where it came as model text. */
  opened;

  /** Use parse(). `bytes` is the model text in UTF-8. */
  constructor(engine, bytes, name) {
    this.#engine = engine;
    this.name = name;
    const number = engine.run((program) => program.openModel(bytes));
    this.#number = number;
    this.#release = () => engine.close(number);
    registry.register(this, this.#release, this);
    try {
      this.diagnostics = parseExact(this.#ask((program, model) => program.diagnostics(model)));
    } catch (error) {
      this.delete();
      throw error;
    }
  }

  /** A model whose types the engine knows as far as anybody does. */
  static async read(engine, bytes, name) {
    const model = new Model(engine, bytes, name);
    try {
      await engine.learnTypesOf(model.#number);
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
  format(name, { depth = everyDepth, ...settings } = {}) {
    this.#count(settings);
    return this.#write(name, depth);
  }

  /** The formula of a module's parameters (or `of: 'macs' | 'flops'`) as 'plain', 'unicode' or 'latex'; null: unknown. */
  formula(path = '', notation = 'plain', { of = 'parameters', ...settings } = {}) {
    this.#count(settings);
    const text = this.#ask((program, model) =>
      program.formula(model, String(path), choice(subjects, of), choice(notations, notation)));
    return text === '' ? null : text;
  }

  /** The lines that lead to a number: formula, numbers put in, result; and what leading terms alone would give. */
  explain(path = '', { of = 'parameters', notation = 'unicode', ...settings } = {}) {
    this.#count(settings);
    return parseExact(this.#ask((program, model) =>
      program.explanation(model, String(path), choice(subjects, of), choice(notations, notation))));
  }

  /** An input to offer where the text states none, as `input` takes it; null when nothing suggests itself. */
  suggestedInput() {
    return this.#engine.run((program) => program.suggestedInput(this.#held())) || null;
  }

  /** Frees the engine's memory now. The model cannot be used afterwards; deleting again does nothing. */
  delete() {
    if (!this.#number) return;
    registry.unregister(this);
    this.#number = undefined;
    this.#release();
  }

  /** Counts, unless that was done with these settings last. */
  #count(settings) {
    const wanted = engineSettings(settings);
    if (this.#counted === wanted) return;
    this.#counted = undefined;
    this.#ask((program, model) => program.count(model, wanted));
    this.#counted = wanted;
  }

  #write(format, depth) {
    return this.#ask((program, model) => program.write(model, String(format), Math.min(Math.max(0, Math.trunc(depth)), everyDepth)));
  }

  #ask(question) {
    return this.#engine.ask((program) => question(program, this.#held()));
  }

  #held() {
    if (!this.#number) throw new ParamscopeError('released', 'this model was deleted');
    return this.#number;
  }
}

if (Symbol.dispose) Model.prototype[Symbol.dispose] = Model.prototype.delete;

/** The place of a name in a list, which is its number in the engine. */
function choice(names, name) {
  const index = names.indexOf(name);
  if (index < 0) throw new ParamscopeError('argument', `"${name}" is none of ${names.join(', ')}`);
  return index;
}

/** A report, as Model.report() gave it, as a text in one of the formats. */
export function format(report, name = 'text', { depth } = {}) {
  const origin = origins.get(report);
  if (!origin) throw new ParamscopeError('argument', 'format() takes a report that a model of this library gave');
  return origin.model.format(name, { ...origin.settings, depth });
}
