// Splits programs' wasm in parts, by what runs when. Of the page: what the first frames need, what a count needs beside that, what other frames need, what
// a look around needs, and the rest. Of the readers: what all texts need, what configs need, what code needs, what
// other texts need, what counting needs, and the rest. Which functions run is noted while the program runs through visits without a browser; a
// call of any part works at any time (web/parts.js).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { has, StepError } from '../steps.mjs';
import { firstPart } from '../../web/parts.js';
import { digestOf } from './digest.mjs';
import { moveData } from './wasm_edit.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** The part of a function of the page's program, by what needs it: the first frames, a count before the interface is there, frames with details, a look around (view). */
function partOfPage(needs) {
  if (needs.has('frame')) return needs.has('count') ? firstPart : 'interface';
  const kind = ['count', 'details'].find((each) => needs.has(each));
  if (kind) return kind;
  return needs.size > 0 ? 'soon' : 'later';
}

/**
 * The part of a function of the readers, by the kinds of texts that need it: to be opened (config), or opened and counted (count.config). Code is
 * counted while it is read, and what it shares with other texts comes with it.
 */
function partOfReaders(needs) {
  const texts = ['config', 'code', 'other'];
  const opened = texts.filter((kind) => needs.has(kind));
  const openedOrCounted = texts.filter((kind) => needs.has(kind) || needs.has(`count.${kind}`));
  if (opened.includes('config')) return openedOrCounted.length > 1 ? firstPart : 'config';
  return openedOrCounted.some((kind) => !opened.includes(kind)) ? 'count' : opened[0] ?? 'rest';
}

/**
 * The programs that come in parts: the script that makes the visits, the parts after the first in the order in which they are split off, and
 * the part of a function that runs in visits of these kinds.
 */
const programs = {
  'paramscope-app': {
    script: 'first_visit.mjs',
    parts: ['later', 'soon', 'details', 'count', 'interface'],
    partOf: partOfPage,
  },
  'paramscope-open': {
    script: 'first_reading.mjs',
    parts: ['rest', 'count', 'other', 'code', 'config'],
    partOf: partOfReaders,
  },
};

/** The only functions that read data of a part (src/open/support/data_of.h). */
const readersOfData = {
  config: /^paramscope::open::architectures\(/,
  code: /^paramscope::open::python::usual_library_tree\(|^ts_/,
  other: /^paramscope::open::(python::other_library_tree|known_configs)\(|::PatternLibrary::PatternLibrary\(/,
};

/** The wasm file of a part: paramscope-open.code.wasm. */
const fileOf = (name, part) => (part === firstPart ? `${name}.wasm` : `${name}.${part}.wasm`);

/** True for the name of a part that comes later: a whole wasm file has none. */
export const isLater = (name) => /\.\w+\.wasm$/.test(name);

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

/** Makes the visits of a script in a process of their own, with a wasm that notes what runs. Returns the lines that it prints. */
function visit(script, emcc, noting, folder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(here, script), emcc, noting, folder], { encoding: 'utf8' });
  if (status !== 0) throw new StepError(`The visits of ${script} failed:\n${stderr.slice(-2000)}`);
  return stdout.trim().split('\n').map((line) => line.split(' '));
}

/** What notes say of each function that the wasm defines: whether it ran. They are a digest and the times when functions ran first. */
function ranIn(path) {
  const notes = readFileSync(path).subarray(8);
  return Array.from({ length: notes.length / 4 }, (_, place) => notes.readUInt32LE(place * 4) > 0);
}

/** The names of the functions of a wasm file, which Emscripten writes beside it: "PLACE:NAME", imported functions first. */
function namesOf(emcc, name) {
  const wasm = new WebAssembly.Module(readFileSync(join(emcc, `${name}.wasm`)));
  const imported = WebAssembly.Module.imports(wasm).filter(({ kind }) => kind === 'function').length;
  const lines = readFileSync(join(emcc, `${name}.js.symbols`), 'utf8').trim().split('\n');
  return lines.slice(imported).map((line) => line.slice(line.indexOf(':') + 1));
}

/** Ends the build if a function of a program reads data that comes later than itself. */
function checkReaders(emcc, name, parts) {
  const names = namesOf(emcc, name);
  const isEarly = (place, of) => ![of, 'rest'].includes(parts[place]) && readersOfData[of].test(names[place]);
  for (const part of Object.keys(readersOfData)) {
    const early = names.find((_, place) => isEarly(place, part));
    if (early) throw new StepError(`${early} reads data that comes with the part ${part}, and is needed without it.`);
  }
}

/** Makes the visits of a program; returns the part of each function, by its place, and the ranges of the data of parts, { code: [begin, end] }. */
function look(emcc, folder, name) {
  const { script, partOf } = programs[name];
  const noting = join(folder, 'noting.wasm');
  split('--instrument', join(emcc, `${name}.wasm`), '-o', noting);
  const lines = visit(script, emcc, noting, folder);
  const data = Object.fromEntries(lines.filter(([kind]) => kind === 'data').map(([, part, ...ends]) => [part, ends.map(Number)]));
  const kinds = [];  // of the visits in which a function runs, by its place
  for (const [kind, path] of lines.filter(([each]) => each !== 'data')) {
    ranIn(path).forEach((ran, place) => {
      kinds[place] ??= new Set();
      if (ran) kinds[place].add(kind);
    });
  }
  const parts = kinds.map(partOf);
  if (Object.keys(data).length > 0) checkReaders(emcc, name, parts);
  return { parts, data };
}

/** Splits one part after the other from a program, until the first part remains: each imports what it needs from that. */
function splitOne(emcc, folder, name) {
  const { parts, data } = look(emcc, folder, name);
  const list = join(folder, 'functions');
  let whole = join(emcc, `${name}.wasm`);
  programs[name].parts.forEach((part, i) => {
    const remaining = join(folder, `${name}.without.${part}`);
    writeFileSync(list, parts.flatMap((each, place) => (each === part ? [place] : [])).join('\n'));
    split('--split', whole, `--split-funcs=@${list}`, '-o1', remaining, '-o2', join(folder, fileOf(name, part)), '-g',
      `--export-prefix=${'%&*#+'[i]}`, `--import-namespace=${firstPart}`, `--placeholder-namespace=${part}`);
    whole = remaining;
  });
  let first = readFileSync(whole);
  for (const part of programs[name].parts) {
    const path = join(folder, fileOf(name, part));
    const [left, withData] = moveData(first, readFileSync(path), data[part] ?? [0, 0]);
    first = left;
    writeFileSync(path, withData);
  }
  writeFileSync(join(folder, fileOf(name, firstPart)), first);
}

/** What the parts depend on beside the program: the visits and what they bring. */
const inputs = ['scripts/bundle', 'web/open', 'web/languages', 'web/parts.js', 'web/shipped.js', 'src/presets', 'src/layers/blocks', 'src/layers/copies', 'src/layers/types', 'src/open/config/known'];

/** Splits those wasm files of Emscripten's output, the folder `emcc`, that come in parts. Returns the folder of the parts. */
export function makeParts(emcc) {
  const folder = join(emcc, '../parts');
  const record = join(folder, 'digest');
  const digest = digestOf([...inputs, ...Object.keys(programs).flatMap((name) => ['wasm', 'js'].map((type) => join(emcc, `${name}.${type}`)))]);
  if (existsSync(record) && readFileSync(record, 'utf8') === digest) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of Object.keys(programs)) splitOne(emcc, folder, name);
  writeFileSync(record, digest);
  return folder;
}
