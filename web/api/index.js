// Exports the public interface of the library. Its types and documentation are in paramscope.d.ts.
import { version } from '../../package.json';
import { choiceOf } from './arguments.js';
import { ParamscopeError } from './errors.js';
import { fetchFiles, openFiles } from './fetched.js';
import { libraryEngine } from './library_engine.js';
import { format, Model } from './model.js';
import { chooseFetched } from './opened.js';
import { configure } from './places.js';
import { presets, read, readOpened, readPreset } from './read.js';

export { configure, format, Model, ParamscopeError, presets };

/** Versions of this library, of the report's JSON and of share links. */
export const versions = Object.freeze({ library: version, report: 1, link: 1 });

/**
 * Reads a model from text, a file's bytes, a File, or the Files of one checkpoint. Other formats are converted to model
 * text first. Rejects with a ParamscopeError that has the line and column of the error.
 */
export const parse = (source, options) => read(libraryEngine, source, options);

/** Reads the shipped model of that name. */
export const preset = (name) => readPreset(libraryEngine, name);

/** Resolves to the model that is counted of fetched files, with its parts, { model }, and to that of the weights where the config is the model, { beside }. */
async function openFetchedModel({ title, config, code = [], weights, whole, parts = [] }) {
  const open = async (files, shown) => files && readOpened(libraryEngine, await openFiles(files), shown);
  const ofWeights = await open(weights, config ? `${title}: weights` : title);
  let ofConfig;
  try {
    ofConfig = await open(config && [config, ...code], title);
  } catch (error) {
    if (error.code !== 'model' || !weights) throw error;  // config.json may be none of a known library
  }
  const isOneOfTwo = ofConfig && ofWeights;
  const { counted, text } = isOneOfTwo || parts.length > 0
    ? await chooseFetched({ config: ofConfig && config, code, weights, whole, parts }) : { counted: ofConfig ? 'config' : 'weights', text: '' };
  const isOfWeights = counted === 'weights';
  if (isOneOfTwo && isOfWeights) ofConfig.delete();
  const model = isOfWeights ? ofWeights : ofConfig;
  const beside = isOneOfTwo && !isOfWeights ? ofWeights : null;
  if (!text && model) return { model, beside };
  model?.delete();
  const opened = model?.opened ?? { source: 'pytorch-repr', diagnostics: [] };
  return { model: await readOpened(libraryEngine, { ...opened, text }, title), beside };
}

/**
 * Fetches a model by its name on the Hugging Face hub or the address of a file: its config and the headers of its weights. Rejects with a
 * ParamscopeError 'fetch' that says what to do.
 */
export async function fetchModel(name, options) {
  const { transfer, ...fetched } = await fetchFiles(name, options);
  const { model, beside } = await openFetchedModel(fetched);
  return { model, weights: beside, transferred: transfer.bytes, requests: transfer.requests, hosts: [...transfer.hosts] };
}

/** Lists the FLOP conventions, [{name, summary}], the default first. */
export async function conventions() {
  return (await libraryEngine.load()).inventory.conventions;
}

/** Lists the names that format() takes for a report; 'comparison' for those of a comparison. */
export async function formats(of = 'report') {
  const { formats: ofReports, comparison_formats: ofComparisons } = (await libraryEngine.load()).inventory;
  return choiceOf(['report', 'comparison'], of, 'of') === 'report' ? ofReports : ofComparisons;
}

/** Lists the devices for `device`, by memory, with their rates in FLOP/s. */
export async function devices() {
  return (await libraryEngine.load()).inventory.devices;
}

/** Lists the optimizers for `memory.train`. */
export async function optimizers() {
  return (await libraryEngine.load()).inventory.optimizers;
}
