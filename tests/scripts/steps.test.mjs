// The steps of the workflows and of the Action: what is extracted of them, and rules that hold for all.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

import { stepsOfRepository } from '../../scripts/steps/extract.mjs';
import { runJob } from '../../scripts/steps/job.mjs';
import { reasonNotToRun, usesHere } from '../../scripts/steps/runnable.mjs';
import { longestProcess } from '../../scripts/test/limit.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paramscope-steps-'));
after(() => rmSync(folder, { recursive: true }));
const steps = stepsOfRepository(root);
const workflows = Object.fromEntries(readdirSync(`${root}.github/workflows`).map((file) => [file, parse(readFileSync(`${root}.github/workflows/${file}`, 'utf8'))]));

test('every step of every job is extracted, once for each choice of a matrix', () => {
  const names = steps.map(({ name }) => name);
  assert.ok(names.includes('ci/test/1') && names.includes('ci/build (ubuntu:24.04)/1') && names.includes('ci/native (sanitizers)/7') && names.includes('action/composite/1'));
  assert.equal(new Set(names).size, names.length);
  for (const { uses, run } of steps) assert.ok((uses === undefined) !== (run === undefined));
  assert.equal(steps.find(({ name }) => name === 'ci/native (desktop)/4').environment.PRESET, 'desktop');
  assert.equal(steps.find(({ name }) => name === 'ci/build (ubuntu:24.04)/1').image, 'ubuntu:24.04');
  assert.equal(steps.find(({ name }) => name === 'ci/publish/1').image, 'ubuntu-latest');
});

test('no script has an expression, and other actions are pinned to a commit', () => {
  for (const { name, run, uses } of steps) {
    if (run !== undefined) assert.doesNotMatch(run, /\$\{\{/, name);
    else assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/, name);
  }
});

test('a job that may write runs nothing of the repository, and the page is published after all tests', () => {
  for (const [file, { permissions, jobs }] of Object.entries(workflows)) {
    assert.deepEqual(permissions, { contents: 'read' }, file);
    for (const [id, job] of Object.entries(jobs)) {
      const writes = Object.values(job.permissions ?? {}).includes('write');
      if (writes) assert.ok(!job.steps.some(({ uses, run }) => /checkout/.test(uses) || /npm (test|run|ci|install)|\bnode\b/.test(run)), `${file}: ${id}`);
    }
  }
  const { publish, ...others } = workflows['ci.yml'].jobs;
  assert.deepEqual([...publish.needs].sort(), Object.keys(others).sort());
});

const step = (run, more = {}) => ({ run, environment: {}, ...more });

test('what cannot be run here has a reason', () => {
  assert.match(reasonNotToRun(step('echo ${{ inputs.name }}'), true), /expression/);
  assert.match(reasonNotToRun(step('x', { environment: { T: '${{ inputs.name }}' } }), true), /environment/);
  assert.match(reasonNotToRun(step('x', { condition: "'desktop' == 'sanitizers'" }), true), /condition/);
  assert.match(reasonNotToRun(step('x', { condition: 'failure()' }), true), /condition/);
  assert.match(reasonNotToRun(step('apt-get update'), false), /root/);
  assert.equal(reasonNotToRun(step('apt-get update'), true), undefined);
  assert.equal(reasonNotToRun(step('x', { condition: "'a' == 'a'" }), true), undefined);
  assert.equal(reasonNotToRun(step('npm test'), false), undefined);
  assert.match(usesHere({ uses: 'actions/checkout@0' }), /copy/);
  assert.match(usesHere({ uses: 'a/b@0' }), /needs GitHub/);
});

/** Runs a job of scripts: the outcome of each. `uses` steps are of a name and what they are given. */
async function outcomes(scripts, options = {}) {
  const steps = scripts.map((one, index) => {
    const common = { job: 'test/job', name: `test/job/${index + 1}`, number: index + 1, image: 'debian:12', shell: 'sh', version: '1.2.3', environment: {}, with: {} };
    return typeof one === 'string' ? { ...common, run: one } : { ...common, ...one };
  });
  const results = await runJob(steps, { minutes: longestProcess / 60, installs: false, artifacts: join(folder, 'artifacts'), ...options });
  return results.map(({ outcome }) => outcome);
}

test('steps of a job see what those before made, and end at the first that fails', async () => {
  assert.deepEqual(await outcomes(['echo x > made', 'test "$(cat made)" = x; false; true', 'true']), ['ran', 'FAILED', 'not run']);
  assert.deepEqual(await outcomes(['test "$GITHUB_REF_NAME" = v1.2.3', { run: "test \"$A\" = \"it's\"", environment: { A: "it's" } }]), ['ran', 'ran']);
  assert.deepEqual(await outcomes([{ run: 'false | true', shell: 'bash' }]), ['FAILED'], 'pipefail, as the runner has it');
});

test('a job that takes too long is ended and has failed', async () => {
  assert.deepEqual(await outcomes(['while :; do :; done', 'true'], { minutes: 0.02 }), ['FAILED', 'not run']);
});

test('a job runs in the container of its image, with its folder', async () => {
  const container = 'env IMAGE={image} FOLDER={folder}';
  assert.deepEqual(await outcomes(['test "$IMAGE" = debian:12', 'test "$FOLDER/repository" = "$PWD"'], { container }), ['ran', 'ran']);
});

test('what one job uploads, another downloads; publishing is done by doubles', async () => {
  const tarball = 'mkdir release && cd release && mkdir package && echo \'{"name":"x","version":"1.0.0"}\' > package/package.json && tar czf x.tgz package';
  const artifact = { with: { name: 'release', path: 'release' } };
  assert.deepEqual(await outcomes([tarball, { uses: 'actions/upload-artifact@0', ...artifact }]), ['ran', 'not run']);
  const download = { uses: 'actions/download-artifact@0', ...artifact };
  const release = (files) => ({ run: `gh release create v1 --repo owner/name --verify-tag ${files}`, environment: { GH_TOKEN: 'token' } });
  assert.deepEqual(await outcomes([download, release('release/x.tgz')]), ['not run', 'ran']);
  assert.deepEqual(await outcomes([download, release('release/missing')]), ['not run', 'FAILED']);
  assert.deepEqual(await outcomes([download, 'npm publish ./release/x.tgz --offline --access public --loglevel notice 2>&1 | grep -q "dry-run"']), ['not run', 'ran']);
});
