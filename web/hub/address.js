// Reads what a person typed: the name of a model on the Hugging Face hub, an address there, or the address of any file.
import { problem as problemOf } from './messages.js';

/** The hub's address. Programs may name another one, such as a mirror. */
export const defaultEndpoint = 'https://huggingface.co';

const hubHosts = new Set(['huggingface.co', 'www.huggingface.co', 'hf.co']);
const longest = 4096;
const longestShown = 100;

/** An error about a text, which is shown as far as it is short. */
const problem = (code, { text, ...values } = {}) => problemOf(code, { ...values, ...text !== undefined && { text: text.slice(0, longestShown) } });

const word = '[A-Za-z0-9][\\w.-]{0,95}';
const revision = '(?:@([^/@:]+))?';
/** Which of several quantised files is meant, as llama.cpp and Ollama write it: `:Q4_K_M`. */
const quant = '(?::([\\w.-]{1,200}))?';
const name = new RegExp(`^(${word}(?:/${word})?)${revision}${quant}(?:/(.*))?$`);
const nameWithOwner = new RegExp(`^(${word}/${word})${revision}${quant}$`);
/** The hub's host without a scheme: `hf.co/org/name`. */
const hubWithoutScheme = /^((www\.)?huggingface\.co|hf\.co)\//i;
/** What Ollama writes for no choice. */
const noQuant = 'latest';

/** True for the name of a repository: `org/name`, or `name` alone. */
export const isRepository = (id) => typeof id === 'string' && new RegExp(`^${word}(/${word})?$`).test(id);

/** Names of addresses at the hub that are no models. */
const others = { datasets: 'hub.is_dataset', spaces: 'hub.is_space', collections: 'hub.is_no_model', papers: 'hub.is_no_model', docs: 'hub.is_no_model', blog: 'hub.is_no_model' };

/** Where a revision's name may hold a slash (`refs/pr/1`), it is written as the hub writes it: `refs%2Fpr%2F1`. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw problem('hub.not_an_address', { text });
  }
}

/** Checks a path in a repository: it stays inside. */
function pathOf(text = '') {
  const parts = decoded(text).split('/').filter((part) => part !== '' && part !== '.');
  if (parts.some((part) => part === '..' || /[\\\0-\x1f]/.test(part))) throw problem('hub.not_an_address', { text });
  return parts.join('/');
}

function repository(id, revision, path, quant) {
  const found = { kind: 'repository', id, revision: revision ? decoded(revision) : 'main', path: pathOf(path) };
  return quant && quant.toLowerCase() !== noQuant ? { ...found, quant } : found;
}

/** An address at the hub, such as that of `org/name/resolve/main/config.json`. Links of its lists of files say which one they show. */
function atHub({ pathname, searchParams }, text) {
  const [, path = pathname, quant] = /^([^:]*):([^/:]*)\/*$/.exec(pathname) ?? [];
  const parts = path.split('/').filter(Boolean);
  if (Object.hasOwn(others, parts[0])) throw problem(others[parts[0]], { text });
  const verb = parts.findIndex((part, i) => i > 0 && ['blob', 'resolve', 'raw', 'tree'].includes(part));
  const id = parts.slice(0, verb < 0 ? 2 : verb).map(decoded).join('/');
  if (!isRepository(id)) throw problem('hub.not_an_address', { text });
  const shown = searchParams.get('show_file_info');
  if (verb < 0) return repository(id, undefined, shown ? encodeURIComponent(shown) : '', quant);
  return repository(id, parts[verb + 1], shown ? encodeURIComponent(shown) : parts.slice(verb + 2).join('/'));
}

/** True for the name of this machine, which needs no encryption. */
export const isOwnMachine = (host) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/**
 * Reads a name or an address: { kind: 'repository', id, revision, path }, where `path` is a file or folder in it, '' for
 * the whole, with the `quant` that it asks for, if any; or { kind: 'file', url }. Throws a MessageError for everything else, a data set for example. `endpoint` is the hub's address.
 */
export function readAddress(text, endpoint = defaultEndpoint) {
  const typed = text.trim();
  if (typed.length > longest) throw problem('hub.address_too_long', { limit: longest });
  if (/^https?:\/\//i.test(typed)) return fromUrl(typed, endpoint);
  const isMarked = /^hf:/i.test(typed);
  const rest = typed.replace(/^hf:(\/\/)?/i, '');
  if (hubWithoutScheme.test(rest)) return fromUrl(`https://${rest}`, endpoint);
  const [first] = rest.split('/');
  if (isMarked && Object.hasOwn(others, first)) throw problem(others[first], { text: typed });
  // Without the mark a name has an owner: `bert` may be anything.
  const found = (isMarked ? name : nameWithOwner).exec(rest);
  if (!found) throw problem('hub.not_an_address', { text: typed });
  return repository(found[1], found[2], found[4], found[3]);
}

function fromUrl(typed, endpoint) {
  let url;
  try {
    url = new URL(typed);
  } catch {
    throw problem('hub.not_an_address', { text: typed });
  }
  if (url.username || url.password) throw problem('hub.address_with_password');
  url.hash = '';
  const isHub = hubHosts.has(url.hostname) || url.origin === new URL(endpoint).origin;
  if (url.protocol !== 'https:' && !isOwnMachine(url.hostname)) throw problem('hub.not_https', { host: url.host });
  return isHub ? atHub(url, typed) : { kind: 'file', url: url.href };
}

/** The host that is asked first. */
export const hostOf = (address, endpoint = defaultEndpoint) => new URL(address.kind === 'file' ? address.url : endpoint).host;

/** What a person calls it: `org/name`, `org/name:Q4_K_M`, or the name of the file. */
export function titleOf(address) {
  const { kind, id, path, quant } = address;
  if (kind === 'repository') return [quant ? `${id}:${quant}` : id, path].filter(Boolean).join('/');
  return decoded(new URL(address.url).pathname.split('/').pop()) || new URL(address.url).host;
}
