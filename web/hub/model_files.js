// Fetches the files that tell one model: its config with its own code, and the headers of its weights.
import { MessageError } from '../languages/messages.js';
import { fetchCode } from './fetch_code.js';
import { message, problem } from './messages.js';
import { parsePythonJson } from './python_json.js';
import { RemoteFile } from './remote_file.js';
import { chooseWeights, noModel } from './repository.js';

const largestConfig = 16 << 20;
const largestIndex = 32 << 20;
const mostShards = 1000;

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
export async function weights(description, beside) {
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

/** Fetches a small file and parses it; undefined for one that is no JSON. */
export async function jsonFile(description) {
  const { file } = await wholeFile(description, largestConfig);
  try {
    return parsePythonJson(new TextDecoder().decode(file.held(0, file.size)));
  } catch {
    return undefined;
  }
}

/** Fetches what tells the model in a folder of a repository: its config with its own code, and the weights, in the file `chosen` or in the one that is there. */
export async function fetchConfigAndWeights(repository, folder, chosen) {
  const inFolder = (name) => repository.file(folder === '' ? name : `${folder}/${name}`);
  const names = repository.namesIn(folder);
  const config = names.includes('config.json') ? await wholeFile(inFolder('config.json'), largestConfig) : undefined;
  const own = config && await fetchCode(new TextDecoder().decode(config.file.held(0, config.file.size)), names, inFolder, (id) => repository.other(id));
  try {
    const name = chosen ?? chooseWeights(names, [repository.id, folder].filter(Boolean).join('/'));
    if (!name && !config) throw noModel(repository, folder);
    const beside = (each) => inFolder(name.slice(0, name.lastIndexOf('/') + 1) + each);
    // An ONNX graph has weights of its own between its nodes: all of it would be read.
    const isHeaderEnough = !/\.onnx$/.test(name ?? '');
    return { config, ...own, weights: name && (isHeaderEnough || !config) ? await weights(inFolder(name), beside) : undefined };
  } catch (error) {
    if (!config || !(error instanceof MessageError)) throw error;
    return { config, ...own, withoutWeights: error.sentence };
  }
}
