// Measures a built site and compares it with its budget (size-budget.json).
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { compressed } from './compress.mjs';
import { root } from './steps.mjs';

/** Lists a page's scripts and wasm, which it requests when it opens: what stands in its templates comes later. */
function filesOfPage(site, name) {
  const html = readFileSync(join(site, name), 'utf8').replace(/<template.*?<\/template>/gs, '');
  return [...new Set([...html.matchAll(/(?:src|href)="([^"]+\.(?:js|wasm))"/g)].map(([, path]) => join(site, path)))];
}

/** Lists a module and everything it imports before it runs. */
function filesOfModule(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/(?:\bimport|\bfrom)\s*"(\.\/[\w.-]+\.js)"/g);
  for (const [, path] of imports) filesOfModule(join(dirname(file), path), found);
  return found;
}

/** Returns the script of a folder that contains `text`. */
function chunkThatHolds(folder, text) {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => join(folder, name));
  return scripts.find((path) => readFileSync(path, 'utf8').includes(text));
}

/** Lists the measured groups of files by the names of size-budget.json; a group's files are downloaded together. */
function parcels(site) {
  const assetsNamed = (pattern) => readdirSync(join(site, 'assets')).filter((name) => pattern.test(name) && !/\.(br|gz)$/.test(name)).map((name) => join(site, 'assets', name));
  const data = assetsNamed(/\.json$/);
  const isLanguage = (path) => /chinese-\w+\.json$/.test(path);
  return {
    page: [...filesOfPage(site, 'index.html'), ...assetsNamed(/^paramscope-app(\.interface)?-.*wasm$/)],
    pageLater: assetsNamed(/^paramscope-app\.(count|details|soon|later)-/),
    configs: assetsNamed(/^(paramscope-open|paramscope-open\.config|opening)-.*(wasm|js)$/),
    code: assetsNamed(/^paramscope-open\.code-/),
    otherTexts: assetsNamed(/^paramscope-open\.other-/),
    earlyCount: assetsNamed(/^paramscope-open\.count-/),
    readersLater: assetsNamed(/^paramscope-open\.rest-/),
    data: data.filter((path) => !isLanguage(path)),
    languages: data.filter(isLanguage),
    element: [...filesOfModule(join(site, 'package/element.js')), join(site, 'package/paramscope-element.wasm')],
    engine: [...filesOfModule(join(site, 'package/paramscope.js')), join(site, 'package/paramscope.wasm')],
    opener: [...filesOfModule(chunkThatHolds(join(site, 'package'), 'paramscope-open.wasm')), join(site, 'package/paramscope-open.wasm')],
    offline: [join(site, 'paramscope.html')],
    emptyWindow: ['js', 'wasm'].map((type) => join(site, `../web/empty_window/empty_window.${type}`)),
  };
}

/** What the groups are called where their sizes are printed. */
export const titles = {
  page: 'page at first: wasm + JavaScript',
  pageLater: 'the rest of it',
  configs: 'its readers of configs',
  code: 'more for code',
  otherTexts: 'more for other texts and libraries',
  earlyCount: 'what counts before the page does',
  readersLater: 'its other readers',
  data: 'its rules and models',
  languages: 'its other languages',
  element: '<param-scope>: wasm + JavaScript',
  engine: 'headless engine: wasm + JavaScript',
  opener: 'reader of files: wasm + JavaScript',
  offline: 'offline file',
  emptyWindow: 'empty ImGui window, same flags',
};

/** Measures of bytes. */
export const measures = { raw: (bytes) => bytes, gzip: compressed['.gz'], brotli: compressed['.br'] };

/** Measures the groups: { page: { gzip, … }, … }. */
export function weigh(site, ...names) {
  const weights = (files) => Object.fromEntries(
    names.map((name) => [name, files.reduce((total, bytes) => total + measures[name](bytes).length, 0)]));
  return Object.fromEntries(Object.entries(parcels(site))
    .map(([name, paths]) => [name, weights(paths.map((path) => readFileSync(path)))]));
}

/**
 * Compares sizes with the budget: { name, what, is, atMost }, in gzipped bytes except for the ratio. The budget holds for
 * the Emscripten and the clang it names: others generate other code from the same sources.
 */
export function compare(weights) {
  const { emscripten, clang, gzip, ratio } = JSON.parse(readFileSync(join(root, 'size-budget.json'), 'utf8'));
  const items = Object.entries(gzip).map(([name, atMost]) => ({ name, is: weights[name].gzip, atMost }));
  items.push({ name: 'ratio', is: weights.page.gzip / weights.emptyWindow.gzip, atMost: ratio });
  const { stderr } = spawnSync('emcc', ['-v'], { encoding: 'utf8' });
  return { holds: stderr?.includes(` ${emscripten} `) && stderr.includes(`clang version ${clang}.`), items };
}

/** Returns the advice for an exceeded budget. */
export function complaint({ name, is, atMost }) {
  const [now, limit] = name === 'ratio'
    ? [`The page is ${is.toFixed(3)} times an empty window`, atMost]
    : [`"${name}" is ${is.toLocaleString('en')} bytes gzipped`, atMost.toLocaleString('en')];
  return `${now}, more than the ${limit} of its budget: make it smaller, or change size-budget.json on purpose.`;
}
