// A model that was read, and what can be asked of it.
import { ParamscopeError } from './errors.js';
import { parseExact } from './json.js';
import { engineSettings } from './settings.js';

const everyDepth = 4096;

/** Frees what collected models held in the engine's memory. */
const registry = new FinalizationRegistry((release) => release());

/** Which model, with which settings, a report came from: format() writes it again from there. */
const origins = new WeakMap();

export class Model {
  #engine;
  #handle;
  #release;
  #counted;

  /** Use parse(). `bytes` is the model text in UTF-8. */
  constructor(engine, bytes, name) {
    this.#engine = engine;
    this.name = name;
    const handle = engine.run((program) => new program.Model(bytes));
    this.#handle = handle;
    this.#release = () => engine.release(handle);
    registry.register(this, this.#release, this);
    try {
      this.diagnostics = parseExact(this.#ask((model) => model.diagnostics()));
    } catch (error) {
      this.delete();
      throw error;
    }
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
    const text = this.#ask((model, program) =>
      model.formula(path, choice(program.Subject, of), choice(program.Notation, notation)));
    return text === '' ? null : text;
  }

  /** The lines that lead to a number: formula, numbers put in, result; and what leading terms alone would give. */
  explain(path = '', { of = 'parameters', notation = 'unicode', ...settings } = {}) {
    this.#count(settings);
    return parseExact(this.#ask((model, program) =>
      model.explanation(path, choice(program.Subject, of), choice(program.Notation, notation))));
  }

  /** An input to offer where the text states none, as `input` takes it; null when nothing suggests itself. */
  suggestedInput() {
    return this.#use((model) => model.suggestedInput()) || null;
  }

  /** Frees the engine's memory now. The model cannot be used afterwards; deleting again does nothing. */
  delete() {
    if (!this.#handle) return;
    registry.unregister(this);
    this.#handle = undefined;
    this.#release();
  }

  /** Counts, unless that was done with these settings last. */
  #count(settings) {
    const wanted = engineSettings(settings);
    const key = JSON.stringify(wanted);
    if (this.#counted === key) return;
    this.#counted = undefined;
    this.#ask((model) => model.count(wanted));
    this.#counted = key;
  }

  #write(format, depth) {
    return this.#ask((model) => model.write(String(format), Math.min(Math.max(0, Math.trunc(depth)), everyDepth)));
  }

  #ask(question) {
    return this.#engine.ask((program) => question(this.#held(), program));
  }

  #use(question) {
    return this.#engine.run(() => question(this.#held()));
  }

  #held() {
    if (!this.#handle) throw new ParamscopeError('released', 'this model was deleted');
    return this.#handle;
  }
}

if (Symbol.dispose) Model.prototype[Symbol.dispose] = Model.prototype.delete;

/** The member of an engine's enumeration. */
function choice(enumeration, name) {
  if (Object.hasOwn(enumeration, name) && name !== 'values') return enumeration[name];
  const names = Object.keys(enumeration).filter((key) => key !== 'values');
  throw new ParamscopeError('argument', `"${name}" is none of ${names.join(', ')}`);
}

/** A report, as Model.report() gave it, as a text in one of the formats. */
export function format(report, name = 'text', { depth } = {}) {
  const origin = origins.get(report);
  if (!origin) throw new ParamscopeError('argument', 'format() takes a report that a model of this library gave');
  return origin.model.format(name, { ...origin.settings, depth });
}
