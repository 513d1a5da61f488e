// Builds the npm package: the library with its wasm under the names that programs import, and the command line.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

import { root } from '../steps.mjs';
import { elementManifest } from '../types/element_manifest.mjs';
import { builtModules } from './built.mjs';
import { copyLicenses } from './licenses.mjs';
import { esbuildOptions, repositoryAddress } from './options.mjs';
import { isLater } from './parts.mjs';

/** The entries of the package: names, sources and type declarations. */
const modules = [
  { name: '.', file: 'paramscope.js', source: 'web/paramscope.js', types: 'web/api/paramscope.d.ts' },
  { name: './engine', file: 'engine.js', source: 'web/api/index.js', types: 'web/api/paramscope.d.ts', typesOf: 'paramscope.js' },
  { name: './element', file: 'element.js', source: 'web/element/param-scope.js', types: 'web/element/element.d.ts' },
];

/** Modules with an effect: they define the element. */
const definingElement = ['paramscope.js', 'element.js'];

/** Types of the element in templates of frameworks. */
const frameworks = ['react', 'vue', 'svelte'];

/** The wasm files, by Emscripten's names. */
const wasmFiles = {
  'paramscope-engine.wasm': 'paramscope.wasm',
  'paramscope-element.wasm': 'paramscope-element.wasm',
  'paramscope-open.wasm': 'paramscope-open.wasm',
};

/** One file of types serves both entries of the library: its classes are the same. */
const typesFile = ({ file, typesOf = file }) => typesOf.replace(/\.js$/, '.d.ts');

/** What a module name leads to. Under node, the library never defines the element: there is none. */
function conditions(module) {
  const { name, file } = module;
  return {
    types: `./${typesFile(module)}`,
    ...(name === '.' && { node: './engine.js' }),
    default: `./${file}`,
  };
}

/** The repository, which npm compares with the provenance. */
function repository() {
  const address = repositoryAddress();
  return address ? { type: 'git', url: `git+${address}.git` } : undefined;
}

function manifest() {
  const { name, version, description, license, engines, keywords } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name,
    version,
    description,
    keywords,
    license,
    repository: repository(),
    type: 'module',
    engines,
    exports: {
      ...Object.fromEntries(modules.map((module) => [module.name, conditions(module)])),
      ...Object.fromEntries(frameworks.map((framework) => [`./${framework}`, { types: `./${framework}.d.ts` }])),
      ...Object.fromEntries(Object.values(wasmFiles).map((file) => [`./${file}`, `./${file}`])),
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    types: './paramscope.d.ts',
    customElements: './custom-elements.json',
    bin: { [name]: 'cli.mjs' },
    files: ['*.js', '*.d.ts', '*.wasm', 'cli.mjs', 'cli.remote.mjs', 'custom-elements.json', 'licenses'],
    sideEffects: definingElement.map((file) => `./${file}`),
    publishConfig: { access: 'public', provenance: true },
  };
}

/** Writes dist/package, ready for `npm pack`; `emcc` is the folder of Emscripten's output. */
export async function bundlePackage(emcc, dist) {
  const folder = join(dist, 'package');
  mkdirSync(folder);
  await build({
    ...esbuildOptions,
    entryPoints: modules.map(({ file, source }) => ({ in: source, out: file.replace(/\.js$/, '') })),
    outdir: folder,
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [builtModules({
      folder: emcc,
      // A function: in a classic script, which has no address, the library is usable with configure().
      wasm: (name) => (isLater(name) ? 'export default undefined;' : `export default () => new URL('./${wasmFiles[name]}', import.meta.url).href;`),
      edition: "export const edition = 'package'; export const site = undefined;",
    })],
  });
  for (const module of modules) copyFileSync(join(root, module.types), join(folder, typesFile(module)));
  for (const framework of frameworks) copyFileSync(join(root, 'web/element/frameworks', `${framework}.d.ts`), join(folder, `${framework}.d.ts`));
  writeFileSync(join(folder, 'custom-elements.json'), `${JSON.stringify(elementManifest(), null, 2)}\n`);
  for (const [name, file] of Object.entries(wasmFiles)) copyFileSync(join(emcc, name), join(folder, file));
  for (const name of ['cli.mjs', 'cli.remote.mjs', 'cli.wasm']) copyFileSync(join(dist, name), join(folder, name));
  copyLicenses(folder);
  for (const name of ['README.md', 'LICENSE']) copyFileSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}
