// scripts/compare_reports.mjs finds the differences between the program and scripts that alter its answers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { file, program } from './support.mjs';

const script = fileURLToPath(new URL('../../scripts/compare_reports.mjs', import.meta.url));

const texts = ['Linear(3, 4)', 'Sequential(\n  (a): Linear(5, 6)\n  (b): Unknown()\n)', 'Sequential(\n  (a): Peculiar()\n)'];
const facts = dirname(file(JSON.stringify(texts.map((text, i) => ({ name: `text ${i}`, text, args: [] }))), 'everyday_texts.json'));
const differences = join(facts, 'differences.json');

/** Makes a program that answers like the real one, with its output changed by `alter`. */
function altered(name, alter) {
  return file(`
    import { spawnSync } from 'node:child_process';
    import { readFileSync } from 'node:fs';
    const program = ${JSON.stringify(program)};
    const command = program.endsWith('js') ? [process.execPath, program] : [program];
    const [first, ...rest] = [...command, ...process.argv.slice(2)];
    const { status, stdout, stderr } = spawnSync(first, rest, { input: readFileSync(0) });
    const alter = ${alter};
    process.stdout.write(alter(stdout.toString()));
    process.stderr.write(alter(stderr.toString()));
    process.exitCode = status;`, `${name}.mjs`);
}

function compare(after, ...options) {
  mkdirSync(join(facts, 'cache'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [script, '--cache', join(facts, 'cache'), '--only', 'everyday',
    '--json', differences, ...options, program, after, facts]);
  assert.equal(stderr.toString(), '');
  return { status, ...JSON.parse(readFileSync(differences)) };
}

test('a program equals itself', () => {
  const { status, inputs } = compare(program);
  assert.equal(status, 0);
  assert.deepEqual(inputs, []);
});

test('added fields and another version of the schema are no difference', () => {
  const after = altered('extended', `(text) => text
    .replaceAll('"severity":', '"code":"some.code","arguments":{},"severity":')
    .replace(/"version": \\d+/, '"version": 99')`);
  assert.deepEqual(compare(after).inputs, []);
});

test('a sentence in other words is one group, whatever it names, and may be allowed', () => {
  const after = altered('reworded', `(text) => text.replace(/nothing is known of (\\w+)/g, 'no rule counts \\'$1\\'')`);
  const { status, reworded, otherwise, kinds } = compare(after);
  assert.equal(status, 1);
  assert.deepEqual(reworded.map(({ count }) => count), [2]);
  assert.deepEqual([...otherwise, ...kinds], []);
  assert.equal(compare(after, '--allow-rewording').status, 0);
});

test('another name in a sentence is no rewording', () => {
  const after = altered('misnamed', `(text) => text.replace('nothing is known of Peculiar', 'no rule counts Linear')`);
  const { status, reworded, otherwise } = compare(after, '--allow-rewording');
  assert.equal(status, 1);
  assert.deepEqual([reworded.length, otherwise.length], [0, 1]);
});

test('another number, formula and exit code are found', () => {
  const after = altered('miscounted', `(text) => {
    if (text.includes('"Peculiar"')) setImmediate(() => { process.exitCode = 7; });
    return text.replaceAll('"parameters":36', '"parameters":37').replaceAll('"formula":"36"', '"formula":"6*6"');
  }`);
  const { status, kinds } = compare(after, '--allow-rewording');
  assert.equal(status, 1);
  assert.deepEqual(kinds.map(({ kind }) => kind).sort(), ['exit code', 'report.nodes[].formula', 'report.nodes[].parameters']);
});

test('integers that a double cannot hold are compared exactly', () => {
  const after = altered('imprecise', `(text) => text.replace('"stored": 16', '"stored": 12345678901234567890')`);
  const other = altered('more_imprecise', `(text) => text.replace('"stored": 16', '"stored": 12345678901234567891')`);
  const { status } = spawnSync(process.execPath, [script, '--cache', join(facts, 'cache'), '--only', 'text 0', after, other, facts]);
  assert.equal(status, 1);
});
