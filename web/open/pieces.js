// Reads files asynchronously: runs the program until it needs missing bytes, fetches them and runs it again. Fetched pieces
// grow, which keeps the number of runs small.
import { message, MessageError } from '../languages/messages.js';
import { Files } from './files.js';
import { SparseFile } from './sparse_file.js';

const firstPiece = 1 << 18;
const mostKept = 1 << 29;
const mostRuns = 500;

/** Parts of a Blob. */
class BlobInPieces extends SparseFile {
  #blob;
  #next = firstPiece;

  constructor(blob) {
    super({ size: blob.size });
    this.#blob = blob;
  }

  async read(begin, length) {
    if (this.#next + length > mostKept) throw new MessageError(message('page.too_much_to_read'));
    const buffer = await this.#blob.slice(begin, begin + Math.max(length, this.#next)).arrayBuffer();
    if (buffer.byteLength < length) throw new MessageError(message('page.file_changed'));
    this.pieces.push({ begin, bytes: new Uint8Array(buffer) });
    this.#next *= 2;
  }
}

/** Files of which parts are here, [{name, file}] of SparseFiles. */
export class InPieces extends Files {
  /** The requested range that was missing: {file, begin, length}; `file` is its number. */
  missing;

  constructor(files, options) {
    super(files.map(({ name, file }, number) => ({ name, size: file.size, file, number })), options);
  }

  fetch({ file, number }, begin, target) {
    if (this.missing) return false;
    const bytes = file.held(begin, target.length);
    if (bytes) target.set(bytes);
    else this.missing = { file: number, begin, length: target.length };
    return bytes !== undefined;
  }
}

/** True for a file that is fetched in pieces: it has `held(begin, length)` and `read(begin, length)`. */
export const isInPieces = (file) => file instanceof SparseFile;

/**
 * Resolves to what `run(files)` answers about files that are fetched in pieces, [{name, file}]. It gives { answer } or
 * { missing }, as of InPieces.
 */
export async function answerOf(run, files) {
  for (let runs = 0; runs < mostRuns; ++runs) {
    const { answer, missing } = await run(files);
    if (!missing) return answer;
    await files[missing.file].file.read(missing.begin, missing.length);
  }
  throw new MessageError(message('page.too_much_to_read'));
}

/** Runs `answerIn`, a function of run.js, once. */
export async function runOnce(answerIn, program, files, options) {
  const run = new InPieces(files, options);
  const answer = await answerIn(program, run);
  return run.missing ? { missing: run.missing } : { answer };
}

/** Answers with `answerIn`, a function of run.js, about `files`, [{name, file}] of Blobs or files in pieces. */
export function answerInPieces(answerIn, program, files, options) {
  const parts = files.map(({ name, file }) => ({ name, file: isInPieces(file) ? file : new BlobInPieces(file) }));
  return answerOf((all) => runOnce(answerIn, program, all, options), parts);
}
