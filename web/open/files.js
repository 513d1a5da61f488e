// Provides the files to open as the opener's program reads them. Derived classes supply the bytes.
import { headlineFrom } from '../count/calls.js';

/** Counts the bytes that ranges cover; overlapping ranges count once. */
function covered(ranges) {
  let sum = 0;
  let reached = 0;
  for (const [begin, end] of ranges.sort(([a], [b]) => a - b)) {
    sum += Math.max(0, end - Math.max(begin, reached));
    reached = Math.max(reached, end);
  }
  return sum;
}

/** Gives diagnostics the changes that they propose, lines "INDEX BEGIN END WORDS", as their `fix`. */
function withFixes(diagnostics, fixes) {
  for (const [, index, fix] of fixes.matchAll(/^(\d+) (.*)$/gm)) diagnostics[index].fix = fix;
  return diagnostics;
}

/** The most files of packages that one run asks for. */
const mostWanted = 1000;

/** The program's Module.files. The first file is the one to open, the others are its companions. */
export class Files {
  #answers = {};
  #ranges = [];
  #memory = 0;
  #fromPackages = [];  // their bytes

  /**
   * `files`: [{name, size, …}]; names may have folders. `format` is the name of the format to read the first one as, '' to
   * detect it; `build` is what to build of source code, '' for what the code suggests, and `input` the shapes that its
   * forward pass gets; with `isMain` the first of several files of source code is the one to read, else the opener chooses.
   * `packages` has the files of packages by their paths, "transformers/activations.py", null for one that is known to be missing; others that
   * are asked for are `wanted` then. Without it there are no packages.
   */
  constructor(files, { format = '', build = '', input = '', isMain = false, packages } = {}) {
    this.files = files;
    this.packages = packages;
    this.wanted = new Set();
    this.format = format;
    this.build = build;
    this.input = input;
    this.isMain = isMain;
    this.#ranges = files.map(() => []);
  }

  /** Reads `target.length` bytes at `offset` into `target`; returns false if they cannot be read. */
  fetch() {
    throw new Error('to be derived');
  }

  putName(target) {
    return new TextEncoder().encodeInto(this.files[0].name, target).written;
  }

  putFormat(target) {
    return new TextEncoder().encodeInto(this.format, target).written;
  }

  putBuild(target) {
    return new TextEncoder().encodeInto(this.build, target).written;
  }

  putInput(target) {
    return new TextEncoder().encodeInto(this.input, target).written;
  }

  putCompanions(target) {
    const names = this.files.length > 1 ? this.files.map(({ name }) => name).join('\n') : '';
    return new TextEncoder().encodeInto(names, target).written;
  }

  size(file) {
    return file < this.files.length ? this.files[file].size : this.#inPackages(file).length;
  }

  read(file, offset, target) {
    if (file >= this.files.length) {
      target.set(this.#inPackages(file).subarray(offset, offset + target.length));
      return true;
    }
    const done = this.fetch(this.files[file], offset, target);
    if (done) this.#ranges[file].push([offset, offset + target.length]);
    return done;
  }

  find(name) {
    const wanted = new TextDecoder().decode(name);
    return this.files.findIndex((file) => file.name === wanted);
  }

  #inPackages(file) {
    return this.#fromPackages[file - this.files.length];
  }

  findInPackages(path) {
    const name = new TextDecoder().decode(path);
    const bytes = this.packages?.get(name);
    if (this.packages && bytes === undefined && this.wanted.size < mostWanted) this.wanted.add(name);
    return bytes ? this.files.length + this.#fromPackages.push(bytes) - 1 : -1;
  }

  takeAnswer(kind, bytes, memory) {
    this.#answers[kind] = new TextDecoder().decode(bytes);
    this.#memory = memory;
  }

  /** Returns the result of making a model adjustable: { text, input, remark }; a `text` of '' means no change. */
  get adjusted() {
    const { text, input, remark } = this.#answers;
    return { text, input, remark };
  }

  /**
   * Returns what is counted of fetched files: { counted }, 'config' or 'weights', { text }, its model in the types of the files and with further
   * modules, '' where it is as its file says, and where both are there { isSame }, whether nothing differs, and the remark, { severity, … }.
   */
  get chosen() {
    const { diagnostics, same, counted, text } = this.#answers;
    const [remark] = JSON.parse(diagnostics);
    return { ...remark, isSame: same === 'yes', counted, text };
  }

  /** Returns the numbers of a text by the languages of the page, { en, zh }, each as headlineFrom() gives them (web/count/calls.js). */
  get counted() {
    const { english, chinese } = this.#answers;
    return { en: headlineFrom(english), zh: headlineFrom(chinese) };
  }

  /**
   * Returns the result of opening: { text, source, formats, built, main, code, classes, numbers, lines, library, wanted, diagnostics, bytesRead, size, memory }.
   * `text` is undefined if the file is model text itself. `formats` are those that a text can be read as, the one used first.
   * `built` is the expression of source code that was built, `classes` are those to choose from: "Net(in_features=64)",
   * `main` is the name of the one that was chosen of several files, or '', `numbers` shape the model, as "3 2 depth":
   * the value, the one in the text, the name; and `lines` are those of its modules: "12 layers.0.fc". `library` is one whose code would tell
   * more, { name, version, subject, types }: its types that the file names, of which the first is what is not known; `diagnostics` may have a
   * `fix`, "BEGIN END WORDS" to write in the place of those bytes of source code; and `wanted` are the paths of files of packages that were asked for and are not here.
   */
  get opened() {
    const { text, source, formats, built, main, code, classes, numbers, lines, library = '', diagnostics, fixes } = this.#answers;
    const [nameOfLibrary, version, ...types] = library.split('\n');
    const used = this.files.filter((file, i) => this.#ranges[i].length > 0);
    return {
      text,
      source,
      formats: formats.split('\n').filter(Boolean),
      built,
      main,
      code,
      classes: classes.split('\n').filter(Boolean),
      numbers: numbers.split('\n').filter(Boolean),
      lines: lines.split('\n').filter(Boolean),
      library: nameOfLibrary ? { name: nameOfLibrary, version, subject: types[0], types } : undefined,
      wanted: [...this.wanted],
      diagnostics: withFixes(JSON.parse(diagnostics), fixes),
      bytesRead: this.#ranges.map(covered).reduce((sum, bytes) => sum + bytes),
      size: used.reduce((sum, file) => sum + file.size, 0),
      memory: this.#memory,
    };
  }
}

/** Files in memory: [{name, bytes}]. */
export class BytesInMemory extends Files {
  constructor(files, options) {
    super(files.map(({ name, bytes }) => ({ name, size: bytes.length, bytes })), options);
  }

  fetch({ bytes }, offset, target) {
    target.set(bytes.subarray(offset, offset + target.length));
    return true;
  }
}
