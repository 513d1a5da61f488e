// The pages around the calculator in a browser: what it is for, and the documents with their search.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { onlyContrast, violations } from './axe.mjs';
import { button, click, framesLater, openPage, pageUrl, screenshot } from './support.mjs';

/** Opens a page of the site, and collects the hosts that it asks. */
async function open(path, options = {}) {
  const hosts = new Set();
  const page = await openPage({
    url: `${await pageUrl()}${path}`,
    ready: false,
    prepare: (opened) => opened.on('request', (request) => hosts.add(new URL(request.url()).host)),
    ...options,
  });
  return Object.assign(page, { hosts });
}

const phone = { viewport: { width: 390, height: 844 } };
const looks = { wide: { viewport: { width: 1440, height: 900 } }, phone };

for (const path of ['about/', 'about/zh.html', 'docs/', 'docs/model-text.html', 'docs/readme.html', 'docs/zh/reading-a-number.html']) {
  test(`${path}: axe-core finds nothing wrong, and nothing is wider than the window, on a phone, in dark, too`, async () => {
    const page = await open(path);
    for (const [name, { viewport }] of Object.entries(looks)) {
      await page.setViewportSize(viewport);
      await framesLater(page);  // what the page does about its new width, it does in the next frame
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page, colorScheme === 'light' ? {} : onlyContrast), [], `${name}, ${colorScheme}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
        await screenshot(page, `page-${path.replaceAll(/\W/g, '-')}-${name}-${colorScheme}`);
      }
    }
    assert.deepEqual([...page.hosts], [new URL(await pageUrl()).host]);
  });
}

test('the pictures of the gallery are there, and a card opens its model', async () => {
  const page = await open('about/');
  const cards = page.locator('.card');
  assert.ok(await cards.count() >= 8);
  for (const picture of await page.locator('.card img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((image) => image.decode());
  }
  await cards.first().getByRole('link').click();
  await page.waitForSelector('html[data-paramscope=ready]');
  assert.equal(await page.evaluate(() => window.paramscope.state.parameters), '6738415616');
});

test('the words of the gallery\'s pictures can be read, in a wide window, a medium one and on a phone', async () => {
  const page = await open('about/');
  const picture = page.locator('.card img').first();
  for (const { viewport } of [looks.wide, { viewport: { width: 900, height: 800 } }, phone]) {
    await page.setViewportSize(viewport);
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((image) => image.decode());
    const scale = await picture.evaluate((image) => image.width / image.naturalWidth);
    assert.ok(scale * 12 >= 10, `words of 12 pixels are shown with ${scale * 12} in ${viewport.width}`);
  }
});

test('the search is used by keyboard alone', async () => {
  const page = await open('docs/opening.html');
  await page.keyboard.press('/');
  await page.keyboard.type('tied weights');
  const status = page.locator('.search [role=status]');
  await page.waitForFunction(() => /found/.test(document.querySelector('.search [role=status]').textContent));
  assert.match(await status.textContent(), /^\d+ found$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  assert.ok(await page.evaluate(() => document.activeElement === document.querySelector('.search a')));
  await page.keyboard.press('Escape');
  assert.ok(await page.evaluate(() => document.activeElement.matches('.search input') && document.activeElement.value === ''));
  assert.equal(await page.locator('.search li').count(), 0);

  await page.keyboard.type('how far a total can be trusted');
  await page.locator('.search li').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/docs\/model-text\.html#how-far-a-total-can-be-trusted$/);
});

test('the search says that nothing is found, and that it could not be loaded', async () => {
  const page = await open('docs/', { complains: /404/ });
  const field = page.locator('.search input');
  const says = (text) => page.waitForFunction((wanted) => document.querySelector('.search [role=status]').textContent.startsWith(wanted), text);
  await page.route('**/search-en.json', (route) => route.fulfill({ status: 404 }));
  await field.fill('attention');
  await says('The search could not be loaded');
  await page.unroute('**/search-en.json');
  await field.fill('attention layer');
  await says('');
  await page.locator('.search li').first().waitFor();
  await field.fill('qqqqzzzz');
  await says('Nothing found');
});

test('in Chinese the search finds Chinese, and marks what is in English', async () => {
  const page = await open('docs/zh/');
  await page.locator('.search input').fill('参数');
  await page.locator('.search li').first().waitFor();
  assert.equal(await page.locator('.search a[hreflang=en]').first().count(), 0);
  assert.ok(await page.locator('.search mark').count() > 0);
  await page.locator('.search input').fill('GGUF header');
  await page.locator('.search a[hreflang=en]').first().waitFor();
  assert.match(await page.locator('.search a[hreflang=en] strong').first().textContent(), /（英文）$/);
});

test('what is typed is shown as text', async () => {
  const page = await open('docs/');
  await page.locator('.search input').fill('<img src=x onerror=alert(1)>');
  await page.waitForFunction(() => document.querySelector('.search [role=status]').textContent);
  assert.equal(await page.locator('.search img').count(), 0);
});

test('tables and code that are wider than a phone scroll by keyboard', async () => {
  const page = await open('docs/reading-a-number.html', phone);
  const wide = page.locator('pre[tabindex="0"]').first();
  await wide.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.activeElement.scrollLeft > 0);
});

test('on paper a document is its text alone, as wide as the paper', async () => {
  const page = await open('docs/memory.html', { viewport: { width: 720, height: 1000 } });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const part of ['.bar', '.side', '.contents', '.anchor']) assert.equal(await page.locator(part).first().isVisible(), false, part);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
  assert.ok(await page.evaluate(() => [...document.querySelectorAll('pre')].every((code) => code.scrollWidth <= code.clientWidth)));
});

test('without scripts the pages are there', async () => {
  const page = await open('docs/zh/model-text.html', { javaScriptEnabled: false });
  assert.equal(await page.locator('h1').textContent(), '模型文本');
  assert.ok(await page.locator('.side a').count() > 1);
});

for (const [locale, help, documents, address] of [
  ['en', 'Help', 'Documents', /docs\/index\.html$/],
  ['zh-CN', '帮助', '文档', /docs\/zh\/index\.html$/],
]) {
  test(`the calculator's help leads to the documents, ${locale}`, async () => {
    const page = await openPage({ viewport: { width: 1440, height: 900 }, locale });
    await click(button(page, help));
    const opened = page.waitForEvent('popup');
    await click(page.getByRole('menuitem', { name: documents, exact: true }));
    assert.match((await opened).url(), address);
  });
}
