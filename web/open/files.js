// The files of one opening, as the program reads them. Where their bytes come from, a derived class says.

/** How many bytes ranges cover; what lies in several counts once. */
function covered(ranges) {
  let sum = 0;
  let reached = 0;
  for (const [begin, end] of ranges.sort(([a], [b]) => a - b)) {
    sum += Math.max(0, end - Math.max(begin, reached));
    reached = Math.max(reached, end);
  }
  return sum;
}

/** What the program finds as Module.files. The first file is the one to open, the others lie beside it. */
export class Files {
  #answers = {};
  #ranges = [];
  #memory = 0;

  /** `files`: [{name, size, …}]. */
  constructor(files) {
    this.files = files;
    this.#ranges = files.map(() => []);
  }

  /** Puts `target.length` bytes from `offset` into `target`; false when they cannot be had. */
  fetch() {
    throw new Error('to be derived');
  }

  putName(target) {
    return new TextEncoder().encodeInto(this.files[0].name, target).written;
  }

  size(file) {
    return this.files[file].size;
  }

  read(file, offset, target) {
    const done = this.fetch(this.files[file], offset, target);
    if (done) this.#ranges[file].push([offset, offset + target.length]);
    return done;
  }

  find(name) {
    const wanted = new TextDecoder().decode(name);
    return this.files.findIndex((file) => file.name === wanted);
  }

  takeAnswer(kind, bytes, memory) {
    this.#answers[kind] = new TextDecoder().decode(bytes);
    this.#memory = memory;
  }

  /**
   * What the file was opened as: { text, source, diagnostics, bytesRead, size, memory }. `text` is undefined where the
   * file is model text as it stands.
   */
  get opened() {
    const { text, source, diagnostics } = this.#answers;
    const used = this.files.filter((file, i) => this.#ranges[i].length > 0);
    return {
      text,
      source,
      diagnostics: JSON.parse(diagnostics),
      bytesRead: this.#ranges.map(covered).reduce((sum, bytes) => sum + bytes),
      size: used.reduce((sum, file) => sum + file.size, 0),
      memory: this.#memory,
    };
  }
}

/** Files whose bytes are in memory: [{name, bytes}]. */
export class BytesInMemory extends Files {
  constructor(files) {
    super(files.map(({ name, bytes }) => ({ name, size: bytes.length, bytes })));
  }

  fetch({ bytes }, offset, target) {
    target.set(bytes.subarray(offset, offset + target.length));
    return true;
  }
}
