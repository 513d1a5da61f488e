// The offline file inside a frame without an address, as notebooks show it: paramscope.show() in Python.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { test } from '../support/shuffled.mjs';
import { openPage, pageFolder, pageUrl, settle } from './support.mjs';

const escaped = (html) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

test('a sandboxed frame with the offline file inside counts without a complaint', async () => {
  const file = readFileSync(join(pageFolder, 'paramscope.html'), 'utf8');
  const frame = `<iframe srcdoc="${escaped(file)}" sandbox="allow-scripts allow-downloads" width="1000" height="640" title="A model"></iframe>`;
  const address = await pageUrl();
  const page = await openPage({
    url: `${address}notebook`,
    ready: false,
    pixels: true,
    prepare: (opened) => opened.route('**/notebook', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><title>N</title>${frame}` })),
  });
  const inside = await (await page.waitForSelector('iframe')).contentFrame();
  await inside.waitForSelector('html[data-paramscope=ready]');
  await settle(inside);
  assert.equal((await inside.evaluate(() => window.paramscope.state)).parameters, '6738415616');
});
