// Fetches the code of a model that its own repository has, or another one that its config names: the files of Python in `auto_map`, and those
// that they import.
import { MessageError } from '../languages/messages.js';
import { isRepository } from './address.js';
import { message } from './messages.js';
import { parsePythonJson } from './python_json.js';
import { RemoteFile } from './remote_file.js';

const mostFiles = 40;
const largestFile = 2 << 20;

/** A class in `auto_map`: `module.Class`, or `owner/name--module.Class` of another repository. */
const place = /^(?:(.{1,200})--)?(\w{1,200})\.\w+$/;

/** The modules that `auto_map` leads to: [{ id, module }], `id` that of another repository. */
function placesOf(config) {
  let map;
  try {
    map = parsePythonJson(config)?.auto_map;
  } catch {
    return [];
  }
  const places = typeof map === 'object' && map ? Object.values(map).flat() : [];
  const found = places.map((each) => place.exec(typeof each === 'string' ? each : '')).filter(Boolean);
  return found.map(([, id, module]) => ({ id, module })).filter(({ id }) => id === undefined || isRepository(id));
}

/** The names of modules beside it that a text imports: `from .configuration_x import X`, `from . import layers`. */
function importsOf(text) {
  const modules = [...text.matchAll(/^[ \t]*from[ \t]+\.(\w+)[ \t]+import\b/gm)].map(([, name]) => name);
  for (const [, names] of text.matchAll(/^[ \t]*from[ \t]+\.[ \t]+import[ \t]+([\w, \t]+)/gm)) modules.push(...names.split(',').map((name) => name.trim().split(/\s/)[0]));
  return modules;
}

/** What is left to ask for: names of modules that lie beside the config, each once. */
class Wanted {
  #names;
  #seen = new Set();
  #queue = [];

  constructor(names) {
    this.#names = new Set(names);
  }

  add(modules) {
    const files = modules.map((module) => `${module}.py`).filter((name) => this.#names.has(name) && !this.#seen.has(name));
    for (const name of new Set(files)) {
      this.#seen.add(name);
      this.#queue.push(name);
    }
  }

  /** Takes the next ones out, at most so many. */
  take(most) {
    return this.#queue.splice(0, most);
  }

  get isEmpty() {
    return this.#queue.length === 0;
  }
}

/** Resolves to { name, file }; undefined for a file that is too large, whatever the list of files says. */
async function fetched(name, description) {
  if (description.size > largestFile) return undefined;
  const file = new RemoteFile(description);
  try {
    await file.whole(largestFile);
  } catch (error) {
    if (error.sentence?.code === 'hub.too_large') return undefined;
    throw error;
  }
  return { name, file };
}

/** Adds to `code` the files of `modules` and those that they import, `names` of a folder; returns the name of one that is left out. */
async function addFiles(code, modules, names, describe) {
  const left = [];
  const wanted = new Wanted(names.filter((name) => !code.some((each) => each.name === name)));
  wanted.add(modules);
  while (!wanted.isEmpty && code.length < mostFiles) {
    const next = wanted.take(mostFiles - code.length);
    const found = await Promise.all(next.map((name) => fetched(name, describe(name))));
    left.push(...next.filter((name, i) => !found[i]));
    for (const each of found.filter(Boolean)) {
      code.push(each);
      wanted.add(importsOf(new TextDecoder().decode(each.file.held(0, each.file.size))));
    }
  }
  return [...left, ...wanted.take(1)][0];
}

/** The message about a file that is left out. */
const leftOut = (path) => (path ? message('hub.code_left_out', { path, files: mostFiles, size: largestFile >> 20 }) : undefined);

/** Adds the code that another repository has, as addFiles() does; returns the message about what is left out. */
async function addFromOther(code, modules, other) {
  try {
    await other.list();
    return leftOut(await addFiles(code, modules, other.namesIn(''), (name) => other.file(name)));
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    return message('hub.code_elsewhere', { id: other.id, reason: error.sentence });
  }
}

/**
 * Fetches the code that `config`, a text, leads to. `names` are those of the files beside it, `describe(name)` tells a RemoteFile of one,
 * `otherRepository(id)` gives a Repository: of those that the config names, the code of one is read.
 * Resolves to { code, withoutCode }: `code` is [{ name, file }], without files that are too large or beyond the number that is read; then
 * `withoutCode` is the message about them.
 */
export async function fetchCode(config, names, describe, otherRepository) {
  const places = placesOf(config);
  const code = [];
  const own = places.filter(({ id }) => id === undefined).map(({ module }) => module);
  const withoutCode = leftOut(await addFiles(code, own, names, describe));
  const elsewhere = places.find(({ id }) => id !== undefined)?.id;
  if (withoutCode || elsewhere === undefined) return { code, withoutCode };
  const modules = places.filter(({ id }) => id === elsewhere).map(({ module }) => module);
  return { code, withoutCode: await addFromOther(code, modules, otherRepository(elsewhere)) };
}
