// The package in a page that Vite makes, with Vite's own defaults.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { join } from 'node:path';
import { build } from 'vite';

import { serve } from '../../scripts/serve.mjs';
import { test } from '../support/shuffled.mjs';
import { makeConsumer } from '../support/consumer.mjs';
import { openPage } from './support.mjs';

let consumer;
let server;
before(async () => {
  consumer = makeConsumer({
    'index.html': '<!doctype html><title>Vite</title><link rel="icon" href="data:,"><output></output><param-scope preset="gpt2"></param-scope><script type="module" src="main.js"></script>',
    'main.js': `
      import { parse } from 'paramscope';
      const model = await parse('d = 512\\nSequential(\\n  (0): Linear(d, 4*d)\\n)');
      document.querySelector('output').value = model.formula('0', 'unicode');`,
  });
  await build({ root: consumer.folder, logLevel: 'error', build: { target: 'es2022' } });
  server = await serve(join(consumer.folder, 'dist'));
});
after(async () => {
  await server?.close();
  consumer?.remove();
});

test('counts, and shows the element', async () => {
  const page = await openPage({ url: server.url, ready: false });
  await page.waitForFunction(() => document.querySelector('output').value);
  assert.equal(await page.evaluate(() => document.querySelector('output').value), '4·d² + 4·d');
  await page.waitForFunction(() => document.querySelector('param-scope').report);
  assert.equal(await page.evaluate(() => document.querySelector('param-scope').report.totals.parameters), 124439808);
});
