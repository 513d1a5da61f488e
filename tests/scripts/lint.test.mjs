// What the suite `lint` reads together, what it says of a fault, and when it does not read again.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { after, test } from 'node:test';

import { has, root } from '../../scripts/steps.mjs';
import { Graph } from '../../scripts/test/changed/graph.mjs';
import { repositoryFiles } from '../../scripts/test/changed/repository.mjs';
import { findingsIn, lint, lintUnits } from '../../scripts/test/lint_tests.mjs';

mkdirSync(join(root, 'build'), { recursive: true });
const folder = mkdtempSync(join(root, 'build/lint-test-'));
const file = `build/${basename(folder)}/src/fault.cpp`;
mkdirSync(dirname(join(root, file)));
after(() => rmSync(folder, { recursive: true }));

const read = (source) => {
  writeFileSync(join(root, file), source);
  return lint({ name: 'fault', files: [file] }, { flags: ['-std=c++20'], graph: new Graph([file]), folder, passed: join(folder, 'passed') });
};

const right = 'bool equal(int a, int b) { return a == b; }\n';
const fault = 'bool equal(int a, int b) { return a == b || a == b; }\n';

test('a fault is told with its place and its check', { skip: !has('clang-tidy') && 'it needs clang-tidy' }, async () => {
  const { findings } = await read(`\n${fault}`);
  assert.equal(findings.length, 1);
  assert.match(findings[0], new RegExp(`^${file}:2: .*\\[misc-redundant-expression\\]$`));
});

test('what has passed is read again when it changes, and else is not', { skip: !has('clang-tidy') && 'it needs clang-tidy' }, async () => {
  assert.deepEqual(await read(right), { findings: [], isKept: false });
  assert.deepEqual(await read(right), { findings: [], isKept: true });
  assert.equal((await read(fault)).findings.length, 1);
  assert.equal((await read(fault)).isKept, false);
});

test('a finding is told once, however many sources include the header that has it', () => {
  const line = `${join(root, 'src/a.h')}:3:7: error: it is wrong [a-check,-warnings-as-errors]\n`;
  assert.deepEqual(findingsIn(`${line}int a;\n${line}`), ['src/a.h:3: it is wrong [a-check]']);
});

test('every source that compiles natively is in one unit', () => {
  const sources = repositoryFiles().filter((path) => /^src\/.*\.cpp$/.test(path));
  const units = lintUnits(sources);
  const read = units.flatMap(({ files }) => files);
  assert.equal(new Set(read).size, read.length);
  for (const path of sources.filter((each) => !read.includes(each))) assert.match(path, /\/(web|desktop|embind|shipped)\/|agreement_main|_without_simdjson/, path);
  assert.ok(units.length < 40, 'folders are read together');
});
