// Counts passed and failed GoogleTest tests from the output of ctest.
import { StepError } from '../steps.mjs';

/** The sum of the numbers that a pattern's first group finds. */
const sum = (output, pattern) => [...output.matchAll(pattern)].reduce((total, [, number]) => total + Number(number), 0);

/**
 * Counts tests in the output of `ctest --verbose`, { passed, failed }: a program that ended before it named its failed tests, as one
 * that crashed, is one failure. Skipped tests are neither.
 */
export function gtestCounts(output) {
  const [, failedPrograms, programs] = /(\d+) tests failed out of (\d+)/.exec(output) ?? [];
  if (programs === undefined) throw new StepError('ctest ran nothing');
  const passed = sum(output, /^.*\[ {2}PASSED {2}\] (\d+) tests?\.$/gm);
  const failed = sum(output, /^.*\[ {2}FAILED {2}\] (\d+) tests?, listed below:$/gm);
  return { passed, failed: Math.max(failed, Number(failedPrograms)) };
}
