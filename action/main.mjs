// The GitHub Action: compares the model files of a pull request with those of its base, comments what changed, and fails where a
// limit is exceeded. Everything that comes from the pull request - names, contents, what is printed of them - is hostile text: no
// shell sees it, no link of the repository is followed, and it reaches log and comment only as text.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeComment } from './comments.mjs';
import { readInputs } from './inputs.mjs';
import { log, logText } from './log.mjs';
import { installProgram } from './program.mjs';
import { reportOf } from './report.mjs';
import { baseOf, changedFiles, checkOut } from './repository.mjs';

function output(name, value) {
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, `${name}=${value}\n`);
}

async function run() {
  const inputs = readInputs(process.env);
  const event = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'));
  if (!event.pull_request) throw new Error('this event is no pull request: run the action on pull_request');
  const folder = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), 'paramscope-'));
  const repository = process.env.GITHUB_WORKSPACE;
  const trees = [];
  try {
    const base = baseOf(repository, event.pull_request.base.sha);
    const files = changedFiles(repository, base, inputs.files);
    log(`${files.length} of the model files changed`);
    for (const [name, commit] of files.length > 0 ? [['base', base], ['head', 'HEAD']] : []) trees.push(checkOut(repository, commit, join(folder, name)));
    const program = files.length > 0 ? installProgram(inputs.program, folder) : undefined;
    const { text, failures } = reportOf(files, { program, folder, inputs });

    const path = join(process.env.RUNNER_TEMP ?? tmpdir(), `paramscope-${process.pid}.md`);
    writeFileSync(path, text);
    output('changed', files.length);
    output('report', path);
    if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${text}\n`);
    if (inputs.comment) await writeComment(event, text, inputs, files.length > 0);
    for (const failure of failures) logText('error', failure);
    return failures.length === 0 ? 0 : 1;
  } finally {
    trees.forEach((remove) => remove());
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  logText('error', error.message);
  process.exitCode = 1;
}
