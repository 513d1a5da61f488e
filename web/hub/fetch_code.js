// Fetches the code of a model that its own repository has: the files of Python that `auto_map` in its config names, and those that they import.
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

/**
 * Fetches the code that `config`, a text, leads to. `names` are those of the files beside it, `describe(name)` tells a RemoteFile of one.
 * Resolves to [{ name, file }], without a file that is missing, too large or beyond the number of files that are read.
 */
export async function fetchCode(config, names, describe) {
  const found = [];
  const wanted = modulesOf(config);
  const seen = new Set();
  while (wanted.length > 0 && found.length < mostFiles) {
    const name = `${wanted.shift()}.py`;
    const description = !seen.has(name) && names.includes(name) ? describe(name) : undefined;
    seen.add(name);
    if (!description || description.size > largestFile) continue;
    const file = new RemoteFile(description);
    await file.whole(largestFile);
    found.push({ name, file });
    wanted.push(...importsOf(new TextDecoder().decode(file.held(0, file.size))));
  }
  return found;
}
