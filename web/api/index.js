// The public interface of the library; types and words for each in paramscope.d.ts.
import { version } from '../../package.json';
import { loadEngine, useWasm } from './engine.js';
import { ParamscopeError } from './errors.js';
import { format, Model } from './model.js';

export { format, Model, ParamscopeError };

/** Versions of this library, of the report's JSON and of share links. */
export const versions = Object.freeze({ library: version, report: 1, link: 1 });

/** `wasm`: where the engine is, if not beside this file: an address, bytes, or a compiled module. */
export function configure({ wasm }) {
  useWasm(wasm);
}

/** Reads a model: text, or a file's bytes. Rejects with a ParamscopeError whose line and column say where it is wrong. */
export async function parse(source, { name = '' } = {}) {
  const bytes = bytesOf(source);
  return Model.read(await loadEngine(), bytes, String(name));
}

function bytesOf(source) {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  throw new ParamscopeError('argument', 'parse() takes a text or a Uint8Array');
}

/** The shipped models: [{name, title, group, text}], in the gallery's order. */
export async function presets() {
  const { load } = await import('built:presets');
  return load();
}

/** The shipped model of that name, read. */
export async function preset(name) {
  const found = (await presets()).find((entry) => entry.name === name);
  if (!found) throw new ParamscopeError('preset', `there is no preset named "${name}"`);
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
