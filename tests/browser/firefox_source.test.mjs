// An article's code in Firefox, as a reader uses it: paste, change an argument, click a row, follow an error.
import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';

import { test } from '../support/shuffled.mjs';
import { open, paste, resize, skip } from './firefox_browser.mjs';
import { pageUrl, until } from './support.mjs';

const article = new URL('../golden/source/articles/gpt2.py', import.meta.url);
const width = 1440;
const height = 900;

const state = (page) => page.evaluate(() => window.paramscope.state);
const parameters = async (page) => (await state(page)).parameters;

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

test('Firefox: paste an article\'s code, change an argument, click a row, follow an error', { skip }, async () => {
  const page = await open(await pageUrl());
  await resize(page, { width, height });
  await page.waitForSelector('html[data-paramscope=ready]');
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
  const { x, y } = await centre(page, 'textbox', 'Code');
  await page.mouse.move(x, y);
  await page.mouse.wheel({ deltaY: -20000 });
  await settle(page);
  const clip = { x: x - 100, y: y - 100, width: 200, height: 200 };
  const top = await page.screenshot({ clip });
  await click(page, 'text', 'GPT2() cannot be built');
  await until(async () => Buffer.compare(top, await page.screenshot({ clip })) === 0, false);
  assert.deepEqual(page.problems, []);
  await page.close();
});
