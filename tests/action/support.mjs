// A repository with a pull request, a double of GitHub's API, and the action's script run between them.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after } from 'node:test';
import { parse } from 'yaml';

import { site } from '../support/site.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [{ run: script }] = parse(readFileSync(join(root, 'action.yml'), 'utf8')).runs.steps;
const remove = [];
after(() => remove.forEach((stop) => stop()));

function git(folder, ...args) {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Writes files: a text, null to remove one, or { link } for a symbolic link. */
function write(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    rmSync(path, { recursive: true, force: true });
    if (content === null) continue;
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'object') symlinkSync(content.link, path);
    else writeFileSync(path, content);
  }
}

function commit(folder, files) {
  write(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'change', '--allow-empty');
  return git(folder, 'rev-parse', 'HEAD');
}

/** A repository whose main has `before`, and a branch with `changes`: { folder, base }. `shallow`: cloned with the last commit only. */
export function pullRequest(before, changes, { shallow = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-action-'));
  remove.push(() => rmSync(folder, { recursive: true, force: true }));
  const origin = join(folder, 'origin');
  mkdirSync(origin);
  git(origin, 'init', '-q');
  const base = commit(origin, before);
  git(origin, 'checkout', '-qb', 'change');
  commit(origin, changes);
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const workspace = join(folder, 'workspace');
  git(folder, 'clone', '-q', ...(shallow ? ['--depth=1'] : []), '--branch', 'change', `file://${origin}`, workspace);
  const hook = join(workspace, '.git/hooks/post-checkout');
  write(workspace, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch ${folder}/hook-ran\n` });
  chmodSync(hook, 0o755);
  return { folder: workspace, base, hookRan: () => existsSync(join(folder, 'hook-ran')), push: (files) => commit(workspace, files) };
}

/** A double of the part of GitHub's API that comments need. `status` refuses writing. */
export async function gitHub({ comments = [], status } = {}) {
  const requests = [];
  const answer = (request, body) => {
    const { pathname, searchParams } = new URL(request.url, 'http://double');
    if (request.headers.authorization !== 'Bearer secret-token') return [401, {}];
    if (request.method === 'GET' && pathname === '/repos/o/r/issues/7/comments') {
      const size = Number(searchParams.get('per_page')), page = Number(searchParams.get('page'));
      return [200, comments.slice((page - 1) * size, page * size)];
    }
    if (status) return [status, { message: 'Resource not accessible by integration' }];
    if (request.method === 'POST' && pathname === '/repos/o/r/issues/7/comments') {
      comments.push({ id: 1000 + comments.length, user: { login: 'github-actions[bot]' }, body: body.body });
      return [201, comments.at(-1)];
    }
    const [, id] = /^\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
    const comment = comments.find((one) => one.id === Number(id));
    if (request.method !== 'PATCH' || !comment) return [404, {}];
    comment.body = body.body;
    return [200, comment];
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    requests.push(`${request.method} ${request.url}`);
    const [code, content] = answer(request, text && JSON.parse(text));
    response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  remove.push(() => server.close());
  return { url: `http://127.0.0.1:${server.address().port}`, comments, requests };
}

/** Runs the script of action.yml as a job would: { status, log, summary, outputs }. */
export async function runAction({ folder, base }, api, inputs = {}, event = {}) {
  const temporary = mkdtempSync(join(tmpdir(), 'paramscope-runner-'));
  remove.push(() => rmSync(temporary, { recursive: true, force: true }));
  const file = (name, text = '') => {
    writeFileSync(join(temporary, name), text);
    return join(temporary, name);
  };
  const environment = {
    PATH: process.env.PATH, HOME: temporary, GITHUB_ACTION_PATH: root, RUNNER_TEMP: temporary, GITHUB_WORKSPACE: folder, GITHUB_API_URL: api.url,
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify({ repository: { full_name: 'o/r' }, pull_request: { number: 7, base: { sha: base } }, ...event })),
    GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary'),
    PARAMSCOPE_FILES: '**/*.txt', PARAMSCOPE_PROGRAM: join(site, 'cli.mjs'), PARAMSCOPE_TOKEN: 'secret-token', ...inputs,
  };
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd: folder, env: environment });
  let log = '';
  child.stdout.on('data', (data) => { log += data; });
  child.stderr.on('data', (data) => { log += data; });
  const status = await new Promise((done) => child.on('close', done));
  const outputs = Object.fromEntries(readFileSync(environment.GITHUB_OUTPUT, 'utf8').split('\n').filter(Boolean).map((line) => line.split(/=(.*)/s)));
  return { status, log, summary: readFileSync(environment.GITHUB_STEP_SUMMARY, 'utf8'), outputs };
}

/** What the runner would take for commands in a log: lines that begin with :: outside of stop-commands. */
export function commandsIn(log) {
  const commands = [];
  let ending;
  for (const line of log.split('\n')) {
    if (ending) {
      if (line === ending) ending = undefined;
      continue;
    }
    const [, word] = /^::stop-commands::(.+)$/.exec(line) ?? [];
    if (word) ending = `::${word}::`;
    else if (line.trimStart().startsWith('::')) commands.push(line);
  }
  return commands;
}
