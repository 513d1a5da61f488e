// Parsing of `npm pack --json`, as printed by two versions of npm.
import { strict as assert } from 'node:assert';
import { test } from 'node:test';

import { packed } from '../support/consumer.mjs';

const entry = { filename: 'paramscope-0.1.0.tgz', files: [{ path: 'README.md' }, { path: 'cli.mjs' }] };
const outputs = { 'npm 10': [entry], 'npm 12': { paramscope: entry } };

for (const [version, output] of Object.entries(outputs)) {
  test(`the tarball of ${version}`, () => {
    assert.deepEqual(packed(JSON.stringify(output)), { filename: 'paramscope-0.1.0.tgz', files: ['README.md', 'cli.mjs'] });
  });
}
