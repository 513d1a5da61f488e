// Runs of files of tests: counts, names of failed tests, and failed tests once more, alone.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { nodeTests } from '../../scripts/test/node_tests.mjs';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'paramscope-tests-')));
after(() => rmSync(folder, { recursive: true }));
delete process.env.NODE_TEST_CONTEXT;  // node's runner refuses to run in a test

const root = fileURLToPath(new URL('../../', import.meta.url));
const pathOf = (name) => relative(root, join(folder, `${name}.test.mjs`));

/** Writes a file of tests, given as the bodies of their functions by name. */
function testFile(name, bodies) {
  const tests = Object.entries(bodies).map(([title, body]) => `test(${JSON.stringify(title)}, (t) => { ${body} });`);
  writeFileSync(join(folder, `${name}.test.mjs`), `import { existsSync, writeFileSync } from 'node:fs';\nimport { test } from 'node:test';\nlet count = 0;\n${tests.join('\n')}\n`);
  return pathOf(name);
}

const fails = 'throw new Error("always");';
/** The body of a test that passes where a file of its own exists, which it makes. */
const failsOnce = (mark) => `const mark = ${JSON.stringify(join(folder, mark))}; if (existsSync(mark)) return; writeFileSync(mark, ''); throw new Error('once');`;

test('counts passed, failed and skipped tests, and names the failed ones', async () => {
  const files = [testFile('good', { passes: '', leaves: 't.skip("no time for # this");' }), testFile('bad', { 'fails # (1)': fails, passes: '' })];
  const { passed, failed, failures, skipped } = await nodeTests({ files });
  assert.deepEqual({ passed, failed, failures, skipped }, { passed: 2, failed: 1, failures: [{ name: 'fails # (1)', file: pathOf('bad') }], skipped: ['no time for # this'] });
});

test('a file that cannot run is a failed test', async () => {
  const file = testFile('broken', { '': '}' });
  const { passed, failed, failures } = await nodeTests({ files: [file] });
  assert.deepEqual({ passed, failed, files: failures.map((each) => each.file) }, { passed: 0, failed: 1, files: [file] });
});

test('of failed tests, those that pass alone are told', async () => {
  const file = testFile('unsteady', {
    'fails once [a] $1': failsOnce('mark'),
    'fails always': fails,
    'counts': 'count += 1;',
    'fails after another': 'if (count > 0) throw new Error("after another");',
    'fails once [a]': fails,
  });
  const { failures } = await nodeTests({ files: [file] });
  assert.equal(failures.length, 4);
  const { passes } = await nodeTests({ files: [file], only: failures });
  assert.deepEqual(passes.map(({ name }) => name), ['fails once [a] $1', 'fails after another']);
});

test('tests see the variables that their suite sets', async () => {
  const file = testFile('variables', { sees: 'if (process.env.PARAMSCOPE_TRIED !== "yes") throw new Error("unset");' });
  assert.equal((await nodeTests({ files: [file], environment: { PARAMSCOPE_TRIED: 'yes' } })).passed, 1);
});
