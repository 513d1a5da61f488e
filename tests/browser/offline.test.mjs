// The offline file: opened from disk without a network, and saved again with a model in it.
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { openPage, pageFolder, settle } from './support.mjs';

const file = join(pageFolder, 'paramscope.html');
const url = pathToFileURL(file).href;

test('opens from disk without a network, and asks nothing of it', async () => {
  const requests = [];
  const page = await openPage({ url, offline: true, prepare: (opened) => opened.on('request', (request) => requests.push(request.url())) });
  await settle(page);
  assert.equal(await page.evaluate(() => window.paramscope.state.parameters), '6738415616');
  assert.deepEqual(page.problems, []);
  assert.deepEqual(requests.filter((address) => address !== url && !/^(data|blob):/.test(address)), []);
});

test('carries the hosted wasm, to the byte', () => {
  const html = readFileSync(file, 'utf8');
  const inside = [...html.matchAll(/<script type="application\/wasm" id="([\w-]+)\.wasm">([^<]*)<\/script>/g)];
  assert.ok(inside.length > 0);
  for (const [, name, base64] of inside) {
    const hosted = readdirSync(join(pageFolder, 'assets')).find((asset) => asset.startsWith(`${name}-`) && asset.endsWith('.wasm'));
    assert.ok(Buffer.from(base64, 'base64').equals(readFileSync(join(pageFolder, 'assets', hosted))), name);
  }
});

test('runs no script but its own', async () => {
  const page = await openPage({ url });
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.intruder = true;';
    document.body.append(script);
    const image = document.createElement('img');
    image.setAttribute('onerror', 'window.intruder = true');
    image.src = 'data:,';
    document.body.append(image);
  });
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => window.intruder), undefined);
  assert.ok(page.problems.some((problem) => /Content Security Policy/.test(problem)), 'nothing was refused');
});
