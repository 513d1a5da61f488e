// Functions are linked with their names (cmake/arrange_wasm.mjs), which nobody else has a use for.
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../../build/web-release/dist', import.meta.url));
const files = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.wasm'));

test('there is something to look at', () => assert.ok(files.length > 0));

for (const file of files) {
  test(`without names: ${file}`, async () => {
    const module = await WebAssembly.compile(readFileSync(join(site, file)));
    assert.deepEqual(WebAssembly.Module.customSections(module, 'name'), []);
  });
}
