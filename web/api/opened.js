// What is no model text, on its way to it. The opener is loaded when the first such thing comes.
import { ParamscopeError } from './errors.js';

/** Signs in a text of what only looks like a module. */
const otherText = /^\s*[{[]|\btorch\.Size\(|\bOrderedDict\(|\btensor\(|Layer \(type|={20}|[┏━│]/;
const signsWithin = 1 << 16;

let opener;

/** Where the opener's wasm is, if not beside this file. */
export function useOpenerWasm(place) {
  opener = place;
}

async function load() {
  try {
    const opening = await import('../open/opening.js');
    if (opener !== undefined) opening.useOpener(opener);
    return opening;
  } catch (error) {
    throw new ParamscopeError('load', `what opens files could not be loaded: ${error.message}`, { cause: error });
  }
}

/** What `use(opening)` gives; failures as this library's errors. */
async function ask(use) {
  const opening = await load();
  try {
    return await use(opening);
  } catch (error) {
    const code = error instanceof WebAssembly.RuntimeError ? 'crashed' : 'load';
    throw new ParamscopeError(code, `the file could not be opened: ${error.message}`, { cause: error });
  }
}

/** False where bytes are to be opened before anybody reads them as model text. */
export function mayBeModelText(bytes) {
  const beginning = bytes.subarray(0, signsWithin);
  return !beginning.includes(0) && !otherText.test(new TextDecoder().decode(beginning));
}

/** The Files or Blobs that `source` is, as a list; undefined where it is something else. */
export function filesOf(source) {
  const list = Array.isArray(source) ? source : [source];
  const isFile = (value) => typeof Blob === 'function' && value instanceof Blob;
  return list.length > 0 && list.every(isFile) ? list : undefined;
}

export function openBytes(bytes, name) {
  return ask((opening) => opening.openBytes(name, bytes));
}

/** Opens the first of `files`, with the others beside it; `bytes` is the file where that is model text as it stands. */
export async function openFiles(files, name) {
  const named = files.map((file, i) => ({ name: i === 0 ? name : file.name ?? '', file }));
  const opened = await ask((opening) => opening.openFiles(named));
  if (opened.text === undefined) opened.bytes = new Uint8Array(await files[0].arrayBuffer());
  return opened;
}
