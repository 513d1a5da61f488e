// Fetches what tells a model, by its name or address: config.json, and headers of the weights.
import { MessageError } from '../languages/messages.js';
import { defaultEndpoint, readAddress, titleOf } from './address.js';
import { fetchCode } from './fetch_code.js';
import { message, problem } from './messages.js';
import { RemoteFile } from './remote_file.js';
import { chooseWeights, noModel, Repository, statusProblem } from './repository.js';
import { Transfer } from './transfer.js';

const largestConfig = 16 << 20;
const largestIndex = 32 << 20;
const mostShards = 1000;
const mostModules = 20;

const part = /^(.*?)(\d+)(-of-)(\d+)(\.\w+)$/;

/** Names of all parts of the checkpoint that `name` is a part of; undefined for another file. */
function partsOf(name) {
  const found = part.exec(name);
  if (!found) return undefined;
  const [, before, number, of, count, after] = found;
  if (Number(count) > mostShards) throw problem('hub.invalid_index', { path: name, reason: message('hub.too_many_shards', { limit: mostShards }) });
  return Array.from({ length: Number(count) }, (_, i) => `${before}${String(i + 1).padStart(number.length, '0')}${of}${count}${after}`);
}

/** Names of the files that an index lists, which lie beside it. */
function shardsOf(bytes, path) {
  const invalid = (reason) => problem('hub.invalid_index', { path, reason });
  let index;
  try {
    index = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw invalid(error.message);
  }
  const map = index?.weight_map;
  if (typeof map !== 'object' || map === null) throw invalid(message('hub.no_weight_map'));
  const names = [...new Set(Object.values(map))];
  if (names.length > mostShards) throw invalid(message('hub.too_many_shards', { limit: mostShards }));
  const elsewhere = names.find((name) => typeof name !== 'string' || !/^[^/\\?#:]+$/.test(name) || name === '..');
  if (elsewhere !== undefined) throw invalid(message('hub.shard_elsewhere', { file: String(elsewhere).slice(0, 200) }));
  return names;
}

/** Fetches all of a small file. */
async function wholeFile(description, most) {
  const file = new RemoteFile(description);
  await file.whole(most);
  return { name: description.name, file };
}

const started = async (description) => ({ name: description.name, file: await new RemoteFile(description).start() });

/**
 * Fetches the headers of a checkpoint: of a file, or of all that an index lists. `beside(name)` describes a file in its folder.
 * Resolves to files as web/open/opening.js takes them, the one to open first.
 */
async function weights(description, beside) {
  const { name, path } = description;
  if (name.endsWith('.index.json')) {
    const index = await wholeFile(description, largestIndex);
    const bytes = index.file.held(0, index.file.size);
    return [index, ...await Promise.all(shardsOf(bytes, path).map((shard) => started(beside(shard))))];
  }
  const parts = partsOf(name);
  if (parts) return Promise.all([name, ...parts.filter((other) => other !== name)].map((each) => started(beside(each))));
  return [await started(description)];
}

const startsLikePage = /^\s*(<!doctype html|<html)/i;

async function fetchFile({ url }, title, transfer) {
  const describe = (name, address) => ({
    name, path: name, url: address, transfer,
    check: (answer) => { throw statusProblem(answer, new URL(address).host); },
  });
  const fetched = await weights(describe(title, url), (name) => describe(name, new URL(encodeURIComponent(name), url).href));
  const [{ file }] = fetched;
  const beginning = file.held(0, Math.min(file.size, 100));
  if (startsLikePage.test(new TextDecoder().decode(beginning))) throw problem('hub.is_web_page', { title });
  return { weights: fetched };
}

async function fetchConfigAndWeights(repository, folder) {
  const inFolder = (name) => repository.file(folder === '' ? name : `${folder}/${name}`);
  const names = repository.namesIn(folder);
  const config = names.includes('config.json') ? await wholeFile(inFolder('config.json'), largestConfig) : undefined;
  const own = config && await fetchCode(new TextDecoder().decode(config.file.held(0, config.file.size)), names, inFolder);
  try {
    const name = chooseWeights(names, [repository.id, folder].filter(Boolean).join('/'));
    if (!name && !config) throw noModel(repository, folder);
    // An ONNX graph has weights of its own between its nodes: all of it would be read.
    const isHeaderEnough = !/\.onnx$/.test(name ?? '');
    return { config, ...own, weights: name && (isHeaderEnough || !config) ? await weights(inFolder(name), inFolder) : undefined };
  } catch (error) {
    if (!config || !(error instanceof MessageError)) throw error;
    return { config, ...own, withoutWeights: error.sentence };
  }
}

/** The folders of the modules that `modules.json` of a sentence transformer lists: ['1_Pooling', '2_Dense']. */
function foldersOfModules(bytes) {
  let list;
  try {
    list = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return [];
  }
  const paths = Array.isArray(list) ? list.map((each) => each?.path) : [];
  return [...new Set(paths)].filter((path) => typeof path === 'string' && /^[^/\\?#:]+$/.test(path) && path !== '..').slice(0, mostModules);
}

/** Fetches the headers of the modules that have weights in folders of their own: [{ name, weights }]. */
async function fetchModules(repository, folder) {
  const inFolder = (name) => [folder, name].filter(Boolean).join('/');
  if (!repository.has(inFolder('modules.json'))) return [];
  const { file } = await wholeFile(repository.file(inFolder('modules.json')), largestConfig);
  const modules = foldersOfModules(file.held(0, file.size)).map(async (name) => {
    const path = inFolder(name);
    const chosen = chooseWeights(repository.namesIn(path), `${repository.id}/${path}`);
    return chosen && { name, weights: await weights(repository.file(`${path}/${chosen}`), (beside) => repository.file(`${path}/${beside}`)) };
  });
  return (await Promise.all(modules)).filter(Boolean);
}

async function fetchFromHub(address, options) {
  const repository = new Repository(address, options);
  await repository.list();
  const { path } = address;
  if (path === '' || !repository.has(path)) {
    if (path !== '' && repository.namesIn(path).length === 0) repository.file(path);
    return { ...await fetchConfigAndWeights(repository, path), modules: await fetchModules(repository, path) };
  }
  const folder = path.split('/').slice(0, -1).join('/');
  return { weights: await weights(repository.file(path), (name) => repository.file([folder, name].filter(Boolean).join('/'))) };
}

/**
 * Fetches a model by its name or address, a text. Options: `fetch`, `endpoint`, the hub's address, `token`, for it alone,
 * `signal`, `isManual` (transfer.js) and `tell({ file, bytes, requests })`, called when something arrives.
 *
 * Resolves to { title, config, code, withoutCode, weights, modules, withoutWeights, transfer }: the config as { name, file }, a RemoteFile, the files of its own code, with the
 * message about files of it that were left out, and the weights' files likewise, the one to open first, each undefined where there is none; further modules of a sentence transformer, [{ name, weights }]; the message why weights
 * are missing beside a config; and the requests, with their bytes and hosts. Rejects with a MessageError.
 */
export async function fetchModel(text, { endpoint = defaultEndpoint, tell = () => {}, ...options } = {}) {
  const origin = new URL(endpoint).origin;
  const address = readAddress(text, origin);
  const title = titleOf(address);
  const transfer = new Transfer({ ...options, endpoint: origin, tell: (file) => tell({ file, bytes: transfer.bytes, requests: transfer.requests }) });
  const found = address.kind === 'file' ? await fetchFile(address, title, transfer) : await fetchFromHub(address, { endpoint: origin, transfer });
  return { title, ...found, transfer };
}
