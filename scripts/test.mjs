// `npm test [-- OPTIONS] [SUITE ...]`: builds and runs every suite, or those named; the last line is the sum, "N passed, N failed".
//   --quick            looks at the build of the site for development, except at its size
//   --changed[=REF]    runs what a change can touch: of the files that differ from REF (HEAD; its parent where nothing differs)
//   --all              runs all of the suite `package`, whatever was run before
//   --strict           tests that fail, and pass when they run again alone, have failed
//   --shuffle[=SEED]   runs the tests of a file in the browser and in the interface in another order, which SEED repeats
// PARAMSCOPE_SITE names a built site to look at; none is built then. Suites: scripts/test/suites.mjs
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { setup } from './setup.mjs';
import { note, root, StepError } from './steps.mjs';
import { choose } from './test/choose.mjs';
import { jobsFor } from './test/jobs.mjs';
import { runInLanes } from './test/lanes.mjs';
import { parseOptions } from './test/options.mjs';
import { Outputs } from './test/outputs.mjs';
import { noteWholePassed } from './test/package_contents.mjs';
import { runInProcess } from './test/process.mjs';
import { reportOf } from './test/report.mjs';
import { tryAgain } from './test/second_try.mjs';
import { suitesFor } from './test/suites.mjs';

/** So many parts of suites run at a time: each takes about a core, and one more fills the waits of the others. */
const lanes = Math.min(availableParallelism(), 4) + 1;

/** The suites on the site that the options and the environment name. */
function suitesOf({ quick }) {
  const preset = process.env.PARAMSCOPE_SITE ? undefined : quick ? 'web' : 'web-release';
  process.env.PARAMSCOPE_SITE ??= join(root, 'build', preset, 'dist');
  return suitesFor({ preset, site: process.env.PARAMSCOPE_SITE });
}

/** Passes options to the tests by their environment. */
function setEnvironment({ all, shuffle }) {
  if (all) process.env.PARAMSCOPE_ALL = '1';
  if (shuffle === undefined) return;
  process.env.PARAMSCOPE_SHUFFLE = shuffle || String(randomInt(1e9));
  note(`The order of tests is that of --shuffle=${process.env.PARAMSCOPE_SHUFFLE}`);
}

/** Runs jobs beside each other, and failed tests once more at the end; resolves to their results by job. */
async function runJobs(jobs) {
  const outputs = new Outputs((text) => process.stdout.write(text));
  const run = async (job) => {
    outputs.begin(job, `\n\x1b[1m${job.name}\x1b[0m\n`);
    const result = await runInProcess(job, (text) => outputs.add(job, text));
    outputs.end(job);
    return result;
  };
  const results = await runInLanes(jobs, lanes, run, (running, isLast) => {
    if (isLast && running.length === 1) outputs.showLive(running[0]);
  });
  await tryAgain(results, run);
  return results;
}

/** Whether a run tested all of the npm package, and all of it passed. */
function packagePassed(results) {
  const parts = [...results].filter(([{ suite }]) => suite === 'package').map(([, result]) => result);
  return parts.length > 0 && parts.every(({ broken, failed, skipped = [] }) => !broken && failed === 0 && skipped.length === 0);
}

async function test(args) {
  const options = parseOptions(args, Object.keys(suitesFor({ site: '' })));
  const suites = suitesOf(options);
  const { chosen, lines: choice, leftOut } = choose(suites, options);
  choice.forEach((line) => note(line));
  await setup('page', 'tests', 'python');
  setEnvironment(options);
  const results = await runJobs(jobsFor(suites, chosen));
  if (options.all && !options.quick && packagePassed(results)) noteWholePassed(join(process.env.PARAMSCOPE_SITE, 'package'));
  const { lines, isRed } = reportOf(results, options);
  for (const line of [...leftOut, ...lines]) console.log(line);
  process.exitCode = isRed ? 1 : 0;
}

try {
  await test(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
