// Fetches what a repository holds beside one model, or in place of it: components of a pipeline, further modules of a sentence
// transformer, adapters for a model that lies elsewhere.
import { MessageError } from '../languages/messages.js';
import { isRepository } from './address.js';
import { message } from './messages.js';
import { fetchConfigAndWeights, jsonFile, weights } from './model_files.js';
import { chooseWeights, holdsModel } from './repository.js';
import withoutWeights from './without_weights.json' with { type: 'json' };

const mostParts = 20;
const isFolder = (name) => typeof name === 'string' && /^[^/\\?#:\s]+$/.test(name) && name !== '..';
const isClass = (name) => typeof name === 'string' && /^[A-Za-z_]\w{0,99}$/.test(name);

const pathIn = (folder, name) => [folder, name].filter(Boolean).join('/');

/** What lists the components of a pipeline. */
export const pipelineIndex = 'model_index.json';

/** True for a class that has weights, by how its name ends (src/open/support/named_classes.h). */
const needsWeights = (type, others) => !others.some((ending) => type.endsWith(ending));

/**
 * Fetches `parts`, [{ name, isNeeded }], from the folders of their names: [{ name, config, weights, withoutWeights }]. `holds(names)` tells whether
 * files are a part; one without is left out, or has no files where it is needed: the whole then has "at least" the others.
 */
function fetchFolders(repository, folder, parts, holds) {
  const isThere = (name) => holds(repository.namesIn(pathIn(folder, name)), name);
  const fetchPart = async ({ name }) => ({ name, ...isThere(name) && await fetchConfigAndWeights(repository, pathIn(folder, name)) });
  return Promise.all(parts.filter(({ name, isNeeded }) => isNeeded || isThere(name)).slice(0, mostParts).map(fetchPart));
}

/** True for a part whose folder has files of it. */
export const isFound = ({ config, weights }) => Boolean(config ?? weights);

/** Fetches the components that a pipeline lists, such as `"unet": ["diffusers", "UNet2DConditionModel"]`: { whole, parts }. */
export async function fetchPipeline(repository, folder) {
  const index = Object(await jsonFile(repository.file(pathIn(folder, pipelineIndex))));
  const components = Object.entries(index).filter(([name, value]) => isFolder(name) && Array.isArray(value) && isClass(value[1]))
    .map(([name, [, type]]) => ({ name, isNeeded: needsWeights(type, withoutWeights.components) }));
  const whole = isClass(index._class_name) ? index._class_name : 'DiffusionPipeline';
  return { whole, parts: await fetchFolders(repository, folder, components, holdsModel) };
}

/** Fetches the modules of a sentence transformer that have weights in folders of their own, such as `2_Dense`: { whole, parts }. */
export async function fetchModules(repository, folder) {
  if (!repository.has(pathIn(folder, 'modules.json'))) return {};
  const list = await jsonFile(repository.file(pathIn(folder, 'modules.json')));
  const types = new Map((Array.isArray(list) ? list : []).map((each) => [each?.path, String(each?.type)]));
  const modules = [...types].filter(([path]) => isFolder(path)).map(([path, type]) => ({ name: path, isNeeded: needsWeights(type, withoutWeights.modules) }));
  const parts = await fetchFolders(repository, folder, modules, chooseWeights);
  // Their config.json has no architecture: the weights tell all.
  return parts.length > 0 ? { whole: 'SentenceTransformer', parts: parts.map(({ name, weights: files }) => ({ name, weights: files })) } : {};
}

const adapterConfig = 'adapter_config.json';

/** The name of the file of adapters in a folder; undefined for a folder without. */
export function adaptersIn(repository, folder) {
  const names = repository.namesIn(folder);
  return names.includes(adapterConfig) ? names.find((name) => /^adapter_model\.(safetensors|bin)$/.test(name)) : undefined;
}

/**
 * Fetches adapters, in the file `name`, and the model that they are for by `fetchBase(id, revision)`: what that resolves to with
 * { whole, parts }; the adapters alone where the model is not on the hub, with the message why in `withoutBase`.
 */
export async function fetchAdapters(repository, folder, name, fetchBase) {
  const inFolder = (each) => repository.file(pathIn(folder, each));
  const { base_model_name_or_path: base, revision } = Object(await jsonFile(inFolder(adapterConfig)));
  const files = await weights(inFolder(name), inFolder);
  try {
    if (!isRepository(base)) throw new MessageError(message('hub.base_elsewhere'));
    return { ...await fetchBase(base, isClass(revision) ? revision : 'main'), whole: 'PeftModel', parts: [{ name: 'adapter', weights: files }] };
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    return { weights: files, withoutBase: message('hub.without_base', { base: String(base ?? '').slice(0, 100), reason: error.sentence }) };
  }
}
