// Runs the steps of one job, as its runner would: in a folder of their own, one after the other, in one container if there is one.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { copyRepositoryTo } from './copy.mjs';
import { actionOf, reasonNotToRun, usesHere } from './runnable.mjs';

const doubles = fileURLToPath(new URL('doubles', import.meta.url));

const quoted = (text) => `'${String(text).replaceAll("'", "'\\''")}'`;

/** The variables of a step: the runner's files, and those of the workflow, the job and the step. */
function environmentOf(step, folder) {
  const runner = (name) => join(folder, 'runner', name);
  const workspace = join(folder, 'repository');
  return {
    CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: workspace, GITHUB_ACTION_PATH: workspace, RUNNER_TEMP: runner(''),
    GITHUB_REF_NAME: `v${step.version}`, GITHUB_REPOSITORY: 'owner/name',
    GITHUB_OUTPUT: runner('output'), GITHUB_ENV: runner('env'), GITHUB_STEP_SUMMARY: runner('summary'),
    // As actions/checkout does: in a container the folder has another owner.
    GIT_CONFIG_COUNT: 1, GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*',
    ...step.environment,
  };
}

/** A line of a shell script that runs a step and notes its number, status and seconds; the first that fails ends the script. */
function lineOf(step, folder) {
  const script = join(folder, 'runner', `step-${step.number}`);
  writeFileSync(script, step.run);
  const shell = step.shell === 'sh' ? 'sh -e' : 'bash --noprofile --norc -eo pipefail';
  const variables = Object.entries(environmentOf(step, folder)).map(([name, value]) => `${name}=${quoted(value)}`).join(' ');
  return [
    `printf '\\n\\033[1m%s\\033[0m\\n' ${quoted(step.name)}`,
    'begin=$(date +%s); status=0',
    `env PATH=${quoted(join(folder, 'doubles'))}:"$PATH" ${variables} ${shell} ${quoted(script)} < /dev/null || status=$?`,
    `echo "${step.number} $status $(($(date +%s) - begin))" >> ${quoted(join(folder, 'runner/results'))}`,
    '[ $status = 0 ] || exit 1',
  ].join('\n');
}

/** Runs a command line of the shell, for a time; resolves when it has ended. */
function runShell(line, minutes) {
  const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  return new Promise((done) => {
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), minutes * 60_000);
    child.on('close', () => {
      clearTimeout(timer);
      done();
    });
  });
}

/** The results that a job's script noted: { number: { status, seconds } }. */
function resultsIn(folder) {
  const file = join(folder, 'runner/results');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return Object.fromEntries(lines.map((line) => line.split(' ').map(Number)).map(([number, status, seconds]) => [number, { status, seconds }]));
}

/** What a step that was to run came to; one before it may have failed, or time may have been over. */
function outcomeOf(step, results, failed, minutes) {
  const result = results[step.number];
  if (result) return result.status === 0 ? { outcome: 'ran', reason: `${result.seconds} s` } : { outcome: 'FAILED', reason: `status ${result.status}, ${result.seconds} s` };
  return failed ? { outcome: 'not run', reason: `${failed} failed` } : { outcome: 'FAILED', reason: `did not end within ${minutes} minutes` };
}

/** Calls `copy(name, path)` for what steps of these actions keep, or fetch of what was kept; a site has no name of its own. */
function moveArtifacts(steps, actions, copy) {
  for (const step of steps) if (actions.includes(actionOf(step))) copy(step.with.name ?? 'github-pages', step.with.path);
}

/**
 * Runs the steps of one job until one fails; resolves to [{ step, outcome, reason }].
 *   container  a command line that runs a command in a container: {image} is that of the job, {folder} the folder it has to see at the
 *              same path. Without it steps run on this machine.
 *   artifacts  the folder that holds the artifacts that one job uploads and another downloads
 */
export async function runJob(steps, { container, artifacts, minutes, installs }) {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-job-'));
  const repository = join(folder, 'repository');
  try {
    mkdirSync(join(folder, 'runner'));
    cpSync(doubles, join(folder, 'doubles'), { recursive: true });
    if (steps.some((step) => actionOf(step) === 'actions/checkout' || step.job.startsWith('action/'))) copyRepositoryTo(repository);
    else mkdirSync(repository);
    moveArtifacts(steps, ['actions/download-artifact'], (name, path) => {
      if (existsSync(join(artifacts, name))) cpSync(join(artifacts, name), join(repository, path), { recursive: true });
    });

    const notRun = new Map(steps.map((step) => [step, step.uses === undefined ? reasonNotToRun(step, installs) : usesHere(step)]));
    const running = steps.filter((step) => notRun.get(step) === undefined);
    const script = join(folder, 'runner/job');
    writeFileSync(script, [`cd ${quoted(repository)}`, ...running.map((step) => lineOf(step, folder))].join('\n'));
    const prefix = (container ?? '').replaceAll('{folder}', folder).replaceAll('{image}', steps[0].image);
    if (running.length > 0) await runShell(`${prefix} sh ${quoted(script)}`, minutes);

    moveArtifacts(steps, ['actions/upload-artifact', 'actions/upload-pages-artifact'], (name, path) => {
      if (existsSync(join(repository, path))) cpSync(join(repository, path), join(artifacts, name), { recursive: true });
    });
    const results = resultsIn(folder);
    let failed;
    return steps.map((step) => {
      const reason = notRun.get(step);
      const result = reason === undefined ? outcomeOf(step, results, failed, minutes) : { outcome: 'not run', reason };
      if (result.outcome === 'FAILED') failed ??= `step ${step.number}`;
      return { step, ...result };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
