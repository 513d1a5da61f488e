// Counts of tests in the output of ctest and gtest.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gtestCounts } from '../../scripts/test/gtest_counts.mjs';

const end = (failed, all) => `${failed === 0 ? '100' : '50'}% tests passed, ${failed} tests failed out of ${all}\n`;

const cases = [
  { name: 'two programs', output: `1: [  PASSED  ] 340 tests.\n2: [  PASSED  ] 1 test.\n${end(0, 2)}`, passed: 341, failed: 0 },
  { name: 'failed tests', output: `1: [  PASSED  ] 5 tests.\n1: [  FAILED  ] 2 tests, listed below:\n1: [  FAILED  ] A.B\n1: [  FAILED  ] A.C\n${end(1, 2)}`, passed: 5, failed: 2 },
  { name: 'one failed test', output: `1: [  FAILED  ] A.B (3 ms)\n1: [  PASSED  ] 5 tests.\n1: [  FAILED  ] 1 test, listed below:\n1: [  FAILED  ] A.B\n${end(1, 1)}`, passed: 5, failed: 1 },
  { name: 'a program that crashed', output: `1: [ RUN      ] A.B\n2: [  PASSED  ] 3 tests.\n${end(1, 2)}`, passed: 3, failed: 1 },
  { name: 'skipped tests', output: `1: [  PASSED  ] 3 tests.\n1: [  SKIPPED ] 2 tests, listed below:\n${end(0, 1)}`, passed: 3, failed: 0 },
];

for (const { name, output, passed, failed } of cases) {
  test(`counts ${name}`, () => assert.deepEqual(gtestCounts(output), { passed, failed }));
}

test('no program at all is an error', () => {
  assert.throws(() => gtestCounts('No tests were found!!!\n'), /ran nothing/);
});
