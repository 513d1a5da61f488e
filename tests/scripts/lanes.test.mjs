// Jobs beside each other: their order, their lanes, and what becomes of jobs whose build failed.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runInLanes } from '../../scripts/test/lanes.mjs';

const job = (name, needs = []) => ({ name, needs, isBuild: false });
const build = (name, needs = []) => ({ ...job(name, needs), isBuild: true });

/** Runs jobs that end when all others that can run do: what ran together, the outcomes by name, and which was told to be the last. */
async function outcome(jobs, lanes, broken = []) {
  const rounds = [];
  const last = [];
  const run = async ({ name }) => {
    await new Promise(setImmediate);
    return broken.includes(name) ? { broken: true } : { passed: 1 };
  };
  const results = await runInLanes(jobs, lanes, run, (running, isLast) => {
    rounds.push(running.map(({ name }) => name).join(' '));
    if (isLast && running.length === 1) last.push(running[0].name);
  });
  return { rounds, last, results: Object.fromEntries([...results].map(([{ name }, result]) => [name, result])) };
}

test('jobs take the lanes in their order, builds none', async () => {
  const { rounds } = await outcome([build('site'), job('page', ['site']), job('a'), job('b'), job('c')], 2);
  assert.equal(rounds[0], 'site a b');
  assert.ok(rounds.includes('page c') || rounds.includes('b page') , rounds.join(', '));
  assert.ok(rounds.every((names) => names.split(' ').filter((name) => name !== 'site').length <= 2), rounds.join(', '));
});

test('results come in the order of the jobs', async () => {
  const { results } = await outcome([job('needs', ['build']), job('quick'), build('build')], 1);
  assert.deepEqual(Object.keys(results), ['needs', 'quick', 'build']);
});

test('jobs whose build failed do not run, and say what is missing', async () => {
  const { results } = await outcome([build('native'), job('cli', ['native']), job('more', ['cli']), job('share')], 2, ['native']);
  assert.deepEqual(results, { native: { broken: true }, cli: { broken: true, missing: 'native' }, more: { broken: true, missing: 'cli' }, share: { passed: 1 } });
});

test('a job that is alone, and that the others wait for, is told', async () => {
  assert.deepEqual((await outcome([build('native'), job('cli', ['native'])], 2)).last, ['native', 'cli']);
  assert.deepEqual((await outcome([job('a'), job('b')], 1)).last, ['b']);
});
