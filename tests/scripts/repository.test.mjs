// Files that hosts and programs read of the repository agree with package.json, and the hook for pre-commit counts each file by itself.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

import { root } from '../../scripts/steps.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const { version, license } = JSON.parse(read('package.json'));

test('what is cited is this version', () => {
  const citation = parse(read('CITATION.cff'));
  assert.equal(citation.version, version);
  assert.equal(citation.license, license);
});

test('the hook takes the program of this version', () => {
  const [hook] = parse(read('.pre-commit-hooks.yaml'));
  assert.ok(statSync(join(root, hook.entry)).mode & 0o100, 'it can be run');
  assert.match(read(hook.entry), new RegExp(`paramscope@${version.replaceAll('.', '\\.')}\\}`));
});

/** Runs the hook; the program says its arguments in one line each time, and fails for a file `large`. */
function hook(...args) {
  const program = `${process.execPath} ${join(root, 'tests/scripts/said_arguments.mjs')}`;
  const { status, stdout } = spawnSync(join(root, 'scripts/pre_commit.sh'), args, { env: { ...process.env, PARAMSCOPE: program }, encoding: 'utf8' });
  return { status, calls: stdout.trim().split('\n') };
}

test('the hook counts each file with the options, and fails if one fails', () => {
  assert.deepEqual(hook('--max-params=7B', 'a b.txt', 'diff'), { status: 0, calls: ['--depth=1|--max-params=7B|--|a b.txt', '--depth=1|--max-params=7B|--|diff'] });
  assert.deepEqual(hook('large', 'small'), { status: 1, calls: ['--depth=1|--|large', '--depth=1|--|small'] });
});
