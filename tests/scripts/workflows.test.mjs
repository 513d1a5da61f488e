// The workflows and the Action: rules that hold for every step, and the steps of a release, run one after the other.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

import { has, root } from '../../scripts/steps.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const { scripts, version } = JSON.parse(read('package.json'));
const workflows = Object.fromEntries(readdirSync(join(root, '.github/workflows')).map((file) => [file, parse(read(`.github/workflows/${file}`))]));
const jobs = Object.entries(workflows).flatMap(([file, workflow]) => Object.entries(workflow.jobs).map(([id, job]) => ({ name: `${file}: ${id}`, ...job })));
const steps = jobs.flatMap(({ name, steps }) => steps.map((step) => ({ ...step, name })));

/** Commands of a step that are not npm scripts: they come before npm is there, or where nothing of the repository is. */
const plainCommands = [
  /^apt-get update && apt-get install -y --no-install-recommends [\w+ -]+$/, /^\.ci\/run$/, /^npm test\b/, /^cmake --preset "\$PRESET"$/,
  /^cmake --build --preset "\$PRESET"$/, /^ctest --preset \w+ --parallel 4$/, /^cd release && sha256sum --check "SHA256SUMS-\$GITHUB_REF_NAME"$/,
  /^gh release create /, /^npm publish \.\//, /^npm ci --ignore-scripts$/, /^brew install [\w -]+$/, /^podman (build|login|manifest push) /,
];

test('what a step runs is one command: an npm script, or a plain one', () => {
  for (const { name, run } of steps.filter((step) => step.run !== undefined)) {
    const [, script] = /^npm run (\S+)( -- [\w"/ $-]+)?$/.exec(run) ?? [];
    assert.ok(script ? script in scripts : plainCommands.some((command) => command.test(run)), `${name}: ${run}`);
  }
});

test('npm scripts name files that are there', () => {
  for (const [name, command] of Object.entries(scripts)) {
    for (const [file] of command.matchAll(/[\w./]+\.(mjs|sh)\b/g)) assert.ok(existsSync(join(root, file)), `${name}: ${file}`);
  }
});

test('no command has an expression, and other actions are pinned to a commit', () => {
  for (const { name, run, uses } of [...steps, ...parse(read('action.yml')).runs.steps]) {
    if (run !== undefined) assert.doesNotMatch(run, /\$\{\{/, name);
    else assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/, name);
  }
});

test('a job that may write runs nothing of the repository, and the page is published after all tests', () => {
  for (const [file, { permissions }] of Object.entries(workflows)) assert.deepEqual(permissions, { contents: 'read' }, file);
  for (const { name, steps } of jobs.filter((job) => Object.values(job.permissions ?? {}).includes('write'))) {
    assert.ok(!steps.some(({ uses, run }) => /checkout/.test(uses) || /npm (test|run|ci|install)|\bnode\b/.test(run)), name);
  }
  const { publish, ...others } = workflows['ci.yml'].jobs;
  assert.deepEqual([...publish.needs].sort(), Object.keys(others).sort());
});

const platforms = ['linux-aarch64', 'linux-x86_64', 'macos-arm64', 'macos-x86_64'];
const archives = platforms.map((platform) => `paramscope-v${version}-${platform}.tar.gz`);
const pythonPackages = [`paramscope-${version}-py3-none-any.whl`, `paramscope-${version}.tar.gz`];

/** Makes a folder with a small site, archives and Python packages where builds put them, and a program `gh` that says what it was asked for. */
function builtFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-release-'));
  const files = {
    'dist/index.html': 'x', 'dist/paramscope.html': 'y', 'dist/package/README.md': 'z',
    'dist/package/package.json': JSON.stringify({ name: 'paramscope', version }), 'bin/gh': '#!/bin/sh\necho "gh $*"\n', 'build/python/dist/.keep': '', 'build/archives/.keep': '',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  }
  for (const name of pythonPackages) writeFileSync(join(folder, 'build/python/dist', name), name);
  for (const name of archives) runIn(folder, `cp bin/gh paramscope && tar -czf build/archives/${name} paramscope`);
  for (const name of ['package.json', 'scripts/ci', 'packaging']) cpSync(join(root, name), join(folder, name), { recursive: true });
  return folder;
}

/** Runs a command of bash in a folder, whose programs in `bin` come first; returns what it prints. */
function runIn(folder, command, variables = {}) {
  const environment = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, LC_ALL: 'C', ...variables };
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', command], { cwd: folder, env: environment, encoding: 'utf8' });
  assert.equal(status, 0, `${command}: ${stdout}${stderr}`);
  return stdout + stderr;
}

/** Runs the commands of a job of the release that match. */
function runJob(folder, id, pattern, variables) {
  const commands = workflows['release.yml'].jobs[id].steps.map(({ run = '' }) => run).filter((run) => pattern.test(run));
  assert.ok(commands.length > 0, id);
  return commands.map((command) => runIn(folder, command, variables)).join('');
}

test('a release checks its tag, and publishes what it collects', { skip: has('zip') ? false : 'zip is not installed' }, (context) => {
  const folder = builtFolder();
  context.after(() => rmSync(folder, { recursive: true }));
  const tag = `v${version}`;
  const variables = { GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'owner/name' };
  assert.throws(() => runJob(folder, 'build', /ci:tag/, { GITHUB_REF_NAME: `${tag}.1` }));
  runJob(folder, 'collect', /npm run ci:/, variables);
  const pathOf = (id, action) => workflows['release.yml'].jobs[id].steps.find(({ uses }) => uses?.startsWith(action)).with.path;
  renameSync(join(folder, pathOf('collect', 'actions/upload-artifact')), join(folder, pathOf('publish', 'actions/download-artifact')));

  const site = `paramscope-site-${tag}.zip`;
  const attached = [
    `SHA256SUMS-${tag}`, `paramscope-${version}.tgz`, site, `paramscope-${tag}.html`, ...archives, ...pythonPackages, 'paramscope-conda.yaml', 'paramscope.rb',
  ].sort();
  assert.deepEqual(readdirSync(join(folder, 'release')).sort(), attached);
  const sums = readFileSync(join(folder, 'release', attached[0]), 'utf8');
  for (const name of ['paramscope-conda.yaml', 'paramscope.rb']) {
    const text = readFileSync(join(folder, 'release', name), 'utf8');
    assert.doesNotMatch(text, /@/, name);
    for (const [sum] of text.matchAll(/[0-9a-f]{64}/g)) assert.ok(sums.includes(sum), name);
  }
  assert.deepEqual(readdirSync(join(folder, 'build/image')).sort(), ['Containerfile', 'paramscope-amd64', 'paramscope-arm64']);
  assert.match(runIn(folder, `zip -sf release/${site}`), /^\s*index\.html\n\s*paramscope\.html\nTotal 2 entries/m);
  const said = runJob(folder, 'publish', /./, variables);
  for (const name of attached.slice(1)) assert.ok(said.includes(`${name}: OK\n`), said);
  assert.ok(said.endsWith(`gh release create ${tag} --repo owner/name --verify-tag --generate-notes ${attached.map((name) => `release/${name}`).join(' ')}\n`), said);
  const published = runJob(folder, 'npm', /./, { ...variables, npm_config_dry_run: 'true', npm_config_offline: 'true', npm_config_loglevel: 'notice' });
  assert.match(published, new RegExp(`paramscope@${version}[^]*dry-run`));
});
