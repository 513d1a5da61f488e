// Fetches models by name or address (web/hub), which loads on first use.
import { messageOf } from '../languages/messages.js';
import { bytesHeld } from '../open/sparse_file.js';
import { optionsOf, textOf } from './arguments.js';
import { ParamscopeError } from './errors.js';
import { openFetched } from './opened.js';

/** Programs outside of browsers may follow redirects by hand, and have a token. */
const isProgram = () => typeof document === 'undefined' && typeof WorkerGlobalScope === 'undefined';

/** Resolves to what web/hub/fetch_model.js does, with `options` of fetchModel(). */
export async function fetchFiles(name, options) {
  const { token, endpoint, signal, fetch, onprogress } = optionsOf(options, 'options', ['token', 'endpoint', 'signal', 'fetch', 'onprogress']);
  const text = textOf(name, 'name');
  const { fetchModel } = await import('../hub/fetch_model.js');
  try {
    return await fetchModel(text, { token, endpoint, signal, fetch, isManual: isProgram(), tell: onprogress });
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error;
    throw new ParamscopeError('fetch', messageOf(error), { cause: error });
  }
}

/** Opens fetched files, [{name, file}], like opened.js; `bytesRead` is what was fetched of them. */
export async function openFiles(files) {
  const opened = await openFetched(files);
  return { ...opened, bytesRead: bytesHeld(files) };
}
