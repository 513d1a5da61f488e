// Runs a program of GoogleTest, or its share of the tests.
import { attemptFor } from '../steps.mjs';
import { gtestCounts } from './gtest_counts.mjs';
import { longestProcess } from './limit.mjs';

/**
 * Runs `program`: all its tests, or those of a `filter`, of which it takes share `index` of `shares`. With `only`, a list of { name }, it runs
 * these and resolves to those that pass.
 */
export async function gtestTests({ program, index = 0, shares = 1, filter = '*', only }) {
  if (only) return { passes: await passesAlone(program, only) };
  Object.assign(process.env, { GTEST_TOTAL_SHARDS: shares, GTEST_SHARD_INDEX: index });
  return gtestCounts(await attemptFor(longestProcess, program, `--gtest_filter=${filter}`));
}

/** The tests of a list that pass, each in a process of its own. */
async function passesAlone(program, tests) {
  const passing = [];
  for (const test of tests) {
    const { passed, failed } = gtestCounts(await attemptFor(longestProcess, program, `--gtest_filter=${test.name}`));
    if (passed === 1 && failed === 0) passing.push(test);
  }
  return passing;
}
