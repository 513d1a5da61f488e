// Of which program the comparison of two builds keeps answers.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { Program } from '../../scripts/compare_reports/program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'paramscope-program-'));
after(() => rmSync(folder, { recursive: true }));

const script = join(folder, 'cli.mjs');
const engine = join(folder, 'cli.wasm');
writeFileSync(script, `import { appendFileSync, readFileSync } from 'node:fs';
  appendFileSync(new URL('runs', import.meta.url), '.');
  console.log(readFileSync(new URL('cli.wasm', import.meta.url), 'utf8') + readFileSync(new URL('runs', import.meta.url), 'utf8'));`);

/** What a program of these bytes beside the script prints, or printed. */
async function answer(bytes) {
  writeFileSync(engine, bytes);
  const { output } = await new Program(script, join(folder, 'cache')).run({ args: [], cwd: folder });
  return output.trim();
}

test('answers are kept of a script and of the WebAssembly beside it', async () => {
  assert.equal(await answer('old'), 'old.');
  assert.equal(await answer('old'), 'old.');    // kept
  assert.equal(await answer('new'), 'new..');   // another program
});
