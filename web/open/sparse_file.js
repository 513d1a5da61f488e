// A file of which parts are in memory, as pieces; what lies behind `usedEnd` is used by no reader and reads as zeros.
export class SparseFile {
  /** `pieces` are { begin, bytes }; `size` is the file's, undefined while it is not known. */
  constructor({ size, usedEnd, pieces = [] } = {}) {
    this.size = size;
    this.usedEnd = usedEnd;
    this.pieces = pieces;
  }

  /** What a worker makes an equal file of. */
  get parts() {
    return { size: this.size, usedEnd: this.usedEnd, pieces: this.pieces };
  }

  /** How many bytes are here. */
  get bytesHeld() {
    return this.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** The bytes of a range if all of them are here; undefined otherwise. */
  held(begin, length) {
    const end = begin + length;
    if (this.usedEnd !== undefined && end > this.usedEnd && end <= this.size) return this.#withZeros(begin, length);
    const piece = this.pieces.find((each) => each.begin <= begin && end <= endOf(each));
    return piece?.bytes.subarray(begin - piece.begin, end - piece.begin);
  }

  #withZeros(begin, length) {
    const bytes = new Uint8Array(length);
    if (begin < this.usedEnd) bytes.set(this.held(begin, this.usedEnd - begin));
    return bytes;
  }

  /** The piece that holds the byte at `begin`, or ends there. */
  pieceBefore(begin) {
    return this.pieces.find((each) => each.begin <= begin && begin <= endOf(each));
  }

  /** Keeps bytes; joins them with the piece that ends where they begin. */
  keep(begin, bytes) {
    const before = this.pieces.find((each) => endOf(each) === begin);
    if (!before) {
      this.pieces.push({ begin, bytes });
      return;
    }
    const joined = new Uint8Array(before.bytes.length + bytes.length);
    joined.set(before.bytes);
    joined.set(bytes, before.bytes.length);
    before.bytes = joined;
  }
}

/** The bytes that are here of files, [{ file }]. */
export const bytesHeld = (files) => files.reduce((sum, { file }) => sum + file.bytesHeld, 0);

/** Where a piece ends in its file. */
export const endOf = ({ begin, bytes }) => begin + bytes.length;
