// `npm test [-- [--quick] SUITE ...]`: builds and runs every suite, then prints the sum, "N passed, N failed", in the last line.
import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundle } from './bundle.mjs';
import { setup } from './setup.mjs';
import { attempt, build, root, say, StepError } from './steps.mjs';
import { gtestCounts } from './test/gtest_counts.mjs';
import { browserTests, nodeTests } from './test/node_tests.mjs';
import { pythonTests } from './test/python_tests.mjs';

/** Runs gtest through ctest: unit and golden tests of the engine, native. */
async function nativeTests() {
  await build('native');
  const { output } = await attempt('ctest', '--preset', 'native', '--parallel', '2', '--no-tests=error', '--verbose');
  return gtestCounts(output);
}

/** The flag of a process that runs one suite for another process, which has built what the suite needs. */
const besideFlag = '--beside';
const isBeside = process.argv.includes(besideFlag);

/** The nice value of builds and tests beside the tests in browsers. */
const lowPriority = 10;

/** Tests run on what is published; with --quick on the build for development, except those of its size. */
const sitePreset = process.argv.includes('--quick') ? 'web' : 'web-release';
process.env.PARAMSCOPE_SITE ??= join(root, 'build', sitePreset, 'dist');

const sites = new Map();

/** Builds and bundles the site of a preset: once, since tests in browsers are served from it. */
function bundledSite(preset) {
  if (!sites.has(preset)) sites.set(preset, build(preset).then(() => bundle(preset)));
  return sites.get(preset);
}

/** Runs tests on a bundled site. */
async function siteTests(folder, run = nodeTests, preset = sitePreset) {
  if (!isBeside) await bundledSite(preset);
  return run(folder);
}

/** Compares the script for node with the native program. */
async function wasmTests() {
  await build('native', 'paramscope');
  return siteTests('wasm');
}

/** Runs the tests of the command line on a program: native, or the script for node. */
function commandLineTests(program) {
  process.env.PARAMSCOPE_CLI = program;
  return nodeTests('cli');
}

/** Suites in the order they run: the browsers' comes when its site is built, and runs beside the rest. */
const suites = {
  architecture: () => nodeTests('architecture'),
  scripts: () => nodeTests('scripts'),
  share: () => nodeTests('share'),
  element: () => nodeTests('element'),
  api: () => siteTests('api'),
  hub: () => siteTests('hub'),
  languages: () => siteTests('languages'),
  browser: () => siteTests('browser', browserTests),
  'cli-wasm': () => commandLineTests(join(process.env.PARAMSCOPE_SITE, 'cli.mjs')),
  native: nativeTests,
  wasm: wasmTests,
  cli: () => commandLineTests('build/native/src/paramscope'),
  python: () => siteTests('python', () => pythonTests(process.env.PARAMSCOPE_SITE)),
  action: () => siteTests('action'),
  site: () => siteTests('site'),
  package: () => siteTests('package'),
  size: () => siteTests('size', nodeTests, 'web-release'),
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

/**
 * Runs a suite in a process of its own, beside what follows; resolves to its result. Its output is kept back until `turn`
 * resolves, so that outputs do not mix.
 */
function runBeside(name, turn) {
  say(`\nSuite: ${name}, beside the next ones`);
  const child = fork(fileURLToPath(import.meta.url), [besideFlag, name], { silent: true });
  const kept = [];
  let show = (data) => kept.push(data);
  child.stdout.on('data', (data) => show(data));
  child.stderr.on('data', (data) => show(data));
  turn.then(() => {
    show = (data) => process.stdout.write(data);
    kept.forEach(show);
  });
  return new Promise((done) => {
    let result = { passed: 0, failed: 1 };
    child.on('message', (received) => { result = received; });
    child.on('close', () => turn.then(() => done(result)));
  });
}

/** Runs suites; resolves to their results by name. */
async function runSuites(names) {
  const results = {};
  let takeTurn;
  const turn = new Promise((done) => { takeTurn = done; });
  for (const name of names) {
    // Tests in browsers leave a part of the processor idle; builds use it and yield the rest.
    const isAlone = name !== 'browser' || name === names.at(-1) || !await bundledSite(sitePreset).then(() => true, () => false);
    if (isAlone) {
      results[name] = await runSuite(name);
    } else {
      results[name] = runBeside(name, turn);
      setPriority(lowPriority);
    }
  }
  takeTurn();
  if (results.browser) results.browser = await results.browser;
  return results;
}

/** Prints the results and their sum; the exit status is 1 if a test failed, or none ran. */
function report(results) {
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

/** Runs the suites named on the command line; all by default. */
async function test(names) {
  try {
    await setup('page', 'tests', 'python');
  } catch (error) {
    console.error(error.message);
    return report({ setup: { passed: 0, failed: 1 } });
  }
  report(await runSuites(names));
}

const args = process.argv.slice(2);
const chosen = Object.keys(suites).filter((name) => args.includes(name));
if (isBeside) {
  process.send(await runSuite(chosen[0]), () => process.disconnect());
} else {
  await test(chosen.length > 0 ? chosen : Object.keys(suites));
}
