// What a built site weighs, and what it may weigh (size-budget.json).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { compressed } from './compress.mjs';
import { ask, root } from './steps.mjs';

/** A page's scripts and wasm: all that it asks for when it opens. */
function filesOfPage(site, name) {
  const html = readFileSync(join(site, name), 'utf8');
  return [...new Set([...html.matchAll(/(?:src|href)="([^"]+\.(?:js|wasm))"/g)].map(([, path]) => join(site, path)))];
}

/** A module with everything it imports before it runs. */
function filesOfModule(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/(?:\bimport|\bfrom)\s*"(\.\/[\w.-]+\.js)"/g);
  for (const [, path] of imports) filesOfModule(join(dirname(file), path), found);
  return found;
}

/** The script of a folder that speaks of `text`. */
function chunkThatHolds(folder, text) {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => join(folder, name));
  return scripts.find((path) => readFileSync(path, 'utf8').includes(text));
}

/** What is weighed, by the names of size-budget.json: files that are sent together. */
function parcels(site) {
  const assetsNamed = (pattern) => readdirSync(join(site, 'assets')).filter((name) => pattern.test(name)).map((name) => join(site, 'assets', name));
  const data = assetsNamed(/\.json$/);
  const isLanguage = (path) => /chinese-\w+\.json$/.test(path);
  return {
    page: filesOfPage(site, 'index.html'),
    data: data.filter((path) => !isLanguage(path)),
    languages: data.filter(isLanguage),
    engine: [...filesOfModule(join(site, 'package/paramscope.js')), join(site, 'package/paramscope.wasm')],
    opener: [...filesOfModule(chunkThatHolds(join(site, 'package'), 'paramscope-open.wasm')), join(site, 'package/paramscope-open.wasm')],
    offline: [join(site, 'paramscope.html')],
    emptyWindow: ['js', 'wasm'].map((type) => join(site, `../web/empty_window/empty_window.${type}`)),
  };
}

/** How bytes can be measured. */
export const measures = { raw: (bytes) => bytes, gzip: compressed['.gz'], brotli: compressed['.br'] };

/** The parcels' bytes by the measures named: { page: { gzip, … }, … }. */
export function weigh(site, ...names) {
  const weights = (files) => Object.fromEntries(
    names.map((name) => [name, files.reduce((total, bytes) => total + measures[name](bytes).length, 0)]));
  return Object.fromEntries(Object.entries(parcels(site))
    .map(([name, paths]) => [name, weights(paths.map((path) => readFileSync(path)))]));
}

/**
 * Weights against the budget: { name, what, is, atMost }, gzipped bytes but for the ratio. The budget holds for the
 * Emscripten it names: others make other code, for better or worse, of the same sources.
 */
export function compare(weights) {
  const { emscripten, gzip, ratio } = JSON.parse(readFileSync(join(root, 'size-budget.json'), 'utf8'));
  const items = Object.entries(gzip).map(([name, atMost]) => ({ name, is: weights[name].gzip, atMost }));
  items.push({ name: 'ratio', is: weights.page.gzip / weights.emptyWindow.gzip, atMost: ratio });
  return { holds: ask('emcc', '--version').includes(` ${emscripten} `), items };
}

/** What to tell whoever has made something larger than its budget. */
export function complaint({ name, is, atMost }) {
  const [now, limit] = name === 'ratio'
    ? [`The page is ${is.toFixed(3)} times an empty window`, atMost]
    : [`"${name}" is ${is.toLocaleString('en')} bytes gzipped`, atMost.toLocaleString('en')];
  return `${now}, more than the ${limit} of its budget: make it smaller, or change size-budget.json on purpose.`;
}
