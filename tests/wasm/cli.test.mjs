// The command line as WebAssembly under node prints the same bytes as the native one.
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { site } from '../support/site.mjs';

const build = fileURLToPath(new URL('../../build/', import.meta.url));
const native = [join(build, 'native/src/paramscope')];
const wasm = [process.execPath, join(site, 'cli.mjs')];

const folder = mkdtempSync(join(tmpdir(), 'paramscope-'));
after(() => rmSync(folder, { recursive: true }));

function run([program, ...before], args, input = '') {
  const { status, stdout, stderr } = spawnSync(program, [...before, ...args], {
    cwd: folder,
    input,
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Runs both programs and returns their common answer. */
function runBoth(args, input) {
  const result = run(wasm, args, input);
  assert.deepEqual(result, run(native, args, input));
  return result;
}

// The list is a table: a heading, then a name and a title in each line.
const presets = run(native, ['--list-presets']).stdout.split('\n').slice(1).map((line) => line.split(/\s/)[0]).filter(Boolean);

test('lists the presets', () => {
  assert.equal(runBoth(['--list-presets']).status, 0);
  assert.ok(presets.length > 0);
});

test('counts every preset alike', () => {
  for (const name of presets) assert.equal(runBoth([`preset:${name}`, '--format', 'json']).status, 0, name);
});

for (const format of ['text', 'csv', 'markdown', 'latex', 'model']) {
  test(`writes alike: ${format}`, () => {
    assert.equal(runBoth([`preset:${presets[0]}`, '--format', format]).status, 0);
  });
}

test('reads files and the standard input', () => {
  const model = 'Sequential(\n  (0): Linear(in_features=784, out_features=10, bias=True)\n)\n';
  writeFileSync(join(folder, 'model.txt'), model);
  const fromFile = runBoth(['model.txt', '--format', 'json']);
  const fromInput = runBoth(['-', '--format', 'json'], model);
  assert.equal(JSON.parse(fromFile.stdout).totals.parameters, 7850);
  assert.equal(JSON.parse(fromInput.stdout).totals.parameters, 7850);
});

test('answers wrong input with 1 and wrong usage with 2', () => {
  assert.equal(runBoth(['-'], 'Linear(').status, 1);
  assert.equal(runBoth(['missing.txt']).status, run(native, ['missing.txt']).status);
  assert.equal(runBoth(['--no-such-option']).status, 2);
});

test('writes all of a long answer into a pipe', () => {
  const layers = Array.from({ length: 20000 }, (_, i) => `  (${i}): Linear(in_features=8, out_features=8, bias=True)`);
  const model = `Sequential(\n${layers.join('\n')}\n)\n`;
  const { status, stdout } = runBoth(['-', '--format', 'json'], model);
  assert.equal(status, 0);
  assert.ok(stdout.length > 1 << 20);
  assert.equal(JSON.parse(stdout).totals.parameters, 20000 * 72);
});
