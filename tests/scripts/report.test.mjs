// The end of a test run: the table, what failed, and the sum.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { reportOf } from '../../scripts/test/report.mjs';

const part = (suite, passed, failed = 0, more = {}) => [{ suite, name: suite }, { passed, failed, begin: 1, end: 3, processor: 2.5, ...more }];
const build = (name, more = {}) => [{ name, isBuild: true }, { begin: 0, end: 1, processor: 2, ...more }];
const failure = (name, isUnsteady = false) => ({ name, file: 'tests/a.test.mjs', isUnsteady });

/** The report without the blanks that make columns. */
function told(results, options) {
  const { lines, isRed } = reportOf(new Map(results), options);
  return { text: lines.map((line) => line.replace(/ {2,}/g, ' ').trim()), isRed };
}

test('a row for each build and suite, whose parts are added, and the sum in the last line', () => {
  const { text, isRed } = told([build('site build'), part('cli', 7), [{ suite: 'cli', name: 'cli, 2 of 2' }, { passed: 3, failed: 0, begin: 2, end: 9, processor: 1 }]]);
  assert.deepEqual(text, ['', 'passed failed processor wall', 'site build 2.0 s 1.0 s', 'cli 10 0 3.5 s 8.0 s', 'all 10 0 5.5 s 9.0 s', '', '10 passed, 0 failed']);
  assert.equal(isRed, false);
});

test('times that are not all known are called so', () => {
  const { text } = told([part('cli', 1, 0, { isAtLeast: true }), part('api', 1, 0, { processor: undefined })]);
  assert.ok(text.includes('cli 1 0 at least 2.5 s 2.0 s'));
  assert.ok(text.includes('api 1 0 unknown 2.0 s'));
});

for (const [what, results, options, last, listed, isRed] of [
  ['a failed test', [part('cli', 7, 1, { failures: [failure('A')] })], {}, '7 passed, 1 failed', ['Failed:', 'cli: tests/a.test.mjs: A'], true],
  ['a test of GoogleTest', [part('native', 7, 1, { failures: [{ name: 'A.B' }] })], {}, '7 passed, 1 failed', ['Failed:', 'native: A.B'], true],
  ['an unsteady test', [part('cli', 7, 2, { failures: [failure('A', true), failure('B')] })], {}, '8 passed, 1 failed', ['Unsteady, to be mended (failed, then passed alone):', 'cli: tests/a.test.mjs: A'], true],
  ['only unsteady tests, with tests inside of them', [part('cli', 7, 3, { failures: [failure('A', true)] })], {}, '10 passed, 0 failed', ['cli: tests/a.test.mjs: A'], false],
  ['an unsteady test, strictly', [part('cli', 7, 1, { failures: [failure('A', true)] })], { strict: true }, '7 passed, 1 failed', ['Unsteady, to be mended (failed, then passed alone; they count as failed):'], true],
  ['skipped tests', [part('cli', 7, 0, { skipped: ['no zsh', 'no zsh'] })], {}, '7 passed, 0 failed', ['Skipped:', '2 of cli: no zsh'], false],
  ['a suite whose build failed', [build('native build', { broken: true }), [{ suite: 'cli', name: 'cli' }, { broken: true, missing: 'native build' }]], {}, '0 passed, 1 failed', ['native build broken 2.0 s 1.0 s', 'cli 0 1 not run'], true],
  ['nothing, where nothing was to run', [], {}, '0 passed, 0 failed', [], false],
  ['nothing, where something was', [part('cli', 0)], {}, '0 passed, 0 failed', [], true],
]) {
  test(`tells ${what}`, () => {
    const { text, isRed: red } = told(results, options);
    assert.equal(text.at(-1), last);
    for (const line of listed) assert.ok(text.includes(line), `${line} in\n${text.join('\n')}`);
    assert.equal(red, isRed);
  });
}
