// `npm test`: builds and runs every suite, then prints the sum, "N passed, N failed", in the last line.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { bundle } from './bundle.mjs';
import { setup } from './setup.mjs';
import { attempt, build, root, say, StepError } from './steps.mjs';

/** Runs gtest through ctest: unit and golden tests of the engine, native. */
async function nativeTests() {
  await build('native');
  const { output } = await attempt('ctest', '--preset', 'native', '--parallel', '2', '--no-tests=error');
  const [, failed, all] = /(\d+) tests failed out of (\d+)/.exec(output) ?? [];
  if (all === undefined) throw new StepError('ctest ran nothing');
  return { passed: all - failed, failed: Number(failed) };
}

/** The longest a file of tests may take, in milliseconds: one that waits for ever ends there. */
const longestFile = 600_000;

/** Runs node's test runner over files; `failures` are the failed tests as { name, file }. */
async function runFiles(files) {
  const { output } = await attempt(process.execPath, '--test', '--test-concurrency=1', `--test-timeout=${longestFile}`,
    '--test-reporter=tap', ...files);
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const failures = [...output.matchAll(/^not ok \d+ - (.*)\n(?: .*\n)*?  location: '(.*):\d+:\d+'$/gm)]
    .map(([, name, file]) => ({ name, file }));
  return { passed: count('pass'), failed: count('fail') + count('cancelled'), failures };
}

/** Runs `*.test.mjs` of a folder below tests/. */
async function nodeTests(folder) {
  const files = readdirSync(join(root, 'tests', folder)).filter((name) => name.endsWith('.test.mjs'));
  const result = await runFiles(files.map((name) => join('tests', folder, name)));
  if (result.passed + result.failed === 0) throw new StepError(`node --test ran nothing in tests/${folder}`);
  return result;
}

/** At most so many files with a failed test are run again; more have a reason other than chance. */
const mostUnsteady = 3;

/**
 * Runs the tests in browsers. A browser on a busy machine may lose an event: files with a failed test run once more, and
 * tests that fail once and then pass are listed as unsteady, so that they are mended and not forgotten.
 */
async function browserTests() {
  const first = await nodeTests('browser');
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (files.length === 0 || files.length > mostUnsteady) return first;
  say(`Running again: ${files.map((file) => basename(file)).join(', ')}`);
  const again = await runFiles(files);
  const failedAgain = new Set(again.failures.map(({ name }) => name));
  const unsteady = first.failures.filter(({ name }) => !failedAgain.has(name)).map(({ name }) => name);
  if (unsteady.length > 0) say(`Unsteady, to be mended (failed, then passed): ${unsteady.join('; ')}`);
  return { passed: first.passed + first.failed - again.failed, failed: again.failed };
}

/** Runs tests on a bundled site: the quick build's, which tests find by default, or the release build's. */
async function siteTests(folder, preset = 'web', run = nodeTests) {
  await build(preset);
  await bundle(preset);
  return run(folder);
}

/** Runs the tests of the command line on a program: native, or the script for node. */
function commandLineTests(program) {
  process.env.PARAMSCOPE_CLI = program;
  return nodeTests('cli');
}

const suites = {
  architecture: () => nodeTests('architecture'),
  scripts: () => nodeTests('scripts'),
  share: () => nodeTests('share'),
  element: () => nodeTests('element'),
  native: nativeTests,
  cli: () => commandLineTests('build/native/src/paramscope'),
  wasm: () => siteTests('wasm'),
  'cli-wasm': () => commandLineTests('build/web/dist/cli.mjs'),
  api: () => siteTests('api'),
  languages: () => siteTests('languages'),
  size: () => siteTests('size', 'web-release'),
  browser: () => siteTests('browser', 'web', browserTests),
};

/** Runs a suite and takes its time, with its build; one that cannot be built or run counts as one failure, and the others still run. */
async function runSuite(name) {
  say(`\nSuite: ${name}`);
  const begin = performance.now();
  const seconds = () => Math.round((performance.now() - begin) / 1000);
  try {
    return { ...await suites[name](), seconds: seconds() };
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    return { passed: 0, failed: 1, seconds: seconds() };
  }
}

/** The suites named on the command line; all by default. */
async function test(chosen) {
  const results = {};
  try {
    await setup('page', 'tests');
    for (const name of chosen) results[name] = await runSuite(name);
  } catch (error) {
    console.error(error.message);
    results.setup = { passed: 0, failed: 1 };
  }
  console.log();
  const total = { passed: 0, failed: 0 };
  for (const [name, { passed, failed, seconds = 0 }] of Object.entries(results)) {
    console.log(`${name.padEnd(12)} ${passed} passed, ${failed} failed, ${seconds} s`);
    total.passed += passed;
    total.failed += failed;
  }
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
  console.log(`${total.passed} passed, ${total.failed} failed`);
}

const chosen = process.argv.slice(2).filter((name) => name in suites);
await test(chosen.length > 0 ? chosen : Object.keys(suites));
