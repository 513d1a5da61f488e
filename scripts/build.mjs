// `npm run build`: the page and the command line as they are shipped, in dist/, and what they weigh.
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { bundle } from './bundle.mjs';
import { setup } from './setup.mjs';
import { build, main, root, say } from './steps.mjs';

/** Bytes as they are, and as a server would send them. */
function weigh(...files) {
  const contents = files.map((file) => readFileSync(join(root, 'build/web-release', file)));
  const sum = (size) => contents.reduce((total, bytes) => total + size(bytes), 0);
  return [
    sum((bytes) => bytes.length),
    sum((bytes) => gzipSync(bytes, { level: 9 }).length),
    sum((bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length),
  ];
}

function printTable(rows) {
  const line = (name, ...cells) => console.log(name.padEnd(34) + cells.map((cell) => String(cell).padStart(12)).join(''));
  line('', 'raw', 'gzip', 'brotli');
  for (const [name, sizes] of rows) line(name, ...sizes.map((size) => size.toLocaleString('en')));
}

await main(async () => {
  await setup('build');
  await build('web-release');
  const made = await bundle();
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  cpSync(made, join(root, 'dist'), { recursive: true });

  const assets = readdirSync(join(root, 'dist/assets')).map((name) => `dist/assets/${name}`);
  const [scripts, wasm, styles] = ['.js', '.wasm', '.css'].map((type) => assets.filter((name) => name.endsWith(type)));
  const page = weigh(...wasm, ...scripts);
  const empty = weigh('web/empty_window/empty_window.wasm', 'web/empty_window/empty_window.js');
  say('\nSizes in bytes');
  printTable([
    ['page: wasm', weigh(...wasm)],
    ['page: JavaScript', weigh(...scripts)],
    ['page: wasm + JavaScript', page],
    ['page: HTML and styles', weigh('dist/index.html', ...styles)],
    ['command line: cli.mjs', weigh('dist/cli.mjs')],
    ['empty ImGui window, same flags', empty],
  ]);
  console.log(`The page is ${(page[1] / empty[1]).toFixed(2)} times the empty window (gzip, wasm + JavaScript).`);
});
