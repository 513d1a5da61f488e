// Fetches the code of a model that its own repository has: the files of Python that `auto_map` in its config names, and those that they import.
import { message } from './messages.js';
import { RemoteFile } from './remote_file.js';

const mostFiles = 40;
const largestFile = 2 << 20;

/** The names of modules that `auto_map` leads to, without those of another repository. */
function modulesOf(config) {
  let map;
  try {
    map = JSON.parse(config)?.auto_map;
  } catch {
    return [];
  }
  const places = typeof map === 'object' && map ? Object.values(map).flat() : [];
  return places.filter((place) => typeof place === 'string' && /^\w+\.\w+$/.test(place)).map((place) => place.split('.')[0]);
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

/**
 * Fetches the code that `config`, a text, leads to. `names` are those of the files beside it, `describe(name)` tells a RemoteFile of one.
 * Resolves to { code, withoutCode }: `code` is [{ name, file }], without files that are too large or beyond the number that is read; then
 * `withoutCode` is the message about them.
 */
export async function fetchCode(config, names, describe) {
  const code = [];
  const left = [];
  const wanted = new Wanted(names);
  wanted.add(modulesOf(config));
  while (!wanted.isEmpty && code.length < mostFiles) {
    const next = wanted.take(mostFiles - code.length);
    const found = await Promise.all(next.map((name) => fetched(name, describe(name))));
    left.push(...next.filter((name, i) => !found[i]));
    for (const each of found.filter(Boolean)) {
      code.push(each);
      wanted.add(importsOf(new TextDecoder().decode(each.file.held(0, each.file.size))));
    }
  }
  left.push(...wanted.take(1));
  return { code, withoutCode: left.length > 0 ? message('hub.code_left_out', { path: left[0], files: mostFiles, size: largestFile >> 20 }) : undefined };
}
