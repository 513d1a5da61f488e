// Builds the npm package: the library with its wasm under the names that programs import, and the command line.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

import { root } from '../steps.mjs';
import { builtModules } from './built.mjs';
import { copyLicenses } from './licenses.mjs';
import { esbuildOptions } from './options.mjs';

/** The entries of the package: names, sources and type declarations. */
const modules = [
  { name: '.', file: 'paramscope.js', source: 'web/paramscope.js', types: 'web/api/paramscope.d.ts' },
  { name: './element', file: 'element.js', source: 'web/element/param-scope.js', types: 'web/element/element.d.ts' },
].filter(({ source }) => existsSync(join(root, source)));

/** The wasm files, by Emscripten's names. */
const wasmFiles = { 'paramscope-engine.wasm': 'paramscope.wasm', 'paramscope-open.wasm': 'paramscope-open.wasm' };

const typesOf = ({ file }) => file.replace(/\.js$/, '.d.ts');

function manifest() {
  const { name, version, description, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const exported = modules.map((module) => [module.name, {
    ...(existsSync(join(root, module.types)) && { types: `./${typesOf(module)}` }),
    default: `./${module.file}`,
  }]);
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    exports: {
      ...Object.fromEntries(exported),
      './paramscope.wasm': './paramscope.wasm',
      './paramscope-open.wasm': './paramscope-open.wasm',
      './package.json': './package.json',
    },
    types: './paramscope.d.ts',
    bin: { [name]: 'cli.mjs' },
    files: ['*.js', '*.d.ts', '*.wasm', 'cli.mjs', 'cli.remote.mjs', 'licenses'],
    sideEffects: modules.map(({ file }) => `./${file}`),
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
      wasm: (name) => `export default new URL('./${wasmFiles[name]}', import.meta.url).href;`,
      edition: "export const edition = 'package'; export const site = undefined;",
    })],
  });
  for (const module of modules.filter(({ types }) => existsSync(join(root, types)))) {
    copyFileSync(join(root, module.types), join(folder, typesOf(module)));
  }
  for (const [name, file] of Object.entries(wasmFiles)) copyFileSync(join(emcc, name), join(folder, file));
  for (const name of ['cli.mjs', 'cli.remote.mjs', 'cli.wasm']) copyFileSync(join(dist, name), join(folder, name));
  copyLicenses(folder);
  for (const name of ['README.md', 'LICENSE']) copyFileSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}
