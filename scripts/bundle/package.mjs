// Builds the npm package: the library with its wasm under the names that programs import, and the command line.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';

import { root } from '../steps.mjs';
import { elementManifest } from '../types/element_manifest.mjs';
import { builtModules } from './built.mjs';
import { copyLicenses } from './licenses.mjs';
import { esbuildOptions, repositoryAddress } from './options.mjs';
import { isLater } from './parts.mjs';

/** The entries of the package: names, sources and type declarations. `server` is what programs outside of pages take. */
const modules = [
  { name: '.', file: 'paramscope.js', server: 'server.js', source: 'web/paramscope.js', types: 'web/api/paramscope.d.ts' },
  { name: './engine', file: 'engine.js', server: 'server.js', source: 'web/api/index.js', types: 'web/api/paramscope.d.ts', typesOf: 'paramscope.js' },
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
  const { file, server } = module;
  return {
    types: `./${typesFile(module)}`,
    ...(server && { node: `./${server}` }),
    default: `./${file}`,
  };
}

/** Where the sources are, which npm compares with the provenance, and where questions go. */
function places() {
  const address = repositoryAddress();
  return address && { homepage: `${address}#readme`, bugs: `${address}/issues`, repository: { type: 'git', url: `git+${address}.git` } };
}

function manifest() {
  const { name, version, description, license, author, engines, keywords } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name,
    version,
    description,
    keywords,
    license,
    author,
    ...places(),
    type: 'module',
    engines,
    exports: {
      ...Object.fromEntries(modules.map((module) => [module.name, conditions(module)])),
      ...Object.fromEntries(frameworks.map((framework) => [`./${framework}`, { types: `./${framework}.d.ts` }])),
      ...Object.fromEntries(Object.values(wasmFiles).map((file) => [`./${file}`, { types: './wasm.d.ts', default: `./${file}` }])),
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    main: './paramscope.js',  // Parcel reads `exports` only where a setting says so
    types: './paramscope.d.ts',
    unpkg: './paramscope.js',
    jsdelivr: './paramscope.js',
    customElements: './custom-elements.json',
    bin: { [name]: 'cli.mjs' },
    files: ['*.js', '*.d.ts', '*.wasm', 'cli.mjs', 'cli.remote.mjs', 'custom-elements.json', 'licenses'],
    sideEffects: definingElement.map((file) => `./${file}`),
    publishConfig: { access: 'public', provenance: true },
  };
}

/** Bundles `entries`, { out: source }, whose wasm is what the modules of the source `wasm(name)` give. */
function bundleModules(entries, { emcc, folder, wasm, plugins = [], ...options }) {
  return build({
    ...esbuildOptions,
    ...options,
    entryPoints: Object.entries(entries).map(([out, source]) => ({ in: source, out: out.replace(/\.js$/, '') })),
    outdir: folder,
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [...plugins, builtModules({ folder: emcc, wasm: (name) => (isLater(name) ? 'export default undefined;' : wasm(name)), edition: "export const edition = 'package'; export const site = undefined;" })],
  });
}

/** Provides `packed:NAME.wasm`, the file as a text: brotli in base64. */
const packedWasm = (emcc) => ({
  name: 'packed',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^packed:/ }, ({ path }) => ({ path: path.slice('packed:'.length), namespace: 'packed' }));
    onLoad({ filter: /./, namespace: 'packed' }, ({ path }) => {
      const bytes = brotliCompressSync(readFileSync(join(emcc, path)), { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 } });
      return { contents: bytes.toString('base64'), loader: 'text' };
    });
  },
});

/** Writes dist/package, ready for `npm pack`; `emcc` is the folder of Emscripten's output. */
export async function bundlePackage(emcc, dist) {
  const folder = join(dist, 'package');
  mkdirSync(folder);
  await bundleModules(Object.fromEntries(modules.map(({ file, source }) => [file, source])), {
    emcc,
    folder,
    // A function: in a classic script, which has no address, the library is usable with configure().
    wasm: (name) => `export default () => new URL('./${wasmFiles[name]}', import.meta.url).href;`,
  });
  // A bundler of a server takes modules along and loses files beside them: here the wasm is in modules.
  await bundleModules({ 'server.js': 'web/api/index.js' }, {
    emcc,
    folder,
    platform: 'node',
    wasm: (name) => `import { unpacked } from './web/api/packed_wasm.js'; export default () => unpacked(import('packed:${name}'));`,
    plugins: [packedWasm(emcc)],
  });
  for (const module of modules) copyFileSync(join(root, module.types), join(folder, typesFile(module)));
  copyFileSync(join(root, 'web/api/wasm.d.ts'), join(folder, 'wasm.d.ts'));
  for (const framework of frameworks) copyFileSync(join(root, 'web/element/frameworks', `${framework}.d.ts`), join(folder, `${framework}.d.ts`));
  writeFileSync(join(folder, 'custom-elements.json'), `${JSON.stringify(elementManifest(), null, 2)}\n`);
  for (const [name, file] of Object.entries(wasmFiles)) copyFileSync(join(emcc, name), join(folder, file));
  for (const name of ['cli.mjs', 'cli.remote.mjs', 'cli.wasm']) copyFileSync(join(dist, name), join(folder, name));
  copyLicenses(folder);
  for (const name of ['README.md', 'LICENSE']) copyFileSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}
