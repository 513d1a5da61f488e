// Opens sources other than model text. Loads the file opener on first use.
import { isCrash } from '../crash.js';
import { messageOf } from '../languages/messages.js';
import { pathOf } from '../open/together.js';
import { packed } from '../shipped.js';
import { ParamscopeError } from './errors.js';
import { places } from './places.js';

/** Matches texts of other formats: JSON, printed tensors and state dicts, torchinfo and Keras tables. */
const otherText = /^\s*[{[]|\btorch\.Size\(|\bOrderedDict\(|\btensor\(|Layer \(type|={20}|[┏━│]/;
const searchedBytes = 1 << 16;

async function load() {
  const opening = await import('../open/opening.js').catch((error) => {
    throw ParamscopeError.from('load', 'library.opener_not_loaded', { reason: messageOf(error) }, { cause: error });
  });
  if (places.opener !== undefined) opening.useOpener(places.opener);
  await opening.loadOpener().catch((error) => { throw ParamscopeError.ofWasm(error); });
  return opening;
}

/** Returns the result of `use(opening)`; converts exceptions to ParamscopeErrors. */
async function ask(use) {
  const opening = await load();
  try {
    return await use(opening);
  } catch (error) {
    const reason = messageOf(error);
    throw ParamscopeError.from(isCrash(reason) ? 'crashed' : 'load', 'library.file_not_opened', { reason }, { cause: error });
  }
}

/** Returns false for bytes that are certainly not model text and have to be converted. */
export function mayBeModelText(bytes) {
  const beginning = bytes.subarray(0, searchedBytes);
  return !beginning.includes(0) && !otherText.test(new TextDecoder().decode(beginning));
}

/** Returns the Files or Blobs of `source` as a list, or undefined for other sources. */
export function filesOf(source) {
  const list = Array.isArray(source) ? source : [source];
  const isFile = (value) => typeof Blob === 'function' && value instanceof Blob;
  return list.length > 0 && list.every(isFile) ? list : undefined;
}

/** Opens bytes with the options of web/open/opening.js. */
export function openBytes(bytes, name, options) {
  return ask((opening) => opening.openBytes(name, bytes, options));
}

/** Opens the first of `files`; the others are its companions, of source code with their paths. `bytes` is set when the file is model text itself. */
export async function openFiles(files, name, options) {
  const isCode = files.length > 1 && files.every((file) => pathOf(file).endsWith('.py'));
  const named = files.map((file, i) => ({ name: i === 0 && !isCode ? name : pathOf(file), file }));
  const opened = await ask((opening) => opening.openFiles(named, options));
  if (opened.text === undefined) opened.bytes = new Uint8Array(await files[0].arrayBuffer());
  return opened;
}

/** Opens fetched files, in pieces: [{name, file}]. */
export async function openFetched(files) {
  const opened = await ask((opening) => opening.openFiles(files));
  const [{ file }] = files;
  if (opened.text === undefined) opened.bytes = await file.read(0, file.size);
  return opened;
}

/** Chooses what is counted of a fetched model; resolves to what chooseFetched() of web/open/opening.js does. */
export async function chooseFetched(fetched) {
  const { load } = await import('built:blocks');
  const texts = packed(await load());
  return ask((opening) => opening.chooseFetched(fetched, texts));
}
