// Provides the modules named `built:…`, which exist only after emcc and the bundler have run.
//   built:NAME.js    Emscripten's factory
//   built:NAME.wasm  the wasm beside it, as an argument of web/wasm.js: an address or bytes
//   built:NAME.PART.wasm  the address of another part of that program (web/parts.js), undefined where it is one file
//   built:presets    load() resolves to the shipped models, in the order of src/presets: [{name, title, group, text}]
//   built:blocks     load() resolves to what is known of composite types, the texts of src/layers/blocks, copies and types: [{group, name, text}]
//   built:first-model  the shipped model that the page shows first
//   built:chinese    load() resolves to the Chinese catalogue (web/languages/zh), the argument of Translator
//   built:chinese-hub  its rows about fetched models: {id: Chinese}
//   built:known-configs  what src/open/config/known holds: [[names with blanks between, config.json as text]]
//   built:chinese-from-disk  its rows for a page opened from disk, which cannot load the catalogue: {id: Chinese}
//   built:open-worker, built:count-worker  the script of the worker that opens files (web/open/worker.js), that counts
//                    (web/count/worker.js), a text
//   built:edition    the edition ('site', 'package', 'offline'), the address of the site, if there is one, and of the repository, if it is known
// Also minifies styles imported `with { type: 'text' }`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

import { catalogueOf, readTables, rowsFromDisk, rowsOfHub } from '../../web/languages/table.js';
import { firstState } from '../../web/page/first_state.js';
import { root } from '../steps.mjs';
import { knownConfigs } from './known_configs.mjs';
import { esbuildOptions, repositoryAddress } from './options.mjs';

/** Reads the files of src/presets, in the gallery's order: named NN-name.txt, the title in the first line. */
function presets() {
  return ['articles', 'models'].flatMap((group) => readdirSync(join(root, 'src/presets', group)).sort().map((file) => {
    const text = readFileSync(join(root, 'src/presets', group, file), 'utf8');
    const [, title] = /^# (.*)/.exec(text);
    return { name: file.replace(/^\d+-|\.txt$/g, ''), title, group, text };
  }));
}

/** Reads the texts of a folder of src/layers, without comments. They stay apart: the types of each are sorted. */
function layerTexts(group) {
  const folder = join(root, 'src/layers', group);
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt')).sort();
  return files.map((file) => ({ group, name: file.replace('.txt', ''), text: readFileSync(join(folder, file), 'utf8').replace(/^#.*\n/gm, '') }));
}

/** Lists all texts beside the wasm, as the page gives them to its program. */
export const shippedTexts = () => [...blocks(), ...presets()];

/** Reads what is known of composite types that is not in the wasm. */
const blocks = () => ['blocks', 'copies', 'types'].flatMap(layerTexts);

/** The model that the page shows first. */
export const firstModel = () => presets().find(({ name }) => name === firstState.preset);

const chineseTables = () => readTables(join(root, 'web/languages/zh'));
const chinese = () => catalogueOf(chineseTables());

/** Data that scripts contain, by the name of their module. */
const scriptData = {
  'chinese-from-disk': () => rowsFromDisk(chineseTables()),
  'chinese-hub': () => rowsOfHub(chineseTables()),
  'known-configs': knownConfigs,
  'first-model': firstModel,
};

/** Data files of the site, by the name of their module. */
const data = { presets, blocks, chinese };

/** Writes the source of a module that contains its data. */
export const inside = (name) => `export const load = async () => (${JSON.stringify(data[name]())});`;

/** Writes the data of a module as JSON. */
export const contents = (name) => JSON.stringify(data[name]());

/** Bundles the script of web/NAME/worker.js into one text, which every edition contains. */
async function workerScript(name, plugin) {
  const { outputFiles } = await build({ ...esbuildOptions, entryPoints: [`web/${name}/worker.js`], format: 'iife', plugins: [plugin], write: false });
  return outputFiles[0].text;
}

/**
 * Makes an esbuild plugin. `folder` has Emscripten's output; `wasm(name)`, `shipped(name)` and `edition` give the source of
 * the modules of these names in the present edition.
 */
export function builtModules({ folder, wasm, shipped = inside, edition }) {
  const plugin = {
    name: 'built',
    setup(build) {
      build.onResolve({ filter: /^built:.*\.js$/ }, ({ path }) => ({ path: join(folder, path.slice('built:'.length)) }));
      build.onResolve({ filter: /^built:(.*\.wasm|presets|blocks|chinese|edition)$/ }, ({ path }) => ({ path, namespace: 'built' }));
      build.onLoad({ filter: /\.wasm$/, namespace: 'built' }, ({ path }) => ({ contents: wasm(path.slice('built:'.length)), resolveDir: root }));
      build.onLoad({ filter: /(presets|blocks|chinese)$/, namespace: 'built' }, ({ path }) => ({ contents: shipped(path.slice('built:'.length)), resolveDir: root }));
      build.onResolve({ filter: /^built:(chinese-from-disk|chinese-hub|known-configs|first-model)$/ }, ({ path }) => ({ path, namespace: 'script-data' }));
      build.onLoad({ filter: /./, namespace: 'script-data' }, ({ path }) => ({ contents: `export default ${JSON.stringify(scriptData[path.slice('built:'.length)]())};` }));
      build.onResolve({ filter: /^built:(open|count)-worker$/ }, ({ path }) => ({ path, namespace: 'built' }));
      build.onLoad({ filter: /-worker$/, namespace: 'built' }, async ({ path }) => ({ contents: await workerScript(/^built:(\w+)-/.exec(path)[1], plugin), loader: 'text' }));
      build.onLoad({ filter: /edition$/, namespace: 'built' }, () => ({ contents: `${edition} export const repository = ${JSON.stringify(repositoryAddress())};` }));
      build.onLoad({ filter: /\.css$/ }, async ({ path, with: { type } }) => {
        if (type !== 'text') return undefined;
        const { code } = await build.esbuild.transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true });
        return { contents: code, loader: 'text' };
      });
    },
  };
  return plugin;
}
