// Runs the `run:` steps of the workflows and of the Action as their runner would, one process each, in a copy of the repository.
//   node scripts/run_steps.mjs [--list] [--minutes N] [WORKFLOW[/JOB[/STEP]] …]     by default all; STEP counts from 1
// Containers and other systems of a matrix are this machine; --list only lists. The last lines say which steps succeeded, which
// failed, and which cannot be run here and why.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { has, main, root, say, StepError } from './steps.mjs';
import { copyOfRepository } from './steps/copy.mjs';
import { stepsOfRepository } from './steps/extract.mjs';
import { reasonNotToRun, usesHere } from './steps/runnable.mjs';

/** The environment of a step: the runner's files, and variables of the workflow, the job and the step. */
function environmentOf(step, copy) {
  const files = join(copy, '.git/runner');
  mkdirSync(files, { recursive: true });
  const file = (name) => {
    writeFileSync(join(files, name), '', { flag: 'a' });
    return join(files, name);
  };
  return {
    ...process.env, CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: copy, RUNNER_TEMP: files, GITHUB_ACTION_PATH: copy,
    GITHUB_REF_NAME: `v${step.version}`, GITHUB_REPOSITORY: '', GITHUB_OUTPUT: file('output'), GITHUB_ENV: file('env'), GITHUB_STEP_SUMMARY: file('summary'),
    ...step.environment,
  };
}

/** Runs a script as the runner does: bash, or sh in a container, that ends at the first error. */
function runScript(step, copy, minutes) {
  const script = join(copy, '.git/step.sh');
  writeFileSync(script, step.run);
  const [shell, ...args] = step.shell === 'sh' ? ['sh', '-e', script] : ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script];
  const child = spawn(shell, args, { cwd: copy, env: environmentOf(step, copy), stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  return new Promise((done) => {
    const timer = setTimeout(() => {
      process.kill(-child.pid, 'SIGKILL');
      done({ failed: `took longer than ${minutes} minutes` });
    }, minutes * 60_000);
    child.on('close', (status) => {
      clearTimeout(timer);
      done(status === 0 ? {} : { failed: `status ${status}` });
    });
  });
}

/** Runs the steps of one job in one copy, until one fails. */
async function runJob(steps, minutes) {
  const copy = copyOfRepository();
  const results = [];
  let failed;
  try {
    for (const step of steps) {
      const reason = failed ?? (step.run === undefined ? usesHere(step) : reasonNotToRun(step, has));
      if (reason !== undefined) {
        results.push({ step, outcome: 'not run', reason });
        continue;
      }
      say(`\n${step.name}: ${step.run.trim().split('\n')[0]}`);
      const begin = performance.now();
      const result = await runScript(step, copy, minutes);
      const seconds = Math.round((performance.now() - begin) / 1000);
      results.push({ step, outcome: result.failed ? 'FAILED' : 'ran', reason: result.failed ?? `${seconds} s` });
      if (result.failed) failed = `step ${step.number} failed`;
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return results;
}

await main(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' }, minutes: { type: 'string', default: '60' } } });
  const isChosen = ({ name }) => positionals.length === 0 || positionals.some((prefix) => name === prefix || name.startsWith(`${prefix}/`) || name.startsWith(`${prefix} (`));
  const chosen = stepsOfRepository(root).filter(isChosen);
  const jobs = Map.groupBy ? Map.groupBy(chosen, ({ job }) => job) : chosen.reduce((all, step) => all.set(step.job, [...(all.get(step.job) ?? []), step]), new Map());
  const results = [];
  for (const steps of jobs.values()) {
    if (values.list) results.push(...steps.map((step) => ({ step, outcome: 'would run', reason: (step.run === undefined ? usesHere(step) : reasonNotToRun(step, has)) ?? step.run.trim().split('\n')[0] })));
    else results.push(...await runJob(steps, Number(values.minutes)));
  }
  console.log();
  for (const { step, outcome, reason } of results) console.log(`${outcome.padEnd(9)} ${step.name}: ${reason}`);
  const failures = results.filter(({ outcome }) => outcome === 'FAILED').length;
  console.log(`${results.filter(({ outcome }) => outcome === 'ran').length} ran, ${failures} failed, ${results.filter(({ outcome }) => outcome === 'not run').length} not run here`);
  if (failures > 0) throw new StepError('a step failed');
});
