// Counts of tests in the output of a program of GoogleTest.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gtestCounts } from '../../scripts/test/gtest_counts.mjs';

const begin = '[==========] Running 3 tests from 2 test suites.\n';
const run = (name) => `[ RUN      ] ${name}\n`;
const passes = (name, more = '') => `${run(name)}[       OK ] ${name}${more} (3 ms)\n`;
const fails = (name, more = '') => `${run(name)}a.cpp:1: Failure\n[  FAILED  ] ${name}${more} (3 ms)\n`;

const cases = [
  { name: 'passed tests', output: `${passes('A.B')}${passes('Two/A.C/0', ', where GetParam() = 4')}[  PASSED  ] 2 tests.\n`, status: 0, passed: 2, failures: [] },
  { name: 'failed tests', output: `${fails('A.B')}${passes('A.C')}${fails('Two/A.D/1', ', where GetParam() = "x, y"')}[  FAILED  ] 2 tests, listed below:\n[  FAILED  ] A.B\n`, status: 1, passed: 1, failures: ['A.B', 'Two/A.D/1'] },
  { name: 'a line that does not end before the test does', output: `${run('A.B')}some text[       OK ] A.B (0 ms)\n`, status: 0, passed: 1, failures: [] },
  { name: 'a program that crashed', output: `${passes('A.B')}${run('A.C')}`, status: 1, passed: 1, failures: ['A.C'] },
  { name: 'skipped tests', output: `${passes('A.B')}${run('A.C')}[  SKIPPED ] A.C (0 ms)\n[  PASSED  ] 1 test.\n`, status: 0, passed: 1, failures: [] },
  { name: 'no test of its share', output: '', status: 0, passed: 0, failures: [] },
];

for (const { name, output, status, passed, failures } of cases) {
  test(`counts ${name}`, () => {
    assert.deepEqual(gtestCounts({ output: begin + output, status }), { passed, failed: failures.length, failures: failures.map((failed) => ({ name: failed })) });
  });
}

test('a program that is none of GoogleTest is an error', () => {
  assert.throws(() => gtestCounts({ output: 'not found\n', status: 127 }), /ran nothing/);
});
