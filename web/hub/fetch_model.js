// Fetches what tells a model, by its name or address: config.json, and headers of the weights.
import { defaultEndpoint, readAddress, titleOf } from './address.js';
import { adaptersIn, fetchAdapters, fetchModules, fetchPipeline, isFound, pipelineIndex } from './fetch_parts.js';
import { problem } from './messages.js';
import { fetchConfigAndWeights, weights } from './model_files.js';
import { fileOfQuant, Repository, statusProblem } from './repository.js';
import { Transfer } from './transfer.js';

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

/** Fetches the model in a folder of a repository. `isBase`: it is what adapters are for. */
async function fetchFolder(repository, folder, { quant, isBase }, options) {
  const inFolder = (name) => [folder, name].filter(Boolean).join('/');
  if (quant) return fetchConfigAndWeights(repository, folder, fileOfQuant(repository, quant));
  if (repository.has(inFolder(pipelineIndex))) {
    const pipeline = await fetchPipeline(repository, folder);
    if (pipeline.parts.some(isFound)) return pipeline;
  }
  const adapters = isBase ? undefined : adaptersIn(repository, folder);
  const fetchBase = (id, revision) => fetchFromHub({ id, revision, path: '', isBase: true }, options);
  if (adapters) return fetchAdapters(repository, folder, adapters, fetchBase);
  return { ...await fetchConfigAndWeights(repository, folder), ...await fetchModules(repository, folder) };
}

async function fetchFromHub(address, options) {
  const repository = new Repository(address, options);
  await repository.list();
  const { path } = address;
  if (path === '' || !repository.has(path)) {
    if (path !== '' && !repository.hasFolder(path)) repository.file(path);
    return fetchFolder(repository, path, address, options);
  }
  const folder = path.split('/').slice(0, -1).join('/');
  return { weights: await weights(repository.file(path), (name) => repository.file([folder, name].filter(Boolean).join('/'))) };
}

/**
 * Fetches a model by its name or address, a text. Options: `fetch`, `endpoint`, the hub's address, `token`, for it alone,
 * `signal`, `isManual` (transfer.js) and `tell({ file, bytes, requests })`, called when something arrives.
 *
 * Resolves to { title, config, code, withoutCode, weights, withoutWeights, whole, parts, withoutBase, transfer }: the config as { name, file }, a RemoteFile, the files of its own code, with the
 * message about files of it that were left out, and the weights' files likewise, the one to open first, each undefined where there is none; the message why weights
 * are missing beside a config; where there are components, modules or adapters, { name, config, weights, withoutWeights } each, the type of the `whole`; the message why the model is missing that
 * adapters are for; and the requests, with their bytes and hosts. Rejects with a MessageError.
 */
export async function fetchModel(text, { endpoint = defaultEndpoint, tell = () => {}, ...options } = {}) {
  const origin = new URL(endpoint).origin;
  const address = readAddress(text, origin);
  const title = titleOf(address);
  const transfer = new Transfer({ ...options, endpoint: origin, tell: (file) => tell({ file, bytes: transfer.bytes, requests: transfer.requests }) });
  const found = address.kind === 'file' ? await fetchFile(address, title, transfer) : await fetchFromHub(address, { endpoint: origin, transfer });
  return { title, ...found, transfer };
}
