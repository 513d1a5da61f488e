// Reads files asynchronously without a worker: runs the program until it needs missing bytes, fetches them and runs it
// again. Fetched pieces grow, which keeps the number of runs small.
import { message, MessageError } from '../languages/messages.js';
import { Files } from './files.js';

const firstPiece = 1 << 18;
const mostKept = 1 << 29;

class InPieces extends Files {
  /** The requested range that was missing: {file, offset, length}. */
  missing;

  constructor(files, options, kept) {
    super(files.map(({ name, file }) => ({ name, size: file.size, file })), options);
    this.kept = kept;
  }

  fetch(entry, offset, target) {
    if (this.missing) return false;
    const end = offset + target.length;
    const piece = this.kept.find(({ file, begin, bytes }) => file === entry.file && begin <= offset && end <= begin + bytes.length);
    if (piece) target.set(piece.bytes.subarray(offset - piece.begin, end - piece.begin));
    else this.missing = { file: entry.file, begin: offset, length: target.length };
    return piece !== undefined;
  }
}

async function fetchPiece({ file, begin, length }, size) {
  const buffer = await file.slice(begin, begin + Math.max(length, size)).arrayBuffer();
  if (buffer.byteLength < length) throw new MessageError(message('page.file_changed'));
  return { file, begin, bytes: new Uint8Array(buffer) };
}

/** Answers with `answerIn`, a function of run.js, about `files`, [{name, file}] of Blobs, with the options of files.js. */
export async function answerInPieces(answerIn, program, files, options) {
  const kept = [];
  for (let size = firstPiece; ; size *= 2) {
    const run = new InPieces(files, options, kept);
    const answer = await answerIn(program, run);
    if (!run.missing) return answer;
    if (size + run.missing.length > mostKept) throw new MessageError(message('page.too_much_to_read'));
    kept.push(await fetchPiece(run.missing, size));
  }
}
