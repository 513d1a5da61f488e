// Hostile inputs end with a sentence, and within a limit of processor time; scripts/measure_hostile.mjs measures them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { cases, writeFiles } from '../../scripts/hostile/cases.mjs';
import { program } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'paramscope-hostile-'));
after(() => rmSync(folder, { recursive: true }));

const isScript = program.endsWith('js');
const command = isScript ? [process.execPath, program] : [program];

/** Seconds of processor time: several times what docs/limits.md says, for slow builds and busy machines. */
const limit = isScript ? 40 : 20;

/** A case that takes seconds natively takes half a minute in WebAssembly, where its limit is the same. */
const isForNative = ({ seconds }) => isScript && seconds >= 4;

for (const [index, each] of cases.entries()) {
  test(`ends with a sentence: ${each.name}`, { skip: isForNative(each) && 'a limit of the engine, tested natively' }, () => {
    const { path, first } = writeFiles(each, join(folder, String(index)));
    const { stdout, stderr, signal } = spawnSync('sh', ['-c', `ulimit -t ${limit}; exec "$@"`, 'sh', ...command, first, ...each.args ?? []],
      { cwd: path, maxBuffer: 1 << 28, encoding: 'utf8', input: '' });
    assert.equal(signal, null);
    assert.match(stderr + stdout, each.says);
  });
}
