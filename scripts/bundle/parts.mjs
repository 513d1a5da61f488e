// Splits a program's wasm in two: the functions that a visitor needs first, and the rest. Which they are is noted while the program runs
// through visits without a browser; a call of the rest works at any time (web/parts.js).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { digestOf } from '../bundle.mjs';
import { has, StepError } from '../steps.mjs';
import { firstPart, placeholders } from '../../web/parts.js';

const here = dirname(fileURLToPath(import.meta.url));

/** The wasm files that come in two parts, and the scripts that make the visits. */
const visits = { 'paramscope-app.wasm': 'first_visit.mjs', 'paramscope-open.wasm': 'first_reading.mjs' };

/** The name of the second part of a wasm file: paramscope-app.later.wasm. */
export const laterOf = (name) => name.replace(/\.wasm$/, '.later.wasm');

/** True for the name of a second part: a whole wasm file has none. */
export const isLater = (name) => name.endsWith('.later.wasm');

/** What Emscriptens generate, or wasm-split; all browsers that the page runs in know it. */
const features = ['mutable-globals', 'bulk-memory', 'sign-ext', 'nontrapping-float-to-int', 'multivalue', 'reference-types'].map((name) => `--enable-${name}`);

/** Binaryen's program, on the search path or where an Emscripten of its own has it. */
function splitter() {
  const beside = process.env.EMSDK && join(process.env.EMSDK, 'upstream/bin/wasm-split');
  return [beside, 'wasm-split'].find((name) => name && has(name)) ?? 'wasm-split';
}

function split(...args) {
  const { status, stderr, error } = spawnSync(splitter(), [...features, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new StepError(`wasm-split, which is part of Emscripten, failed: ${error?.message ?? stderr}`);
}

/** Makes the visits of a program with a wasm that notes what runs, in a process of their own; writes the notes. Returns their paths. */
function visit(script, emcc, folder, wasm) {
  const noting = join(folder, 'noting.wasm');
  split('--instrument', join(emcc, wasm), '-o', noting);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(here, script), emcc, noting, folder], { encoding: 'utf8' });
  if (status !== 0) throw new StepError(`The visits of ${wasm} failed:\n${stderr.slice(-2000)}`);
  return stdout.trim().split('\n');
}

/** Splits one wasm file of Emscripten's output into the files of these names in `folder`. */
function splitOne(emcc, folder, wasm) {
  const merged = join(folder, 'merged.notes');
  split('--merge-profiles', ...visit(visits[wasm], emcc, folder, wasm), '-o', merged);
  split(join(emcc, wasm), `--profile=${merged}`, '-o1', join(folder, wasm), '-o2', join(folder, laterOf(wasm)),
    '--export-prefix=%', `--import-namespace=${firstPart}`, `--placeholder-namespace=${placeholders}`);
}

/** What the parts depend on beside the program: the visits and what they bring. */
const inputs = ['scripts/bundle', 'web/open', 'web/languages', 'src/presets', 'src/layers/blocks', 'src/layers/copies', 'src/layers/types', 'src/open/config/known'];

/** Splits those wasm files of Emscripten's output, the folder `emcc`, that come in parts. Returns the folder of the parts. */
export function makeParts(emcc) {
  const folder = join(emcc, '../parts');
  const programs = Object.keys(visits).flatMap((name) => [name, name.replace('.wasm', '.js')].map((file) => join(emcc, file)));
  const record = join(folder, 'digest');
  const digest = digestOf([...inputs, ...programs]);
  if (existsSync(record) && readFileSync(record, 'utf8') === digest) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const wasm of Object.keys(visits)) splitOne(emcc, folder, wasm);
  writeFileSync(record, digest);
  return folder;
}
