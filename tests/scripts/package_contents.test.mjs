// What of the npm package decides whether the tests in frameworks run.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

import { packageDigest } from '../../scripts/test/package_contents.mjs';

const folder = mkdtempSync(join(tmpdir(), 'paramscope-contents-'));
after(() => rmSync(folder, { recursive: true }));

/** A wasm file that exports a memory by this name; `more` are bytes that no script sees. */
function wasm(name, more = []) {
  const text = Buffer.from(name);
  return Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, text.length + 4, 1, text.length, ...text, 2, 0, 0, more.length + 2, 1, 0x78, ...more]);
}

const contents = {
  'package.json': '{"name": "paramscope", "exports": "./a.js"}',
  'a.js': 'import "./chunk-ABCDEFG2.js";',
  'chunk-ABCDEFG2.js': 'count()',
  'a.d.ts': 'export {};',
  'a.wasm': wasm('memory'),
  'README.md': 'A package',
};

let made = 0;

/** The digest of a package that has these files in the place of others. */
function digest(changes = {}) {
  const path = join(folder, String(made++));
  for (const [name, text] of Object.entries({ ...contents, ...changes })) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return packageDigest(path);
}

const first = digest();

for (const [what, changes] of [
  ['nothing', {}],
  ['the code of a wasm file', { 'a.wasm': wasm('memory', [1, 2, 3]) }],
  ['the digest in the name of a chunk', { 'a.js': 'import "./chunk-HIJKLMN3.js";', 'chunk-ABCDEFG2.js': undefined, 'chunk-HIJKLMN3.js': 'count()' }],
  ['the address of the repository', { 'package.json': '{"name": "paramscope", "repository": {"url": "x"}, "exports": "./a.js"}' }],
  ['a text for people', { 'README.md': 'Another text' }],
]) {
  test(`the same is seen after a change of ${what}`, () => assert.equal(digest(changes), first));
}

for (const [what, changes] of [
  ['a script', { 'chunk-ABCDEFG2.js': 'count(1)' }],
  ['types', { 'a.d.ts': 'export const a: number;' }],
  ['what a wasm file exports', { 'a.wasm': wasm('table') }],
  ['the name of a wasm file', { 'a.wasm': undefined, 'b.wasm': wasm('memory') }],
  ['the manifest', { 'package.json': '{"name": "paramscope", "exports": "./b.js"}' }],
  ['files: one more', { 'licenses/b.js': '' }],
]) {
  test(`something else is seen after a change of ${what}`, () => assert.notEqual(digest(changes), first));
}
