import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the types agree with real use', () => {
  const { status, stdout } = spawnSync(`${root}node_modules/.bin/tsc`, ['-p', 'tests/types'], { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
