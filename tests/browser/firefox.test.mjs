// The hosted page, the offline file and an article's code in Firefox, driven by WebDriver BiDi.
import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { test } from '../support/shuffled.mjs';
import { open, paste, resize, skip } from './firefox_browser.mjs';
import { pageFolder, pageUrl, until } from './support.mjs';

const parameters = (frame) => frame.evaluate(() => window.paramscope?.state?.parameters);

const article = new URL('../golden/source/articles/gpt2.py', import.meta.url);
const width = 1440;
const height = 1400;

const state = (page) => page.evaluate(() => window.paramscope.state);

/** Waits until the page has painted everything. */
const settle = (page) => until(() => page.evaluate(() => window.paramscope.isIdle), true);

/** The centre of the widget of that role and name in the mirror of the canvas; undefined without one. */
const centre = (page, role, name) => page.evaluate((wanted) => {
  const tags = { slider: 'input[type=range]', textbox: 'textarea, input[type=text]', text: 'span' };
  const all = [...document.querySelectorAll(`.mirror :is(${tags[wanted.role] ?? `[role=${wanted.role}]`})`)];
  const found = all.find((each) => (each.ariaLabel || each.textContent).trim().startsWith(wanted.name));
  const box = found?.getBoundingClientRect();
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}, { role, name });

async function click(page, role, name) {
  await until(async () => Boolean(await centre(page, role, name)), true);
  await settle(page);
  const { x, y } = await centre(page, role, name);
  await page.mouse.click(x, y);
  await settle(page);
}

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

test('Firefox counts a model, and source code that is pasted, in the offline file from disk', { skip }, async () => {
  const page = await openCounting(pathToFileURL(join(pageFolder, 'paramscope.html')).href);
  await paste(page, 'import torch.nn as nn\n\nclass Net(nn.Module):\n    def __init__(self, d=8):\n        super().__init__()\n        self.fc = nn.Linear(d, d)\n');
  await until(() => parameters(page), '72');
  assert.deepEqual(page.problems, []);
  await page.close();
});

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

test('Firefox: paste an article\'s code, change an argument, click a row, follow an error', { skip }, async () => {
  const page = await openCounting(await pageUrl());
  await resize(page, { width, height });
  const code = await readFile(article, 'utf8');
  await paste(page, code);
  await until(async () => (await state(page)).nodes > 50, true);
  const before = await state(page);

  // Twice the depth: what the layers hold comes once more.
  await click(page, 'textbox', 'What the code builds');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type('n_layers = 24; GPT2()');
  await page.keyboard.press('Enter');
  await until(async () => (await parameters(page)) !== before.parameters, true);
  const { parameters: deeper } = await state(page);
  assert.equal(BigInt(deeper) > BigInt(before.parameters), true);

  await click(page, 'row', 'token_embedding');
  await until(async () => (await state(page)).selected, 'token_embedding');

  // An error names its line; a click leads to it.
  await click(page, 'textbox', 'Code');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await paste(page, code.replace('nn.Linear(d_model, V, bias=False)', 'nn.Linear(d_model, bias=False)'));
  await until(async () => /missing/.test((await state(page)).error), true);
  assert.equal((await state(page)).stale, true);
  // The error takes its room in a pause of typing, and the text scrolls with it.
  await until(() => page.evaluate(() => window.paramscope.isAtRest), true);
  const { x, y } = await centre(page, 'textbox', 'Code');
  const shot = () => page.screenshot({ clip: { x: x - 100, y: y - 100, width: 200, height: 200 } });
  const isOther = (before) => until(async () => Buffer.compare(before, await shot()) === 0, false);
  const end = await shot();
  await page.mouse.move(x, y);
  await page.mouse.wheel({ deltaY: -20000 });
  await isOther(end);
  await settle(page);
  const top = await shot();
  await click(page, 'text', 'GPT2() cannot be built');
  await isOther(top);
  assert.deepEqual(page.problems, []);
  await page.close();
});

const conditions = {
  'in private browsing': { 'browser.privatebrowsing.autostart': true },
  'with storage refused': { 'network.cookie.cookieBehavior': 2, 'dom.serviceWorkers.enabled': false },
};

for (const [name, preferences] of Object.entries(conditions)) {
  test(`Firefox counts a model ${name}`, { skip }, async () => (await openCounting(await pageUrl(), preferences)).close());
}
