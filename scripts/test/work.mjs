// What a process of its own does for a test run: it builds, or runs tests.
import { availableParallelism } from 'node:os';

import { bundle } from '../bundle.mjs';
import { build } from '../steps.mjs';
import { gtestTests } from './gtest_tests.mjs';
import { lintTests } from './lint_tests.mjs';
import { nodeTests } from './node_tests.mjs';
import { pythonTests } from './python_tests.mjs';

/** Two builds run at a time: each compiles as many files as there are cores, where ninja alone would take two more. */
process.env.CMAKE_BUILD_PARALLEL_LEVEL ??= String(availableParallelism());

/** Kinds of work by name; tests resolve to { passed, failed, failures }. */
export const work = {
  async build({ preset, targets }) {
    await build(preset, ...targets);
    return {};
  },
  async site({ preset }) {
    await build(preset);
    await bundle(preset);
    return {};
  },
  node: nodeTests,
  gtest: gtestTests,
  lint: lintTests,
  python: ({ site, program }) => pythonTests(site, program),
};
