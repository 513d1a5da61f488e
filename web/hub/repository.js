// A model's repository on the hub: which files it has, and which of them tell the model.
import { isRepository } from './address.js';
import { message, problem } from './messages.js';
import { isPrintable } from './printable.js';
import weightNames from './weight_names.json' with { type: 'json' };

const largestListing = 16 << 20;
const mostFiles = 100_000;
const longestName = 1000;
const mostNamed = 5;

const commit = /^[0-9a-f]{40}$/;

/** The address of a file; the hub leads from there to its file servers. */
const addressOf = ({ endpoint, id, revision }, path) => `${endpoint}/${id}/resolve/${encodeURIComponent(revision)}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** Explains the status of the hub about a repository or one of its files. */
function explain({ status, headers }, { endpoint, id, revision, access }, path) {
  const { host } = new URL(endpoint);
  const page = `${endpoint}/${id}`;
  const gated = `hub.gated_${access}`;
  const hidden = `hub.hidden_${access}`;
  const told = {
    GatedRepo: () => problem(gated, { id, page }),
    RepoNotFound: () => problem(hidden, { host, id }),
    RevisionNotFound: () => problem('hub.no_revision', { id, revision }),
    EntryNotFound: () => problem('hub.no_file', { id, path }),
    DisabledRepo: () => problem('hub.disabled', { host, id }),
  };
  const code = headers.get('X-Error-Code');
  if (Object.hasOwn(told, code ?? '')) return told[code]();
  if (status === 401) return problem(hidden, { host, id });
  if (status === 403) return problem(gated, { id, page });
  if (status === 404 && path === undefined) return problem(hidden, { host, id });
  if (status === 404) return problem('hub.no_file', { id, path });
  return statusProblem({ status, headers }, host);
}

/** Explains a status of any server. */
export function statusProblem({ status, headers }, host) {
  if (status === 404 || status === 410) return problem('hub.not_found', { host });
  if (status === 401 || status === 403) return problem('hub.needs_login', { host, status });
  if (status === 429) {
    const seconds = Number(headers.get('Retry-After'));
    return problem('hub.rate_limited', { host, when: seconds > 0 ? message('hub.after_seconds', { seconds }) : message('hub.later') });
  }
  return problem(status >= 500 ? 'hub.server_failed' : 'hub.unexpected_status', { host, status });
}

/** Reads the hub's answer: the files by their paths, [path, size in bytes or undefined]. */
function filesOf({ siblings }) {
  const isFile = ({ rfilename }) => typeof rfilename === 'string' && rfilename.length <= longestName && isPrintable(rfilename) && !rfilename.split('/').includes('..');
  return siblings.slice(0, mostFiles).filter((each) => typeof each === 'object' && each && isFile(each))
    .map(({ rfilename, size }) => [rfilename, Number.isSafeInteger(size) && size >= 0 ? size : undefined]);
}

export class Repository {
  /** `address` is of kind 'repository' (address.js). */
  constructor(address, { endpoint, transfer }) {
    this.#transfer = transfer;
    this.#place = { endpoint, id: address.id, revision: address.revision, access: transfer.access };
  }

  #transfer;
  #place;
  #files = new Map();

  get id() {
    return this.#place.id;
  }

  /** Another repository of the same hub, at its main revision. */
  other(id) {
    return new Repository({ id, revision: 'main' }, { endpoint: this.#place.endpoint, transfer: this.#transfer });
  }

  /** Fetches the list of files; later requests are about the commit that it is of, by the name that the model has now. */
  async list() {
    const { endpoint, id, revision } = this.#place;
    const answer = await this.#transfer.whole(`${endpoint}/api/models/${id}/revision/${encodeURIComponent(revision)}?blobs=true`, largestListing, id);
    if (answer.status !== 200) throw explain(answer, this.#place);
    try {
      const listing = JSON.parse(new TextDecoder().decode(answer.bytes));
      this.#files = new Map(filesOf(listing));
      if (commit.test(listing.sha)) this.#place.revision = listing.sha;
      if (isRepository(listing.id)) this.#place.id = listing.id;
    } catch {
      throw problem('hub.invalid_listing', { host: new URL(endpoint).host });
    }
  }

  has(path) {
    return this.#files.has(path);
  }

  /** The paths of the files in a folder, not below it; '' is the repository's own. */
  namesIn(folder) {
    const start = folder === '' ? '' : `${folder}/`;
    return [...this.#files.keys()].filter((path) => path.startsWith(start)).map((path) => path.slice(start.length)).filter((name) => !name.includes('/'));
  }

  /** True for a folder with files in it or below it. */
  hasFolder(folder) {
    return [...this.#files.keys()].some((path) => path.startsWith(`${folder}/`));
  }

  /** The paths of GGUF files, of each that is in parts the first. */
  get ggufFiles() {
    return [...this.#files.keys()].filter((path) => path.endsWith('.gguf') && isWhole(path) && !isProjector(path.split('/').pop()));
  }

  /** The folders that have a config, as paths. */
  get modelFolders() {
    return [...this.#files.keys()].filter((path) => /^[^/]+\/config\.json$/.test(path)).map((path) => path.replace('/config.json', ''));
  }

  /** All folders that have files of weights, as paths. */
  get foldersOfWeights() {
    const holds = (path) => path.includes('/') && isWeights(path.split('/').pop());
    return [...new Set([...this.#files.keys()].filter(holds).map((path) => path.slice(0, path.lastIndexOf('/'))))];
  }

  /** What a RemoteFile needs to know of a file. */
  file(path) {
    if (!this.has(path)) throw problem('hub.no_file', { id: this.id, path });
    return {
      name: path.split('/').pop(), path, url: addressOf(this.#place, path), size: this.#files.get(path), transfer: this.#transfer,
      check: (answer) => { throw explain(answer, this.#place, path); },
    };
  }
}

const isPart = (name) => /\d+-of-\d+\.\w+$/.test(name);

/** True for a file alone, and for the first of its parts. */
const isWhole = (name) => !isPart(name) || /(?<!\d)0*1-of-\d+\.\w+$/.test(name);

/** The part of a model of pictures that llama.cpp keeps beside its weights. */
const isProjector = (name) => /^mmproj\b/i.test(name);

/** True for a name, or one that ends as `*.pt` says. */
const fits = (name, pattern) => (pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern);

/** Tells, for each kind of files that hold one model's weights, the best first, whether a name is one of it (src/cli/model_folder.cpp has the same). */
const kinds = weightNames.kinds.map((patterns) => (name) => patterns.some((pattern) => fits(name, pattern)));

/** True for files beside weights that would look like some. */
const isNoModel = (name) => weightNames.others.some((start) => name.startsWith(start));

/** True for the name of a file of weights. */
const isWeights = (name) => !isNoModel(name) && kinds.some((isOfKind) => isOfKind(name));

/** True where the files of a folder tell a model. */
export const holdsModel = (names) => names.includes('config.json') || names.some(isWeights);

const listed = (names) => (names.length > mostNamed ? message('hub.and_more', { names: names.slice(0, mostNamed).join(', '), count: names.length - mostNamed }) : names.join(', '));

/** Names without those of the same weights in another form: `model.fp16.safetensors` beside `model.safetensors`. */
const withoutVariants = (names) => names.filter((name) => !names.includes(name.replace(/\.[^.]+(\.\w+)$/, '$1')) || !/\.[^.]+\.\w+$/.test(name));

/** The path of the GGUF file that `quant` means: the name of its type, or its own. Throws where none or several may be meant. */
export function fileOfQuant({ id, ggufFiles: files }, quant) {
  const word = new RegExp(`(^|[-._/])${quant.replaceAll('.', '\\.')}([-./]|$)`, 'i');
  const own = files.filter((path) => path === quant);
  const found = own.length > 0 ? own : files.filter((path) => word.test(path));
  if (found.length === 1) return found[0];
  if (found.length === 0) throw problem('hub.no_quant', { id, quant, names: files.length > 0 ? listed(files) : message('hub.none') });
  throw problem('hub.several_files', { id, count: found.length, names: listed(found.map((path) => `${id}/${path}`)) });
}

/**
 * The name of the file of weights among `names`, undefined if there is none. Throws where several may be meant: quantised
 * versions of one model, for example. `id` is what a person calls the folder.
 */
export function chooseWeights(names, id) {
  for (const isOfKind of kinds) {
    const fitting = names.filter((name) => isOfKind(name) && !isNoModel(name));
    const whole = withoutVariants(fitting.filter(isWhole));
    if (whole.length > 1) throw problem('hub.several_files', { id, count: whole.length, names: listed(whole.map((name) => `${id}/${name}`)) });
    if (whole.length === 1) return whole[0];
  }
  return undefined;
}

/** Explains a folder without a model; a pipeline of several models is named with what it holds, and so are folders with weights. */
export function noModel(repository, folder) {
  const id = [repository.id, folder].filter(Boolean).join('/');
  const { modelFolders } = repository;
  if (folder === '' && modelFolders.length > 0) return problem('hub.pipeline', { id, names: listed(modelFolders.map((each) => `${id}/${each}`)) });
  const folders = repository.foldersOfWeights.filter((each) => folder === '' || each.startsWith(`${folder}/`));
  if (folders.length > 0) return problem('hub.in_folders', { id, names: listed(folders.map((each) => `${repository.id}/${each}`)) });
  return problem('hub.no_model_files', { id });
}
