// Defines Model: a parsed model, its reports, formulas and what is different from another.
import { choiceOf, listOf, optionsOf, textOf, wholeOf } from './arguments.js';
import { ParamscopeError } from './errors.js';
import { parseExact } from './json.js';
import { countOptions, countSettings, engineSections, engineSettings, sectionOptions, sectionSettings } from './settings.js';

const everyDepth = 4096;

/** Names of the engine's enumerations Subject and Notation. */
const subjects = ['parameters', 'macs', 'flops', 'activations'];
const notations = ['plain', 'unicode', 'latex', 'mathml'];

/** Frees the engine's memory of models that were garbage-collected. */
const registry = new FinalizationRegistry(({ engine, held }) => engine.close(held));

/** What writes each report and comparison again, in another format: a function of its name and options. */
const writers = new WeakMap();

const reportOptions = [...countOptions, ...sectionOptions];
const writeOptions = ['depth', 'opened', 'width', 'lang'];
const languages = ['en', 'zh'];

/** Bytes as the engine takes them: where jsdom replaces Uint8Array, a TextEncoder gives arrays of another one. */
const ownBytes = (bytes) => (bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));

export class Model {
  #engine;
  /** The engine's own Model; undefined once deleted. */
  #held;
  /** The settings of the last count, as JSON. */
  #counted;

  /** The file that the model was converted from; undefined for a model text. */
  opened;

  /** Use parse(). `bytes` is the model text in UTF-8. */
  constructor(engine, bytes, name) {
    this.#engine = engine;
    this.name = name;
    this.#held = engine.open(ownBytes(bytes));
    registry.register(this, { engine, held: this.#held }, this);
    try {
      this.diagnostics = parseExact(this.#ask((held) => held.diagnostics()));
    } catch (error) {
      this.delete();
      throw error;
    }
  }

  /** Reads a model after loading the rules of composite types it needs. */
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

  /** Counts and returns the report of docs/report.md as an object. Integers beyond 2^53 are BigInt. */
  report(settings) {
    const given = optionsOf(settings, 'settings', reportOptions);
    this.#count(given);
    const report = parseExact(this.#write('json', given));
    writers.set(report, (name, options) => this.format(name, { ...given, ...optionsOf(options, 'options', writeOptions) }));
    return report;
  }

  /** Returns the report's modules, in print order. */
  nodes(settings) {
    return this.report(settings).nodes;
  }

  /** Writes the report in one of the formats, with rows down to `depth`; of a diagram, with the modules at the paths `opened` open; of a strip, with a `width` in pixels. */
  format(name, options) {
    const given = optionsOf(options, 'options', [...reportOptions, ...writeOptions]);
    this.#count(given);
    return this.#write(name, given);
  }

  /** Returns the formula of a module's parameters (or `of: 'macs' | 'flops' | 'activations'`, the bytes that a training step keeps) as 'plain', 'unicode', 'latex' or 'mathml'; null if unknown. */
  formula(path = '', notation = 'plain', options = {}) {
    const { of = 'parameters', ...settings } = optionsOf(options, 'options', [...reportOptions, 'of']);
    const place = textOf(path, 'path');
    const [subject, form] = [choiceOf(subjects, of, 'of'), choiceOf(notations, notation, 'notation')];
    this.#count(settings);
    return this.#ask((held, { Subject, Notation }) => held.formula(place, Subject[subject], Notation[form])) || null;
  }

  /** Explains a number: formula, formula with values, result, and the value of its leading terms alone. */
  explain(path = '', options = {}) {
    const { of = 'parameters', notation = 'unicode', ...settings } = optionsOf(options, 'options', [...reportOptions, 'of', 'notation']);
    const place = textOf(path, 'path');
    const [subject, form] = [choiceOf(subjects, of, 'of'), choiceOf(notations, notation, 'notation')];
    this.#count(settings);
    return parseExact(this.#ask((held, { Subject, Notation }) => held.explanation(place, Subject[subject], Notation[form])));
  }

  /** Tells what is different in `other`, both counted with the same settings, as the object of docs/compare.md. */
  compare(other, settings) {
    if (!(other instanceof Model)) throw ParamscopeError.from('argument', 'library.not_a_model');
    const given = { ...optionsOf(settings, 'settings', reportOptions) };
    const comparison = parseExact(this.#writeComparison(other, 'json', given));
    writers.set(comparison, (name, options) => {
      optionsOf(options, 'options', []);
      return this.#writeComparison(other, textOf(name, 'format'), given);
    });
    return comparison;
  }

  /** Suggests an input shape for a model text without one, in the form of `input`; null if there is no suggestion. */
  suggestedInput() {
    const held = this.#present();
    return this.#engine.run(() => held.suggestedInput()) || null;
  }

  /** Frees the engine's memory at once. The model cannot be used afterwards; a second call does nothing. */
  delete() {
    if (!this.#held) return;
    registry.unregister(this);
    const held = this.#held;
    this.#held = undefined;
    this.#engine.close(held);
  }

  /** Counts, unless the last count had the same settings. */
  #count(settings) {
    const wanted = engineSettings(countSettings(settings));
    const key = JSON.stringify(wanted);
    if (this.#counted === key) return;
    this.#counted = undefined;
    this.#ask((held) => held.count(wanted));
    this.#counted = key;
  }

  #write(format, { depth = everyDepth, opened, width = 960, lang = 'en', ...sections }) {
    const name = textOf(format, 'format');
    if (typeof depth !== 'number' || Number.isNaN(depth)) throw ParamscopeError.from('argument', 'library.not_a_number', { name: 'depth' });
    const request = {
      ...engineSections(sectionSettings(sections)),
      depth: Math.min(Math.max(0, Math.trunc(depth)), everyDepth),
      opened: opened === undefined ? '' : listOf(opened, 'opened').map((path) => `\n${textOf(path, 'opened')}`).join('') || '\n',
      width: wholeOf(width, 'width', 240, 4096),
      language: choiceOf(languages, lang, 'lang'),
    };
    return this.#ask((held) => held.write(name, request));
  }

  #writeComparison(other, format, settings) {
    this.#count(settings);
    other.#count(settings);
    if (this.#engine !== other.#engine) throw ParamscopeError.from('released', 'library.engine_restarted');
    const second = other.#present();
    return this.#ask((held) => held.compare(second, format, this.name || 'A', other.name || 'B'));
  }

  /** Returns the text of the Answer of `question(model, program)`, or throws its error. */
  #ask(question) {
    const held = this.#present();
    return this.#engine.ask((program) => question(held, program));
  }

  #present() {
    if (!this.#held) throw ParamscopeError.from('released', 'library.model_deleted');
    return this.#held;
  }
}

if (Symbol.dispose) Model.prototype[Symbol.dispose] = Model.prototype.delete;

/** Writes a report of Model.report() or a comparison of Model.compare() in one of its formats. */
export function format(result, name = 'text', options = {}) {
  const write = writers.get(result);
  if (!write) throw ParamscopeError.from('argument', 'library.not_a_report');
  return write(name, options);
}
