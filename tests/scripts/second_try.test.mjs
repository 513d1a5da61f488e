// Files with a failed test run once more; what passes then is listed, what fails again has failed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { runWithSecondTry } from '../../scripts/test/node_tests.mjs';

const folder = mkdtempSync(join(tmpdir(), 'paramscope-tries-'));
after(() => rmSync(folder, { recursive: true }));

/** Writes a file of tests, given as the bodies of their functions by name. */
function testFile(name, bodies) {
  const path = join(folder, `${name}.test.mjs`);
  const tests = Object.entries(bodies).map(([title, body]) => `test(${JSON.stringify(title)}, () => { ${body} });`);
  writeFileSync(path, `import { existsSync, writeFileSync } from 'node:fs';\nimport { test } from 'node:test';\n${tests.join('\n')}\n`);
  return path;
}

const failsOnce = (mark) => `if (existsSync(${JSON.stringify(mark)})) return; writeFileSync(${JSON.stringify(mark)}, ''); throw new Error('once');`;

test('a test that fails once is unsteady, one that fails twice has failed', async () => {
  delete process.env.NODE_TEST_CONTEXT;  // node's runner refuses to run in a test
  const files = [
    testFile('steady', { passes: '' }),
    testFile('mixed', { 'fails once': failsOnce(join(folder, 'mark')), 'passes beside it': '' }),
    testFile('broken', { 'fails always': 'throw new Error("always");' }),
  ];
  const { passed, failed, unsteady } = await runWithSecondTry(files);
  assert.deepEqual({ passed, failed, unsteady }, { passed: 3, failed: 1, unsteady: ['fails once'] });
});
