// A test run: its options, its jobs, its outputs, the second try, and the times of its processes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { jobsFor } from '../../scripts/test/jobs.mjs';
import { parseOptions } from '../../scripts/test/options.mjs';
import { Outputs } from '../../scripts/test/outputs.mjs';
import { runInProcess } from '../../scripts/test/process.mjs';
import { mostTriedAgain, tryAgain } from '../../scripts/test/second_try.mjs';
import { divided, testFiles } from '../../scripts/test/shares.mjs';
import { suitesFor } from '../../scripts/test/suites.mjs';

delete process.env.NODE_TEST_CONTEXT;  // node's runner refuses to run in a test

const suites = suitesFor({ preset: 'web-release', site: 'site' });

for (const [args, expected] of [
  [[], { names: [] }],
  [['cli', 'api'], { names: ['api', 'cli'] }],
  [['--quick', 'cli', '--strict', '--all'], { quick: true, strict: true, all: true, names: ['cli'] }],
  [['--changed'], { changed: '', names: [] }],
  [['--changed=main~2', '--shuffle=7'], { changed: 'main~2', shuffle: '7', names: [] }],
  [['--shuffle', 'cli'], { shuffle: '', names: ['cli'] }],
]) {
  test(`options ${args.join(' ') || '(none)'}`, () => assert.deepEqual({ ...parseOptions(args, ['api', 'cli']) }, { quick: false, strict: false, all: false, ...expected }));
}

for (const args of [['clli'], ['--fast'], ['--quick=1']]) {
  test(`options ${args.join(' ')} are refused with the usage`, () => assert.throws(() => parseOptions(args, ['api', 'cli']), /Usage: npm test .* api, cli/));
}

const jobNames = (chosen, from = suites) => jobsFor(from, new Map(Object.entries(chosen))).map(({ name, needs }) => `${name}${needs.length > 0 ? ` < ${needs.join(' + ')}` : ''}`);

for (const [what, chosen, names] of [
  ['what needs nothing built', { share: {} }, ['share']],
  ['a suite on the site', { site: {} }, ['site build (web-release)', 'site < site build (web-release)']],
  ['a suite on both builds', { wasm: {} }, ['site build (web-release)', 'native build', 'wasm < site build (web-release) + native build']],
  ['files that do without the site', { hub: { files: ['tests/hub/address.test.mjs'], needsNoSite: true } }, ['hub']],
  ['a few unit tests', { native: { groups: { unit: ['A', 'B'] } } }, ['native build', 'native < native build']],
]) {
  test(`the jobs of ${what}`, () => assert.deepEqual(jobNames(chosen), names));
}

test('one native build makes the programs of all its suites, and no others', () => {
  const [native] = jobsFor(suites, new Map([['native', { groups: { golden: 'all' } }], ['cli', {}], ['wasm', {}]])).filter(({ name }) => name === 'native build');
  assert.deepEqual(native.argument.targets.sort(), ['paramscope', 'paramscope_count_texts', 'paramscope_golden_tests']);
});

test('a site that is named is not built, except for its size', () => {
  const named = suitesFor({ preset: undefined, site: 'site' });
  assert.deepEqual(jobNames({ api: {}, 'cli-wasm': { files: ['tests/cli/usage.test.mjs'] } }, named), ['api', 'cli-wasm']);
  assert.equal(jobNames({ size: {} }, named)[0], 'site build (web-release)');
});

test('the files of a suite are divided among processes, each in one', () => {
  const files = testFiles('scripts');
  const shares = divided(files, 3);
  assert.equal(shares.length, 3);
  assert.deepEqual(shares.flat().sort(), files);
  assert.equal(divided(files.slice(0, 2), 3).length, 2);
});

for (const [what, groups, places, filter] of [
  ['all', 'all', [0, 0.25, 0.5, 0.75], '*'],
  ['a few', ['A', 'B'], [0], 'A.*:*/A.*:A/*:B.*:*/B.*:B/*'],
  ['some', Array(40).fill('A'), [0, 0.5], undefined],
  ['many', Array(400).fill('A'), [0, 0.25, 0.5, 0.75], undefined],
]) {
  test(`the tests of a program are divided among processes by their number: ${what}`, () => {
    const parts = jobsFor(suites, new Map([['native', { groups: { unit: groups } }]])).filter(({ kind }) => kind === 'gtest').map(({ argument }) => argument);
    assert.deepEqual(parts.map(({ index, shares }) => index / shares), places);
    if (filter) assert.equal(parts[0].filter, filter);
  });
}

/** What is written in the order of these steps, [method, ...arguments] each. */
function written(steps) {
  let text = '';
  const outputs = new Outputs((piece) => { text += piece; });
  for (const [method, ...args] of steps) outputs[method](...args);
  return text;
}

for (const [what, steps, text] of [
  ['outputs at the same time are kept apart', [['begin', 1, 'A:'], ['begin', 2, 'B:'], ['add', 1, 'a'], ['add', 2, 'b'], ['add', 1, 'a'], ['end', 2], ['end', 1]], 'B:bA:aa'],
  ['the last output is shown at once, once', [['begin', 1, 'A:'], ['add', 1, 'a'], ['showLive', 1], ['add', 1, 'b'], ['showLive', 1], ['end', 1]], 'A:ab'],
  ['outputs are kept until they end', [['begin', 1, 'A:'], ['add', 1, 'a']], ''],
]) {
  test(what, () => assert.equal(written(steps), text));
}

test('failed tests are tried again by the part that ran them, and marked where they pass', async () => {
  const failures = [{ name: 'a', file: 'x' }, { name: 'a', file: 'y' }];
  const tried = [];
  await tryAgain(new Map([[{ name: 'cli', argument: { files: 2 } }, { failures }], [{ name: 'api', argument: {} }, {}]]), async (part) => {
    tried.push([part.name, part.argument.files, part.argument.only.length]);
    return { passes: [{ name: 'a', file: 'y' }] };
  });
  assert.deepEqual(tried, [['cli, failed tests alone', 2, 2]]);
  assert.deepEqual(failures.map(({ isUnsteady }) => isUnsteady), [false, true]);
});

test('where many tests failed, none is tried again', async () => {
  const failures = Array.from({ length: mostTriedAgain + 1 }, (_, i) => ({ name: String(i) }));
  await tryAgain(new Map([[{}, { failures }]]), () => assert.fail('tried'));
});

const knowsTimes = spawnSync('test', ['-r', '/proc/self/stat']).status === 0;

test('a process is measured with those it starts, and its output is shown', { skip: knowsTimes ? false : 'this system tells no times of processes' }, async () => {
  let shown = '';
  const { passed, failed, processor, begin, end } = await runInProcess({ kind: 'node', argument: { files: ['tests/scripts/pack.test.mjs'] } }, (text) => { shown += text; });
  assert.deepEqual([passed, failed], [2, 0]);
  assert.match(shown, /# pass 2/);
  assert.ok(processor > 0 && begin < end);
});

test('work that cannot be done is broken, and says why', async () => {
  let shown = '';
  const { broken } = await runInProcess({ kind: 'node', argument: { files: ['tests/scripts/no-such.test.mjs'] } }, (text) => { shown += text; });
  assert.equal(broken, true);
  assert.match(shown, /no-such/);
});
