// `npm test`: builds and runs every suite, then prints the sum, "N passed, N failed", in the last line.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

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

/** Runs node's test runner over `*.test.mjs` of a folder below tests/. */
async function nodeTests(folder) {
  const files = readdirSync(join(root, 'tests', folder)).filter((name) => name.endsWith('.test.mjs'));
  const { output } = await attempt(process.execPath, '--test', '--test-concurrency=1', '--test-reporter=tap',
    ...files.map((name) => join('tests', folder, name)));
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const result = { passed: count('pass'), failed: count('fail') + count('cancelled') };
  if (result.passed + result.failed === 0) throw new StepError(`node --test ran nothing in tests/${folder}`);
  return result;
}

/** Runs tests on a bundled site: the quick build's, which tests find by default, or the release build's. */
async function siteTests(folder, preset = 'web') {
  await build(preset);
  await bundle(preset);
  return nodeTests(folder);
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
  browser: () => siteTests('browser'),
};

/** Runs a suite; one that cannot be built or run counts as one failure, and the others still run. */
async function runSuite(name) {
  say(`\nSuite: ${name}`);
  try {
    return await suites[name]();
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    return { passed: 0, failed: 1 };
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
  for (const [name, { passed, failed }] of Object.entries(results)) {
    console.log(`${name.padEnd(10)} ${passed} passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
  }
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
  console.log(`${total.passed} passed, ${total.failed} failed`);
}

const chosen = process.argv.slice(2).filter((name) => name in suites);
await test(chosen.length > 0 ? chosen : Object.keys(suites));
