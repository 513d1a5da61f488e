// A page with an empty Dear ImGui window, loaded with the same care as Paramscope's: everything is asked for at once and sent compressed.
import { copyFileSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compressSite } from '../../scripts/compress.mjs';
import { root } from '../../scripts/steps.mjs';

const built = join(root, 'build/web-release/web/empty_window');
const wasm = join(root, 'web/wasm.js');

const html = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Empty</title>
  <link rel="icon" href="data:,">
  <link rel="modulepreload" href="empty_window.js">
  <link rel="modulepreload" href="wasm.js">
  <link rel="preload" as="fetch" type="application/wasm" href="empty_window.wasm" crossorigin>
</head>
<body><canvas id="canvas"></canvas><script type="module" src="start.js"></script></body>
</html>
`;

/** It is ready when the first frame is painted, as Paramscope is. */
const script = `import create from './empty_window.js';
import { instantiate } from './wasm.js';

await instantiate(create, './empty_window.wasm', { canvas: document.getElementById('canvas') });
requestAnimationFrame(() => { document.documentElement.dataset.paramscope = 'ready'; });
`;

/** Writes the page into a new folder and returns its path; undefined where the window is not built. */
export function makeEmptyPage() {
  if (!existsSync(join(built, 'empty_window.wasm'))) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-empty-'));
  for (const name of ['empty_window.js', 'empty_window.wasm']) copyFileSync(join(built, name), join(folder, name));
  copyFileSync(wasm, join(folder, 'wasm.js'));
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'start.js'), script);
  compressSite(folder);
  return folder;
}
