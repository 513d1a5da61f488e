// What a file refers to, and all that it reaches so.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { root } from '../../steps.mjs';

const isCpp = (path) => /\.(cpp|h)$/.test(path);
const isScript = (path) => /\.m?js$/.test(path);

/** The headers that C++ includes: of src/ or tests/, by their path below it. */
function includesOf(text, files) {
  const named = [...text.matchAll(/^\s*#include\s+"([^"]+)"/gm)].map(([, path]) => path);
  return named.flatMap((path) => [`src/${path}`, `tests/${path}`].filter((file) => files.has(file)));
}

/** Folders that the files of a test's own folder, and paths in C++, are looked for in beside that of the repository. */
const basesOf = (path) => ['', dirname(path), ...(isCpp(path) ? ['tests/golden', 'web/languages'] : [])];

/** The texts in quotes; of one with values in it, the pieces between them. */
function textsIn(source) {
  return [...source.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`/g)].flatMap(([, a, b, c]) => (a ?? b ?? c).split(/\$\{[^}]*\}/));
}

/** The files that a source names in quotes, as an import or otherwise, and the folders that it names with a slash, which mean all in them. */
function namedIn(path, source, files, folders) {
  const named = textsIn(source).filter((text) => /[^./]/.test(text)).flatMap((text) => basesOf(path).flatMap((base) => {
    const found = normalize(join(base, text)).replace(/\/$/, '');
    return files.has(found) || (text.includes('/') && folders.has(found)) ? [found] : [];
  }));
  return named.filter((found) => !path.startsWith(`${found}/`));
}

/** The folders that hold files. */
function foldersOf(files) {
  const folders = new Set();
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  return folders;
}

/** What the files of a repository refer to: files, and folders with all that is in them. */
export class Graph {
  #files;
  #folders;
  #references = new Map();
  #reached = new Map();

  constructor(files) {
    this.#files = new Set(files);
    this.#folders = foldersOf(files);
  }

  get files() {
    return [...this.#files];
  }

  /** The files and folders that a file refers to. */
  referencesOf(path) {
    if (!this.#references.has(path)) this.#references.set(path, this.#read(path));
    return this.#references.get(path);
  }

  /** Whether a file reaches another: it is that one, or refers to it or its folder, by others or itself. */
  reaches(path, other) {
    const { files, folders } = this.#reachedFrom(path);
    return files.has(other) || folders.some((folder) => other.startsWith(`${folder}/`));
  }

  /**
   * All that a file reaches. A script that names a file of C++ reads it, and not what it includes; one that names a folder above itself
   * means none of what is there.
   */
  #reachedFrom(path) {
    if (!this.#reached.has(path)) {
      const files = new Set([path]);
      for (const each of files) {
        if (isCpp(each) === isCpp(path)) this.referencesOf(each).forEach((other) => files.add(other));
      }
      this.#reached.set(path, { files, folders: [...files].filter((each) => this.#folders.has(each) && !path.startsWith(`${each}/`)) });
    }
    return this.#reached.get(path);
  }

  #read(path) {
    const isTest = path.startsWith('tests/');
    if (!this.#files.has(path) || !(isCpp(path) || isScript(path))) return [];
    const source = readFileSync(join(root, path), 'utf8');
    return [...(isCpp(path) ? includesOf(source, this.#files) : []), ...(isTest || isScript(path) ? namedIn(path, source, this.#files, this.#folders) : [])];
  }
}
