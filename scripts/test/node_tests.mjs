// Runs tests of node's test runner, of which those in browsers get a second try.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { attempt, root, say, StepError } from '../steps.mjs';

/** The longest a file of tests may take, in milliseconds: one that waits for ever ends there. */
const longestFile = 600_000;

/** Runs node's test runner over files; `failures` are the failed tests as { name, file }. */
async function runFiles(files) {
  const { output } = await attempt(process.execPath, '--test', '--test-concurrency=1', `--test-timeout=${longestFile}`,
    '--test-reporter=tap', ...files);
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const failures = [...output.matchAll(/^not ok \d+ - (.*)\n(?: .*\n)*?  location: '(.*):\d+:\d+'$/gm)]
    .map(([, name, file]) => ({ name, file }));
  const result = { passed: count('pass'), failed: count('fail') + count('cancelled'), failures };
  if (result.passed + result.failed === 0) throw new StepError('node --test ran nothing');
  return result;
}

/** Lists `*.test.mjs` of a folder below tests/. */
function filesOf(folder) {
  const files = readdirSync(join(root, 'tests', folder)).filter((name) => name.endsWith('.test.mjs'));
  if (files.length === 0) throw new StepError(`tests/${folder} has no tests`);
  return files.map((name) => join('tests', folder, name));
}

/** Runs the tests of a folder below tests/. */
export function nodeTests(folder) {
  return runFiles(filesOf(folder));
}

/** Runs the tests in browsers: on a busy machine a browser may lose an event. */
export function browserTests() {
  return runWithSecondTry(filesOf('browser'));
}

/** At most so many files with a failed test are run again; more have a reason other than chance. */
const mostUnsteady = 3;

/**
 * Runs files, and those with a failed test once more. Tests that fail once and then pass are listed as unsteady, so that
 * they are mended and not forgotten.
 */
export async function runWithSecondTry(files) {
  const first = await runFiles(files);
  const failed = [...new Set(first.failures.map(({ file }) => file))];
  if (failed.length === 0 || failed.length > mostUnsteady) return first;
  say(`Running again: ${failed.map((file) => basename(file)).join(', ')}`);
  const again = await runFiles(failed);
  const failedAgain = new Set(again.failures.map(({ name }) => name));
  const unsteady = first.failures.map(({ name }) => name).filter((name) => !failedAgain.has(name));
  if (unsteady.length > 0) say(`Unsteady, to be mended (failed, then passed): ${unsteady.join('; ')}`);
  return { passed: first.passed + first.failed - again.failed, failed: again.failed, unsteady };
}
