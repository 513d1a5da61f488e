// Exports the public interface of the library. Its types and documentation are in paramscope.d.ts.
import { version } from '../../package.json';
import { choiceOf, optionsOf, textOf } from './arguments.js';
import { loadEngine, useWasm } from './engine.js';
import { ParamscopeError } from './errors.js';
import { fetchFiles, openFiles as openFetchedFiles } from './fetched.js';
import { format, Model } from './model.js';
import { filesOf, mayBeModelText, openBytes, openFiles, useOpenerWasm } from './opened.js';
import { similarName } from './similar.js';

export { format, Model, ParamscopeError };

/** Versions of this library, of the report's JSON and of share links. */
export const versions = Object.freeze({ library: version, report: 1, link: 1 });

/**
 * Sets the sources of the wasm files, by default the folder of this file. `wasm` is the engine, `opener` the file opener:
 * each is an address, bytes or a compiled module.
 */
export function configure(options) {
  const { wasm, opener } = optionsOf(options, 'options', ['wasm', 'opener']);
  if (wasm !== undefined) useWasm(wasm);
  if (opener !== undefined) useOpenerWasm(opener);
}

/**
 * Reads a model from text, a file's bytes, a File, or the Files of one checkpoint. Other formats are converted to model
 * text first. Rejects with a ParamscopeError that has the line and column of the error.
 */
export async function parse(source, options) {
  const { name, as, build, input } = optionsOf(options, 'options', ['name', 'as', 'build', 'input']);
  const reading = { format: textOf(as ?? '', 'as'), build: textOf(build ?? '', 'build'), input: textOf(input ?? '', 'input') };
  const files = filesOf(source);
  const title = textOf(name ?? files?.[0].name ?? '', 'name');
  if (files) return readOpened(await openFiles(files, title, reading), title);
  const bytes = bytesOf(source);
  if (as === undefined && mayBeModelText(bytes)) {
    try {
      return await Model.read(await loadEngine(), bytes, title);
    } catch (error) {
      const opened = error.code === 'model' && await openBytes(bytes, title, reading);
      if (!opened || opened.text === undefined) throw error;
      return readOpened(opened, title);
    }
  }
  return readOpened(await openBytes(bytes, title, reading), title, bytes);
}

/**
 * Fetches a model by its name on the Hugging Face hub or the address of a file: its config and the headers of its weights. Rejects with a
 * ParamscopeError 'fetch' that says what to do.
 */
export async function fetchModel(name, options) {
  const { title, config, weights, transfer } = await fetchFiles(name, options);
  const read = async (files, shown) => (files ? readOpened(await openFetchedFiles(files), shown) : null);
  const ofWeights = config ? `${title}: weights` : title;
  const [model, beside] = [await read(config && [config], title), await read(weights, ofWeights)];
  return { model: model ?? beside, weights: model && beside, transferred: transfer.bytes, requests: transfer.requests, hosts: [...transfer.hosts] };
}

/** Reads the model text of an opened file; `bytes` are the file's own when the file is model text itself. */
async function readOpened({ text, diagnostics, ...opened }, name, bytes) {
  if (diagnostics.some(({ severity }) => severity === 'error')) throw ParamscopeError.of('model', diagnostics);
  const model = await Model.read(await loadEngine(), text === undefined ? bytes ?? opened.bytes : bytesOf(text), name);
  if (text !== undefined) model.opened = { source: opened.source, text, bytesRead: opened.bytesRead, size: opened.size, diagnostics };
  return model;
}

function bytesOf(source) {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  throw ParamscopeError.from('argument', 'library.not_a_source');
}

/** Lists the shipped models, [{name, title, group, text}], in the gallery's order. */
export async function presets() {
  const { load } = await import('built:presets');
  return load();
}

/** The error of a name that no preset has; it tells the one that may be meant. */
function noPreset(name, all) {
  const names = all.map((entry) => entry.name), titles = all.map((entry) => entry.title);
  const similar = similarName(name, names) ?? names[titles.indexOf(similarName(name, titles))];
  if (!similar) return ParamscopeError.from('preset', 'library.no_preset', { name });
  return ParamscopeError.from('preset', 'library.no_preset_similar', { name, similar });
}

/** Reads the shipped model of that name. */
export async function preset(name) {
  const wanted = textOf(name, 'name');
  const all = await presets();
  const found = all.find((entry) => entry.name === wanted);
  if (!found) throw noPreset(wanted, all);
  return parse(found.text, { name: found.title });
}

/** Lists the FLOP conventions, [{name, summary}], the default first. */
export async function conventions() {
  return (await loadEngine()).inventory.conventions;
}

/** Lists the names that format() takes for a report; 'comparison' for those of a comparison. */
export async function formats(of = 'report') {
  const { formats: ofReports, comparison_formats: ofComparisons } = (await loadEngine()).inventory;
  return choiceOf(['report', 'comparison'], of, 'of') === 'report' ? ofReports : ofComparisons;
}

/** Lists the devices for `device`, by memory, with their rates in FLOP/s. */
export async function devices() {
  return (await loadEngine()).inventory.devices;
}

/** Lists the optimizers for `memory.train`. */
export async function optimizers() {
  return (await loadEngine()).inventory.optimizers;
}
