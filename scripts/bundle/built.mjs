// The modules named `built:…` in the sources: what exists only once emcc and the bundler have run.
//   built:NAME.js    the factory emcc made
//   built:NAME.wasm  the wasm beside it, as what web/wasm.js takes: an address or bytes
//   built:presets    load() resolves to the shipped models, as src/presets/presets.h has them: [{name, title, group, text}]
//   built:blocks     load() resolves to the rules of composite types (src/layers/blocks), a text
//   built:chinese  load() resolves to the Chinese catalogue (web/languages/zh), as Translator takes it
//   built:chinese-from-disk  the rows of it that a page opened from disk needs, where nothing can be loaded: {id: Chinese}
//   built:open-worker  the script of the worker that opens files (web/open/worker.js), a text
//   built:edition    which edition this is ('site', 'package', 'offline') and where the site is, if there is one
// And styles imported `with { type: 'text' }`, minified as those of pages are.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

import { catalogueOf, readTables, rowsFromDisk } from '../../web/languages/table.js';
import { root } from '../steps.mjs';
import { esbuildOptions } from './options.mjs';

/** The files of src/presets, in the gallery's order: named NN-name.txt, the title in the first line. */
function presets() {
  return ['articles', 'models'].flatMap((group) => readdirSync(join(root, 'src/presets', group)).sort().map((file) => {
    const text = readFileSync(join(root, 'src/presets', group, file), 'utf8');
    const [, title] = /^# (.*)/.exec(text);
    return { name: file.replace(/^\d+-|\.txt$/g, ''), title, group, text };
  }));
}

/** The rules of composite types that are not in the wasm, without comments. */
function blocks() {
  const folder = join(root, 'src/layers/blocks');
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt')).sort();
  return files.map((file) => readFileSync(join(folder, file), 'utf8').replace(/^#.*\n/gm, '')).join('');
}

const chineseTables = () => readTables(join(root, 'web/languages/zh'));
const chinese = () => catalogueOf(chineseTables());

/** What pages read beside their scripts, by the name of its module. */
const data = { presets, blocks, chinese };

/** The source of a module with its data inside. */
export const inside = (name) => `export const load = async () => (${JSON.stringify(data[name]())});`;

/** The data of a module as the contents of a JSON file. */
export const contents = (name) => JSON.stringify(data[name]());

/** A worker's script, whole: workers are made of its text, so that every edition has them. */
async function workerScript(plugin) {
  const { outputFiles } = await build({ ...esbuildOptions, entryPoints: ['web/open/worker.js'], format: 'iife', plugins: [plugin], write: false });
  return outputFiles[0].text;
}

/**
 * An esbuild plugin. `folder` is where emcc wrote; `wasm(name)`, `shipped(name)` and `edition` are the source of the
 * modules named so, in the edition being made.
 */
export function builtModules({ folder, wasm, shipped = inside, edition }) {
  const plugin = {
    name: 'built',
    setup(build) {
      build.onResolve({ filter: /^built:.*\.js$/ }, ({ path }) => ({ path: join(folder, path.slice('built:'.length)) }));
      build.onResolve({ filter: /^built:(.*\.wasm|presets|blocks|chinese|edition)$/ }, ({ path }) => ({ path, namespace: 'built' }));
      build.onLoad({ filter: /\.wasm$/, namespace: 'built' }, ({ path }) => ({ contents: wasm(path.slice('built:'.length)), resolveDir: root }));
      build.onLoad({ filter: /(presets|blocks|chinese)$/, namespace: 'built' }, ({ path }) => ({ contents: shipped(path.slice('built:'.length)), resolveDir: root }));
      build.onResolve({ filter: /^built:chinese-from-disk$/ }, ({ path }) => ({ path, namespace: 'built' }));
      build.onLoad({ filter: /chinese-from-disk$/, namespace: 'built' }, () => ({ contents: `export default ${JSON.stringify(rowsFromDisk(chineseTables()))};` }));
      build.onResolve({ filter: /^built:open-worker$/ }, ({ path }) => ({ path, namespace: 'built' }));
      build.onLoad({ filter: /open-worker$/, namespace: 'built' }, async () => ({ contents: await workerScript(plugin), loader: 'text' }));
      build.onLoad({ filter: /edition$/, namespace: 'built' }, () => ({ contents: edition }));
      build.onLoad({ filter: /\.css$/ }, async ({ path, with: { type } }) => {
        if (type !== 'text') return undefined;
        const { code } = await build.esbuild.transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true });
        return { contents: code, loader: 'text' };
      });
    },
  };
  return plugin;
}
