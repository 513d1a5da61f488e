// The hosted page and the offline file in Firefox, driven by WebDriver BiDi.
import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { test } from '../support/shuffled.mjs';
import { open, paste, skip } from './firefox_browser.mjs';
import { pageFolder, pageUrl, until } from './support.mjs';

const parameters = (frame) => frame.evaluate(() => window.paramscope?.state?.parameters);

/** Opens a page that counts a model at its start. */
async function openCounting(url, preferences) {
  const page = await open(url, preferences);
  await page.waitForSelector('html[data-paramscope]');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.paramscope), 'ready',
    await page.evaluate(() => document.body.innerText));
  // Not waitForFunction(): it makes a function of a text, which the page's policy refuses.
  await until(() => parameters(page), '6738415616');
  assert.deepEqual(page.problems, []);
  return page;
}

const editions = {
  'the hosted page': pageUrl,
  'the offline file from disk': () => pathToFileURL(join(pageFolder, 'paramscope.html')).href,
};

for (const [name, address] of Object.entries(editions)) {
  test(`Firefox counts a model, and source code that is pasted: ${name}`, { skip }, async () => {
    const page = await openCounting(await address());
    await paste(page, 'import torch.nn as nn\n\nclass Net(nn.Module):\n    def __init__(self, d=8):\n        super().__init__()\n        self.fc = nn.Linear(d, d)\n');
    await until(() => parameters(page), '72');
    assert.deepEqual(page.problems, []);
    await page.close();
  });
}

test('Firefox counts a model in a page of another site, where storage is apart', { skip }, async () => {
  const url = await pageUrl();
  const host = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><title>Around</title><iframe src="${url}embed.html#gpt2" width="700" height="480"></iframe>`);
  });
  await new Promise((done) => { host.listen(0, '127.0.0.1', done); });
  try {
    const page = await open(`http://localhost:${host.address().port}/`);
    const embed = await page.waitForFrame((frame) => frame.url().includes('embed.html'));
    await until(() => parameters(embed), '124439808');
    assert.deepEqual(page.problems, []);
    await page.close();
  } finally {
    host.close();
  }
});

const conditions = {
  'in private browsing': { 'browser.privatebrowsing.autostart': true },
  'with storage refused': { 'network.cookie.cookieBehavior': 2, 'dom.serviceWorkers.enabled': false },
};

for (const [name, preferences] of Object.entries(conditions)) {
  test(`Firefox counts a model ${name}`, { skip }, async () => (await openCounting(await pageUrl(), preferences)).close());
}
