// Fetches the code of a library from its public repository, as far as a reader asks for it.
import { problem } from './messages.js';
import { statusProblem } from './repository.js';

const host = 'raw.githubusercontent.com';
const mostFiles = 300;
const mostRounds = 20;
const largestFile = 2 << 20;
const largestCode = 8 << 20;
const atOnce = 12;

/** The files that define a type of model, by the folder of its models. */
const filesOfType = (folder) => {
  const type = folder.split('/').pop();
  return ['__init__', `configuration_${type}`, `modeling_${type}`].map((file) => `${folder}/${file}.py`);
};

/** For each library: its repository, where its package lies in it, a file that it always has, and files that all its models use. */
const libraries = {
  transformers: {
    repository: 'huggingface/transformers',
    folder: 'src',
    mark: 'transformers/models/auto/modeling_auto.py',
    usual: ['__init__', '_typing', 'activations', 'modeling_layers', 'modeling_outputs', 'modeling_rope_utils', 'models/auto/auto_mappings',
      'models/auto/configuration_auto', 'models/auto/modeling_auto', 'utils/output_capturing'].map((file) => `transformers/${file}.py`),
  },
};

/** True for what may be the path of a file of a package: its names are in lower case. */
const isPath = (path) => path.length < 300 && /^[a-z_][a-z0-9_]*(\/[a-z0-9_]+)+\.py$/.test(path);

/** The path at which the module of a path may lie as well: "a/b.py" and "a/b/__init__.py" are both a.b. */
const otherPath = (path) => (path.endsWith('/__init__.py') ? path.replace(/\/__init__\.py$/, '.py') : path.replace(/\.py$/, '/__init__.py'));

/** True for a version that has been published, whose files never change: "4.57.1". */
const isRelease = (version) => /^\d+(\.\d+){1,3}(rc\d+)?$/.test(version);

/** Where a library's code of a version is: { host, folder, version }. `version` is '' for the newest. */
export function placeOf({ name, version }) {
  const { repository, folder } = libraries[name];
  const tag = isRelease(version) ? `v${version}` : 'main';
  return { host, folder: `${repository}/${tag}/${folder}`, version: isRelease(version) ? version : '' };
}

/** The files of a library that are here. */
export class LibraryCode {
  /** Files by their paths from the folder of the package on, null for one that is missing. */
  held = new Map();

  #library;
  #place;
  #transfer;
  #cache;
  #rounds = 0;
  #bytes = 0;

  /**
   * `library` is { name, version, types }, as of web/open/files.js. `cache` keeps the files of a published version, if there is one:
   * `get(url)` resolves to bytes, null for a missing file, undefined for one that it does not know, `put(url, bytes)` takes them.
   */
  constructor(library, { transfer, cache }) {
    this.#library = library;
    this.#place = placeOf(library);
    this.#transfer = transfer;
    this.#cache = this.#place.version ? cache : undefined;
  }

  /** How many files are here. */
  get count() {
    return [...this.held.values()].filter(Boolean).length;
  }

  /** Fetches what the library's models of these types are known to need. Throws where the library has no code of this version. */
  async start() {
    const { name, types } = this.#library;
    const { usual, mark } = libraries[name];
    await this.bring([...usual, ...types.flatMap((type) => filesOfType(`${name}/models/${type}`))]);
    if (!this.held.get(mark)) throw problem('hub.no_such_version', { library: name, folder: this.#place.folder });
  }

  /** Fetches files by their paths, all that can be there; resolves to true if more is known then than before. */
  async bring(paths) {
    const wanted = this.#added(paths).filter((path) => this.#mayBeThere(path));
    if (wanted.length === 0) return false;
    const isTooMuch = ++this.#rounds > mostRounds || this.held.size + wanted.length > mostFiles;
    if (isTooMuch) throw problem('hub.too_many_files_of_code', { limit: mostFiles });
    for (let at = 0; at < wanted.length; at += atOnce) {
      await Promise.all(wanted.slice(at, at + atOnce).map(async (path) => { this.held.set(path, await this.#file(path)); }));
      if (this.#bytes > largestCode) throw problem('hub.too_much_code', { limit: largestCode >> 20 });
    }
    return true;
  }

  /** The paths, with the files of a type where its folder is asked for. */
  #added(paths) {
    const isOfType = (path) => path.split('/').length === 4 && path.startsWith(`${this.#library.name}/models/`) && path.endsWith('/__init__.py');
    return [...new Set(paths.flatMap((path) => (isOfType(path) ? filesOfType(path.replace('/__init__.py', '')) : [path])))];
  }

  /** True for a file of the library of which nothing is known. A module is a file or a folder, and not both. */
  #mayBeThere(path) {
    const isOther = !isPath(path) || !path.startsWith(`${this.#library.name}/`) || this.held.has(path);
    return !isOther && !this.held.get(otherPath(path));
  }

  async #file(path) {
    const url = `https://${host}/${this.#place.folder}/${path}`;
    const known = await this.#cache?.get(url);
    const bytes = known === undefined ? await this.#fetched(url, path) : known;
    this.#bytes += bytes?.length ?? 0;
    if (known === undefined) await this.#cache?.put(url, bytes);
    return bytes;
  }

  async #fetched(url, path) {
    const answer = await this.#transfer.whole(url, largestFile, path);
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw statusProblem(answer, host);
    return answer.bytes;
  }
}
