// A file on a server, of which parts are here: it is read in pieces (web/open/pieces.js).
import { SparseFile } from '../open/sparse_file.js';
import { problem } from './messages.js';
import { mostOfWholeFile } from './transfer.js';

/** What is asked for at the beginning of a file; it is as much as readers look at to tell its format. */
const firstPiece = 1 << 16;
/** Reading on asks for twice as much each time, up to this. */
const largestPiece = 1 << 22;

const lengthBytes = 8;
/** The limit of the safetensors library. */
const largestHeader = 100_000_000;
const openingBrace = 0x7b;

/** The length of the header of a safetensors file that begins with these bytes; undefined for another file. */
function headerLength(bytes) {
  if (!bytes) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  return length >= 2n && length <= BigInt(largestHeader) ? Number(length) : undefined;
}

export class RemoteFile extends SparseFile {
  #url;
  #transfer;
  #check;

  /**
   * `name` is the file's own, `path` what a person is told. `size` is what a listing says, if there is one. `check(answer)`
   * throws for an answer that is no success.
   */
  constructor({ name, path = name, url, transfer, size, check }) {
    super({ size });
    this.name = name;
    this.path = path;
    this.#url = url;
    this.#transfer = transfer;
    this.#check = check;
  }

  /** Fetches the beginning: of a safetensors file its header and nothing else, of another one a first piece. */
  async start() {
    const isNamed = this.name.endsWith('.safetensors');
    await this.#fetch(0, isNamed ? lengthBytes : firstPiece);
    if (this.size === undefined) await this.whole(mostOfWholeFile);
    const length = headerLength(this.held(0, lengthBytes));
    if (isNamed && length === undefined) throw problem('hub.not_safetensors', { path: this.path });
    if (length === undefined || (!isNamed && this.held(lengthBytes, 1)?.[0] !== openingBrace)) return this;
    const end = Math.min(lengthBytes + length, this.size);
    await this.read(0, end);
    this.usedEnd = end;  // readers of this format use the header alone
    return this;
  }

  /** Fetches all of the file, of at most `most` bytes; resolves to them. */
  async whole(most) {
    const answer = await this.#transfer.whole(this.#url, most, this.path);
    if (answer.status !== 200) this.#check(answer);
    this.size = answer.bytes.length;
    this.pieces = [{ begin: 0, bytes: answer.bytes }];
    return answer.bytes;
  }

  /** Resolves to the bytes of a range; fetches what is not here. */
  async read(begin, length) {
    const end = begin + length;
    if (end > this.size) throw problem('hub.size_changed');
    for (let bytes; ;) {
      bytes = this.held(begin, length);
      if (bytes) return bytes;
      const before = this.pieceBefore(begin);
      const from = before ? before.begin + before.bytes.length : begin;
      // A piece that is read on from its end grows: its reader does not jump.
      const ahead = before ? Math.min(before.bytes.length, largestPiece) : firstPiece;
      await this.#fetch(from, Math.min(Math.max(end, from + ahead), this.size));
    }
  }

  async #fetch(begin, end) {
    const { bytes, size, ...answer } = await this.#transfer.range(this.#url, begin, end, this.path);
    if (bytes === undefined) this.#check(answer);
    if (size !== undefined && this.size !== undefined && this.size !== size) throw problem('hub.size_changed');
    this.size ??= size;
    const expected = Math.min(end, this.size ?? end) - begin;
    if (bytes.length < expected) {
      if (this.size !== undefined) throw problem('hub.wrong_length', { host: new URL(this.#url).host, actual: bytes.length, expected });
      this.size = begin + bytes.length;
    }
    this.keep(begin, bytes);
  }
}
