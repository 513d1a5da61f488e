// The steps of the workflows and of the Action: what is extracted of them, and rules that hold for all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

import { stepsOfRepository } from '../../scripts/steps/extract.mjs';
import { reasonNotToRun, usesHere } from '../../scripts/steps/runnable.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const steps = stepsOfRepository(root);
const workflows = Object.fromEntries(readdirSync(`${root}.github/workflows`).map((file) => [file, parse(readFileSync(`${root}.github/workflows/${file}`, 'utf8'))]));

test('every step of every job is extracted, once for each choice of a matrix', () => {
  const names = steps.map(({ name }) => name);
  assert.ok(names.includes('ci/test/1') && names.includes('ci/build (ubuntu:24.04)/1') && names.includes('ci/native (sanitizers)/7') && names.includes('action/composite/1'));
  assert.equal(new Set(names).size, names.length);
  for (const { uses, run } of steps) assert.ok((uses === undefined) !== (run === undefined));
  assert.equal(steps.find(({ name }) => name === 'ci/native (desktop)/4').environment.PRESET, 'desktop');
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
const everything = () => true;

test('what cannot be run here has a reason', () => {
  assert.match(reasonNotToRun(step('npm publish x.tgz'), everything), /publish/);
  assert.match(reasonNotToRun(step('echo ${{ github.token }}'), everything), /expression/);
  assert.match(reasonNotToRun(step('x', { environment: { T: '${{ github.token }}' } }), everything), /environment/);
  assert.match(reasonNotToRun(step('x', { condition: "'desktop' == 'sanitizers'" }), everything), /condition/);
  assert.match(reasonNotToRun(step('x', { condition: 'failure()' }), everything), /condition/);
  assert.equal(reasonNotToRun(step('x', { condition: "'a' == 'a'" }), everything), undefined);
  assert.equal(reasonNotToRun(step('npm test'), everything), undefined);
  assert.match(usesHere({ uses: 'actions/checkout@0' }), /copy/);
  assert.match(usesHere({ uses: 'a/b@0' }), /needs GitHub/);
});
