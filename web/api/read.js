// Reads models of all sources, for whichever engine counts them.
import { optionsOf, textOf } from './arguments.js';
import { ParamscopeError } from './errors.js';
import { Model } from './model.js';
import { filesOf, mayBeModelText, openBytes, openFiles } from './opened.js';
import { similarName } from './similar.js';

/**
 * Reads a model with a SharedEngine. `source` is text, a file's bytes, a File, or the Files of one checkpoint; other formats are converted to
 * model text first. Rejects with a ParamscopeError that has the line and column of the error.
 */
export async function read(shared, source, options) {
  const { name, as, build, input } = optionsOf(options, 'options', ['name', 'as', 'build', 'input']);
  const reading = { format: textOf(as ?? '', 'as'), build: textOf(build ?? '', 'build'), input: textOf(input ?? '', 'input') };
  const files = filesOf(source);
  const title = textOf(name ?? files?.[0].name ?? '', 'name');
  if (files) return readOpened(shared, await openFiles(files, title, reading), title);
  const bytes = bytesOf(source);
  if (as === undefined && mayBeModelText(bytes)) {
    try {
      return await Model.read(await shared.load(), bytes, title);
    } catch (error) {
      const opened = error.code === 'model' && await openBytes(bytes, title, reading);
      if (!opened || opened.text === undefined) throw error;
      return readOpened(shared, opened, title);
    }
  }
  return readOpened(shared, await openBytes(bytes, title, reading), title, bytes);
}

/** Reads the model text of an opened file; `bytes` are the file's own when the file is model text itself. */
export async function readOpened(shared, { text, diagnostics, ...opened }, name, bytes) {
  if (diagnostics.some(({ severity }) => severity === 'error')) throw ParamscopeError.of('model', diagnostics);
  const model = await Model.read(await shared.load(), text === undefined ? bytes ?? opened.bytes : bytesOf(text), name);
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

/** Reads the shipped model of that name with a SharedEngine. */
export async function readPreset(shared, name) {
  const wanted = textOf(name, 'name');
  const all = await presets();
  const found = all.find((entry) => entry.name === wanted);
  if (!found) throw noPreset(wanted, all);
  return read(shared, found.text, { name: found.title });
}
