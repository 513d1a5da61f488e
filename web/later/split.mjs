// Cuts a program that emcc linked with its functions' names into what opening the page needs and what it needs later.
//   node split.mjs WASM-SPLIT PROGRAM.wasm LATER.wasm ROOTS [OPTION of wasm-split]...
// ROOTS names functions, one pattern a line: they go to the later part, with all that is only reached through them.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import { callsOf, sectionsOf } from './wasm_calls.mjs';

/** The patterns of a text: `#` begins a comment. */
function patterns(text) {
  return text.split('\n').map((line) => line.replace(/#.*/, '').trim()).filter(Boolean).map((line) => new RegExp(line));
}

/** The functions that `roots` name and those that nothing but them reaches. */
function laterFunctions({ names, calls, outside }, roots) {
  // Functions that the optimizer made of similar ones go by the name of one of them.
  const isRoot = (index) => !names.get(index).startsWith('byn$mgfn') && roots.some((pattern) => pattern.test(names.get(index)));
  const reached = new Set();
  const visit = [...outside];
  while (visit.length > 0) {
    const index = visit.pop();
    if (reached.has(index) || isRoot(index)) continue;
    reached.add(index);
    visit.push(...calls.get(index) ?? []);
  }
  return [...calls.keys()].filter((index) => !reached.has(index));
}

const leb = (value) => (value < 128 ? [value] : [value % 128 + 128, ...leb(Math.floor(value / 128))]);
const bytesOf = (text) => [...leb(Buffer.byteLength(text)), ...Buffer.from(text)];

/** The module without names of anything. */
function nameless(wasm) {
  const kept = sectionsOf(wasm).filter(({ id }) => id !== 0);
  return Buffer.concat([wasm.subarray(0, 8), ...kept.map(({ begin, end }) => wasm.subarray(begin, end))]);
}

/** The module with these names of functions, by index, instead of those it has. */
function named(wasm, names) {
  const map = [...leb(names.size), ...[...names].flatMap(([index, name]) => [...leb(index), ...bytesOf(name)])];
  const contents = [...bytesOf('name'), 1, ...leb(map.length), ...map];
  return Buffer.concat([nameless(wasm), Buffer.from([0, ...leb(contents.length), ...contents])]);
}

const [splitter, program, later, rootsFile, ...options] = process.argv.slice(2);
const wasm = readFileSync(program);
const calls = callsOf(wasm);
const roots = patterns(readFileSync(rootsFile, 'utf8'));
const unknown = roots.filter((pattern) => ![...calls.names.values()].some((name) => pattern.test(name)));
if (unknown.length > 0) {
  console.warn(`${rootsFile}: no function is named ${unknown.join(', ')}`);
}

/** Gives the functions of a part their names: they stand in the order they had. */
function nameAsBefore(path, before) {
  const part = readFileSync(path);
  const own = [...callsOf(part).calls.keys()];
  writeFileSync(path, named(part, new Map(own.map((index, i) => [index, calls.names.get(before[i])]))));
}

// The splitter is told names that need no escaping, whatever its version does to others.
const plain = new Map([...calls.names.keys()].map((index) => [index, `f${index}`]));
const list = `${later}.functions`;
const isLater = new Set(laterFunctions(calls, roots));
writeFileSync(list, [...isLater].map((index) => plain.get(index)).join('\n'));
const whole = `${later}.whole`;
writeFileSync(whole, named(wasm, plain));
execFileSync(splitter, [...options, `--split-funcs=@${list}`, whole, '-o1', program, '-o2', later], { stdio: 'inherit' });
nameAsBefore(program, [...calls.calls.keys()].filter((index) => !isLater.has(index)));
nameAsBefore(later, [...isLater]);
rmSync(whole);
rmSync(list);
