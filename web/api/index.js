// The public interface of the library; types and words for each in paramscope.d.ts.
import { version } from '../../package.json';
import { optionsOf, textOf } from './arguments.js';
import { loadEngine, useWasm } from './engine.js';
import { ParamscopeError } from './errors.js';
import { format, Model } from './model.js';
import { filesOf, mayBeModelText, openBytes, openFiles, useOpenerWasm } from './opened.js';

export { format, Model, ParamscopeError };

/** Versions of this library, of the report's JSON and of share links. */
export const versions = Object.freeze({ library: version, report: 1, link: 1 });

/**
 * `wasm`: where the engine is, if not beside this file: an address, bytes, or a compiled module. `opener`: likewise,
 * where what opens files is.
 */
export function configure(options) {
  const { wasm, opener } = optionsOf(options, 'options');
  if (wasm !== undefined) useWasm(wasm);
  if (opener !== undefined) useOpenerWasm(opener);
}

/**
 * Reads a model: text, a file's bytes, a File, or the Files of one checkpoint. What is no model text is opened first.
 * Rejects with a ParamscopeError whose line and column say where it is wrong.
 */
export async function parse(source, options) {
  const { name } = optionsOf(options, 'options');
  const files = filesOf(source);
  const title = textOf(name ?? files?.[0].name ?? '', 'name');
  if (files) return readOpened(await openFiles(files, title), title);
  const bytes = bytesOf(source);
  if (mayBeModelText(bytes)) {
    try {
      return await Model.read(await loadEngine(), bytes, title);
    } catch (error) {
      const opened = error.code === 'model' && await openBytes(bytes, title);
      if (!opened || opened.text === undefined) throw error;
      return readOpened(opened, title);
    }
  }
  return readOpened(await openBytes(bytes, title), title, bytes);
}

/** The model that a file was opened as; `bytes` are the file where that is model text as it stands. */
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
  throw new ParamscopeError('argument', 'parse() takes a text, a Uint8Array or a File');
}

/** The shipped models: [{name, title, group, text}], in the gallery's order. */
export async function presets() {
  const { load } = await import('built:presets');
  return load();
}

/** The shipped model of that name, read. */
export async function preset(name) {
  const wanted = textOf(name, 'name');
  const found = (await presets()).find((entry) => entry.name === wanted);
  if (!found) throw new ParamscopeError('preset', `there is no preset named "${wanted}"`);
  return parse(found.text, { name: found.title });
}

/** Ways to weigh operations into FLOPs: [{name, summary}], the default first. */
export async function conventions() {
  return (await loadEngine()).inventory.conventions;
}

/** Names that format() takes. */
export async function formats() {
  return (await loadEngine()).inventory.formats;
}
