// Runs files of tests by node's test runner.
import { relative } from 'node:path';

import { attempt, root, StepError } from '../steps.mjs';
import { longestProcess } from './limit.mjs';

/** Runs node's test runner over files, with more options. */
async function runFiles(files, ...options) {
  const { output } = await attempt(process.execPath, '--test', '--test-concurrency=1', `--test-timeout=${longestProcess * 1000}`,
    '--test-reporter=tap', ...options, ...files);
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const failures = [...output.matchAll(/^not ok \d+ - (.*)\n(?: .*\n)*?  location: '(.*):\d+:\d+'$/gm)]
    .map(([, name, file]) => ({ name: unescaped(name), file: files.length === 1 ? files[0] : relative(root, file) }));
  const skipped = [...output.matchAll(/^ok \d+ - .* # SKIP (.*)$/gm)].map(([, reason]) => unescaped(reason));
  return { passed: count('pass'), failed: count('fail') + count('cancelled'), failures, skipped };
}

/** Runs files one by one and sums their results: node reports shuffled.mjs as the file of every shuffled test. */
async function runEach(files) {
  const sum = { passed: 0, failed: 0, failures: [], skipped: [] };
  for (const file of files) {
    const result = await runFiles([file]);
    for (const [key, value] of Object.entries(result)) sum[key] = Array.isArray(value) ? [...sum[key], ...value] : sum[key] + value;
  }
  return sum;
}

/** A name as its test has it: TAP escapes what begins a comment. */
const unescaped = (name) => name.replace(/\\([#\\])/g, '$1');

/** A pattern of node's runner that matches this name only. */
const patternOf = (name) => `/^${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`;

/**
 * Runs the tests of files, with more variables in their environment: { passed, failed, failures, skipped }, the last two a list of { name,
 * file } and the reasons of skipped tests. With `only`, such a list as `failures`, it runs these and resolves to those that pass.
 */
export async function nodeTests({ files, environment = {}, only }) {
  Object.assign(process.env, environment);
  if (only) return { passes: await passesAlone(only) };
  const result = process.env.PARAMSCOPE_SHUFFLE ? await runEach(files) : await runFiles(files);
  if (result.passed + result.failed === 0) throw new StepError(`${files.join(', ')}: node --test ran nothing`);
  return result;
}

/** The tests of a list that pass without the others of their file; a file that failed as a whole runs as a whole. */
async function passesAlone(tests) {
  const passing = [];
  for (const test of tests) {
    const options = test.name.endsWith('.mjs') ? [] : ['--test-name-pattern', patternOf(test.name)];
    const { passed, failed } = await runFiles([test.file], ...options);
    if (passed > 0 && failed === 0) passing.push(test);
  }
  return passing;
}
