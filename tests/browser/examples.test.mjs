// The served example pages: every embed counts the numbers in the surrounding text. The package in a page that Vite makes, with Vite's own defaults.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { build } from 'vite';

import { serve } from '../../scripts/serve.mjs';
import { makeConsumer } from '../support/consumer.mjs';
import { test } from '../support/shuffled.mjs';
import { openPage, pageUrl, screenshot, stateWhere } from './support.mjs';

/** What the article's embeds come to, in order; the last is the whole interface. */
const article = [650, 34944, 4 * 512 ** 2 + 4 * 512, 3152384, 4204032, 162192384, 123792384, 6738415616];

for (const name of ['transformer.html', 'transformer.zh.html']) {
  test(`examples/${name}`, async () => {
    const requested = [];
    const prepare = (opening) => opening.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const page = await openPage({ url: `${await pageUrl()}examples/${name}`, ready: false, prepare });
    await page.waitForFunction((count) => [...document.querySelectorAll('param-scope')].filter(({ report }) => report).length >= count, article.length);
    const embeds = await page.evaluate(() => [...document.querySelectorAll('param-scope')].filter(({ view }) => view !== 'app')
      .map(({ report }) => [report.totals.parameters, report.totals.flops !== null, report.totals.flops_complete]));
    assert.deepEqual(embeds.map(([parameters]) => parameters), article);
    for (const [, known, complete] of embeds) assert.ok(known && complete);
    assert.ok(!requested.some((path) => /embed\.html|paramscope-app/.test(path)), 'ImGui is not asked for before it is seen');
    await screenshot(page, `example-${name}`);

    await page.locator('param-scope[view=app]').scrollIntoViewIfNeeded();
    const frame = await (await page.waitForSelector('param-scope[view=app] iframe')).contentFrame();
    await frame.waitForSelector('html[data-paramscope=ready]');
    await stateWhere(frame, ({ parameters }) => parameters === '59508496');
  });
}

for (const [name, place] of [['playground.html', 'Line 1, column '], ['playground.zh.html', '第 1 行第 ']]) {
  test(`examples/${name}, which fits a phone`, async () => {
    const page = await openPage({ url: `${await pageUrl()}examples/${name}`, ready: false });
    const answer = page.locator('#answer');
    await page.waitForFunction(() => document.getElementById('answer').textContent.includes('parameters'));
    for (const [index, label] of (await page.locator('#question option').allTextContents()).entries()) {
      const before = await answer.textContent();
      await page.selectOption('#question', { index });
      if (index > 0) await page.waitForFunction((text) => document.getElementById('answer').textContent !== text, before);
      assert.equal(await page.locator('#status').textContent(), '', label);
    }
    await page.fill('#text', 'Linear(2, 3, <img src=x onerror=alert(1)>');
    await page.waitForFunction((begin) => document.getElementById('status').textContent.startsWith(begin), place);
    await page.fill('#text', 'Linear(2, 3)');
    await page.selectOption('#question', { index: 0 });
    await page.waitForFunction(() => JSON.parse(document.getElementById('answer').textContent).parameters === 9);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  });
}

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

test('a page that Vite makes counts, and shows the element', async () => {
  const page = await openPage({ url: server.url, ready: false });
  await page.waitForFunction(() => document.querySelector('output').value);
  assert.equal(await page.evaluate(() => document.querySelector('output').value), '4·d² + 4·d');
  await page.waitForFunction(() => document.querySelector('param-scope').report);
  assert.equal(await page.evaluate(() => document.querySelector('param-scope').report.totals.parameters), 124439808);
});
