// Counts passed and failed GoogleTest tests from the output of a program.
import { StepError } from '../steps.mjs';

const namesIn = (output, pattern) => [...output.matchAll(pattern)].map(([, name]) => name);

/**
 * Counts tests in the output of a program that ended with `status`: { passed, failed, failures }, the last a list of { name }. A test during
 * which the program ended has failed. Skipped tests are neither.
 */
export function gtestCounts({ output, status }) {
  const failures = namesIn(output, /^.*\[ {2}FAILED {2}\] ([^\s,]+)(?:, where .*)? \(\d+ ms\)$/gm);
  const passed = namesIn(output, /^.*\[ {7}OK \] (\S+).* \(\d+ ms\)$/gm);
  const begun = namesIn(output, /^.*\[ RUN {6}\] (\S+)$/gm);
  if (!/^\[={10}\] Running \d+ tests?/m.test(output)) throw new StepError('the program of GoogleTest ran nothing');
  if (status !== 0 && failures.length === 0) failures.push(begun.at(-1) ?? 'the end of the program');
  return { passed: passed.length, failed: failures.length, failures: failures.map((name) => ({ name })) };
}
