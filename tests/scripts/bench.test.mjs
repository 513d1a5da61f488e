// The parts of `npm run bench` that measure nothing: options, inputs, figures, the table and its places in documents.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

import { duration, rounded, speed } from '../../scripts/bench/figures.mjs';
import { experts, flatList, repeated, sumOfSymbols } from '../../scripts/bench/inputs.mjs';
import { beyond, constantIn, limits } from '../../scripts/bench/limits.mjs';
import { convolutions } from '../../scripts/bench/onnx.mjs';
import { parseOptions } from '../../scripts/bench/options.mjs';
import { complaintIn, sampleIn } from '../../scripts/bench/programs.mjs';
import { begin, end, isInReadme, withTable } from '../../scripts/bench/readme.mjs';
import { median, rounds } from '../../scripts/bench/rounds.mjs';
import { table } from '../../scripts/bench/table.mjs';

const rows = ['flat', 'cold', 'page'];
const defaults = { help: false, rows, runs: 5, write: false, json: undefined, dist: 'dist', peers: [] };

for (const [args, changed] of [
  [[], {}],
  [['--only', 'page,flat'], { rows: ['flat', 'page'] }],
  [['--runs', '12', '--dist', 'elsewhere'], { runs: 12, dist: 'elsewhere' }],
  [['--peers', 'scripts, /tmp'], { peers: [resolve('scripts'), '/tmp'] }],
  [['--write'], { write: true }],
  [['--only', 'page', '--json', 'figures.json'], { rows: ['page'], json: 'figures.json' }],
]) {
  test(`options ${args.join(' ') || '(none)'}`, () => assert.deepEqual(parseOptions(args, rows), { ...defaults, ...changed }));
}

for (const args of [['--only', 'flat,warm'], ['--only', ''], ['--runs', '0'], ['--runs', 'many'], ['--write', '--only', 'flat'], ['--fast'], ['flat'], ['--peers', 'no/such/folder']]) {
  test(`options ${args.join(' ')} are refused with the usage`, () => assert.throws(() => parseOptions(args, rows), /--only NAME,NAME .* flat, cold, page/));
}

for (const [numbers, middle] of [[[3], 3], [[5, 1, 3], 3], [[10, 9, 2, 1], 5.5], [[100, 20], 60]]) {
  test(`the median of ${numbers.join(', ')}`, () => assert.equal(median(numbers), middle));
}

test('contenders take turns; one that fails is not asked again', async () => {
  const order = [];
  const take = (name, seconds) => async (round) => {
    order.push(`${name}${round}`);
    return { seconds: seconds[round], label: name };
  };
  const fail = () => {
    order.push('f');
    throw new Error('no engine');
  };
  const samples = await rounds({ a: take('a', [1, 9, 2]), f: fail, b: take('b', [4, 4, 4]) }, 3);
  assert.deepEqual(order, ['a0', 'f', 'b0', 'a1', 'b1', 'a2', 'b2']);
  assert.deepEqual(samples, { a: { seconds: 2, label: 'a' }, f: { failed: 'no engine' }, b: { seconds: 4, label: 'b' } });
});

for (const [show, number, text] of [
  [rounded, 0.01234, '0.012'], [rounded, 1, '1.0'], [rounded, 12345, '12,000'],
  [duration, 2, '2.0 s'], [duration, 0.0123, '12 ms'], [duration, 0.00000789, '7.9 µs'], [duration, 0.0009999, '1.0 ms'], [duration, 3e-9, '3.0 ns'],
  [speed, 141e6, '140 MB/s'], [speed, 2345, '2.3 kB/s'],
]) {
  test(`${show.name} of ${number}`, () => assert.equal(show(number), text));
}

const header = '| what | Paramscope | beside it | takes | ratio |\n| --- | --- | --- | --- | --- |\n';
const ours = { text: '2 ms', amount: 0.002 };
for (const [name, row, lines] of [
  ['nothing beside', { what: 'count', ours, beside: [] }, '| count | 2 ms |  |  |  |'],
  ['two beside, one of them absent', { what: 'count', ours, beside: [{ name: 'a|b', text: '8 ms', amount: 0.008 }, { name: 'c', absent: 'not here' }] },
    '| count | 2 ms | a\\|b | 8 ms | 0.25 |\n|  |  | c | not here |  |'],
  ['ours failed', { what: 'count', ours: { failed: 'no\nmemory' }, beside: [{ name: 'b', text: '8 ms', amount: 0.008 }] },
    '| count | failed: no memory | b | 8 ms |  |'],
]) {
  test(`a row with ${name}`, () => assert.equal(table([row]), header + lines));
}

const [readme, all] = ['README.md', 'docs/benchmark.md'].map((name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));

test('the table of a document is replaced, and nothing else', () => {
  assert.equal(withTable(`before\n${begin}\nold\n${end}\nafter\n`, 'new\n'), `before\n${begin}\nnew\n${end}\nafter\n`);
  for (const document of [readme, all]) assert.ok(withTable(document, 'the table').includes(`${begin}\nthe table\n${end}`));
});

test('README.md has two rows of the table of all, as they stand there', () => {
  const rowsOf = (document) => document.slice(document.indexOf(begin), document.indexOf(end)).match(/^\| .*$/gm).slice(2);
  const [few, whole] = [readme, all].map(rowsOf);
  assert.deepEqual(few.filter((row) => !whole.includes(row)), []);
  const named = (rows) => rows.map((row) => row.split(' | ')[0].slice(2)).filter(Boolean);
  assert.deepEqual(named(few), named(whole).filter((what) => isInReadme({ what })));
});

for (const [name, text] of [['neither comment', 'before'], ['only the first', begin], ['the wrong order', `${end}\n${begin}`]]) {
  test(`a document with ${name} is refused`, () => assert.throws(() => withTable(text, ''), /no lines/));
}

for (const [name, { text, modules }, count, sample] of [
  ['a flat list', flatList(3), 3, '  (1): Linear(in_features=65, out_features=101, bias=True)\n'],
  ['experts', experts(2, 3), 1 + 2 * (2 + 3 * 5), '          (act_fn): SiLU()\n'],
  ['sums of symbols', sumOfSymbols(2, 3), 2, '  (0): Linear(s0 + s1 + s2, s0 + s1 + s2)\n'],
  ['a repeated layer', repeated(5), 1, '  (0-*): 5 x Linear(64, 64)\n'],
]) {
  test(`the text of ${name}`, () => {
    assert.equal(modules, count);
    assert.ok(text.includes(sample), text);
  });
}

test('no two layers of a flat list are equal', () => {
  const layers = flatList(20_000).text.match(/Linear\(.*/g);
  assert.equal(new Set(layers).size, 20_000);
});

test('an ONNX file holds as many steps and weights as asked for', () => {
  const bytes = convolutions(3).toString('latin1');
  assert.equal(bytes.split('Conv').length - 1, 2 * 3);  // in the name of each step, and its type
  assert.equal(bytes.split('.conv.weight').length - 1, 2 * 3);  // where it is used, and where it is
});

for (const [source, value] of [["k = 100'000;", 100_000], ['k = 16u << 20;', 16 * 2 ** 20], ['kOther = 1;\nk = 7;', 7]]) {
  test(`the constant in ${JSON.stringify(source)}`, () => assert.equal(constantIn(source, 'k'), value));
}

test('the limits of the engine are in its sources', () => {
  const { modules, bytes } = limits();
  assert.ok(modules >= 100_000 && bytes >= 16 * 2 ** 20, `${modules} modules, ${bytes} bytes`);
});

for (const [made, reason] of [
  [{ text: 'abc', modules: 5 }, undefined],
  [{ text: 'abc', modules: 6 }, 'beyond the limit of 5 modules'],
  [{ text: 'abcd', modules: 5 }, '4 bytes are beyond the limit of 3'],
]) {
  test(`${made.modules} modules in ${made.text.length} bytes are ${reason ?? 'measured'}`, () => assert.equal(beyond(made, { modules: 5, bytes: 3 }), reason));
}

const found = { name: 'read/x', cpu_time: 12, time_unit: 'us' };
for (const [what, benchmark, sample] of [
  ['time alone', found, { seconds: 12e-6 }],
  ['a rate and a label', { ...found, bytes_per_second: 5, label: 'simdjson' }, { seconds: 12e-6, rate: 5, label: 'simdjson' }],
]) {
  test(`a sample of a benchmark with ${what}`, () => assert.deepEqual(sampleIn({ benchmarks: [benchmark] }, 'read/x'), sample));
}

for (const [what, benchmarks, message] of [
  ['is missing', [], /not here/],
  ['failed', [{ ...found, error_occurred: true, error_message: 'too long' }], /too long/],
]) {
  test(`a benchmark that ${what} is an error`, () => assert.throws(() => sampleIn({ benchmarks }, 'read/x'), message));
}

for (const [text, line] of [
  ['at line 3\nSyntaxError: no\n\nNode.js v20\n', 'SyntaxError: no'],
  ['started\nno such file\n', 'no such file'],
  ['', ''],
]) {
  test(`the complaint in ${JSON.stringify(text)}`, () => assert.equal(complaintIn(text), line));
}
