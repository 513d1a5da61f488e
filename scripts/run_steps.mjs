// Runs the `run:` steps of the workflows and of the Action as their runner would: each job in a copy of the repository.
//   node scripts/run_steps.mjs [--list] [--in COMMAND] [--minutes N] [WORKFLOW[/JOB[/STEP]] …]     by default all; STEP counts from 1
//     --list        lists the steps
//     --in COMMAND  runs each job in a container of its own: what follows COMMAND is run in it. {image} is the job's image, {folder} a
//                   folder that it must see at the same path. The container needs node, which GitHub's setup-node brings:
//                   --in 'docker run --rm --init -v {folder}:{folder} -v "$(dirname "$(which node)")/..":/opt/node -e PATH=/opt/node/bin:/usr/sbin:/usr/bin:/sbin:/bin {image}'
//     --artifacts FOLDER  where a job's artifacts are kept for jobs of another run of this script (default: a temporary folder)
//     --minutes N   for each job (default 60)
// Programs that would publish have doubles (scripts/steps/doubles). The last lines say which steps succeeded, which failed, and
// which cannot be run here and why.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { has, main, root, StepError } from './steps.mjs';
import { stepsOfRepository } from './steps/extract.mjs';
import { runJob } from './steps/job.mjs';
import { reasonNotToRun, usesHere } from './steps/runnable.mjs';

const options = { list: { type: 'boolean' }, in: { type: 'string' }, artifacts: { type: 'string' }, minutes: { type: 'string', default: '60' } };

/** What --list says of a step. */
function listed(step, installs) {
  const reason = step.run === undefined ? usesHere(step) : reasonNotToRun(step, installs);
  return { step, outcome: reason ? 'not here' : 'would run', reason: reason ?? step.run.trim().split('\n')[0] };
}

/** The steps of each job. */
function jobsOf(steps) {
  const jobs = {};
  for (const step of steps) (jobs[step.job] ??= []).push(step);
  return Object.values(jobs);
}

async function runJobs(steps, { in: container, artifacts, minutes }, installs) {
  const temporary = mkdtempSync(join(tmpdir(), 'paramscope-artifacts-'));
  const results = [];
  try {
    for (const job of jobsOf(steps)) results.push(...await runJob(job, { container, artifacts: artifacts ? resolve(artifacts) : temporary, minutes: Number(minutes), installs }));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return results;
}

await main(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const isChosen = ({ name }) => positionals.length === 0 || positionals.some((prefix) => name === prefix || name.startsWith(`${prefix}/`) || name.startsWith(`${prefix} (`));
  const chosen = stepsOfRepository(root).filter(isChosen);
  const installs = values.in !== undefined || (has('apt-get') && process.getuid?.() === 0);
  const results = values.list ? chosen.map((step) => listed(step, installs)) : await runJobs(chosen, values, installs);
  console.log();
  for (const { step, outcome, reason } of results) console.log(`${outcome.padEnd(9)} ${step.name}: ${reason}`);
  if (values.list) return;
  const count = (wanted) => results.filter(({ outcome }) => outcome === wanted).length;
  console.log(`${count('ran')} ran, ${count('FAILED')} failed, ${count('not run')} not run here`);
  if (count('FAILED') > 0) throw new StepError('a step failed');
});
