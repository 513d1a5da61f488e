// What the comparison of two builds says.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { differences, digestsOf } from '../../scripts/reproduce.mjs';

const folder = mkdtempSync(join(tmpdir(), 'paramscope-digests-'));
after(() => rmSync(folder, { recursive: true }));

function built(name, files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, 'assets'), { recursive: true });
    writeFileSync(join(folder, name, file), text);
  }
  return digestsOf(join(folder, name));
}

test('equal files are equal, in any folder; others, and those of one build only, are named', () => {
  const files = { 'index.html': 'x', 'assets/a.js': 'y' };
  const first = built('a', files);
  assert.deepEqual(Object.keys(first), ['assets/a.js', 'index.html']);
  assert.deepEqual(differences(first, built('another', files)), []);
  assert.deepEqual(differences(first, built('c', { 'index.html': 'z', 'assets/b.js': 'y' })), ['assets/a.js', 'assets/b.js', 'index.html']);
});
