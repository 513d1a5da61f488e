// The search: models that are shipped, well known or were open before, and commands.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, paste, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 1400 } };
const dialog = (page) => widget(page, 'dialog', 'Search');
const options = (page) => dialog(page).getByRole('option');
const isOpen = (page, count) => until(() => dialog(page).count(), count);
const first = (page) => options(page).nth(0).textContent();

async function search(page, words, key = 'ControlOrMeta+k') {
  await page.keyboard.press(key);
  await isOpen(page, 1);
  await page.keyboard.type(words);
}

for (const key of ['ControlOrMeta+k', '/']) {
  test(`opens by ${key}, moves by arrows, takes by Enter`, async () => {
    const page = await openPage(wide);
    await search(page, 'resnet', key);
    await until(() => first(page), 'ResNet-50');
    assert.equal(await options(page).nth(0).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('ArrowDown');
    assert.equal(await options(page).nth(0).getAttribute('aria-selected'), 'false');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await stateWhere(page, ({ source }) => source === 'ResNet-50');
    await isOpen(page, 0);
  });
}

test('a shipped model has its total', async () => {
  const page = await openPage(wide);
  await search(page, 'gpt-2 small');
  await until(() => options(page).nth(0).getAttribute('aria-description'), '124 M');
});

test('a well-known model is opened by a part of its name', async () => {
  const page = await openPage(wide);
  await search(page, 'qwen3 32');
  await until(() => first(page), 'Qwen/Qwen3-32B');
  await page.keyboard.press('Enter');
  const shown = await stateWhere(page, ({ parameters }) => parameters === '32762123264');
  assert.equal(shown.source, 'Qwen/Qwen3-32B');
});

test('every well-known name is listed, below the shipped models and the commands', async () => {
  const page = await openPage(wide);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowUp');
  assert.equal(await first(page), 'LLaMA-2 7B');
  for (let i = 0; i < 400; ++i) await page.keyboard.press('ArrowDown');
  const last = options(page).nth(await options(page).count() - 1);
  assert.equal(await last.getAttribute('aria-selected'), 'true');
});

test('a model that was open before is opened as it was left', async () => {
  const page = await openPage(wide);
  await paste(page, 'd = 8\nSequential(\n  (fc): Linear(d, 4)\n)\n');
  await stateWhere(page, ({ parameters }) => parameters === '36');
  await paste(page, 'Linear(3, 4)');
  await stateWhere(page, ({ parameters }) => parameters === '16');
  await page.keyboard.press('/');
  await until(() => first(page), 'Pasted model');
  assert.equal(await options(page).nth(0).getAttribute('aria-description'), '36');
  await page.keyboard.press('Enter');
  await stateWhere(page, ({ parameters }) => parameters === '36');
});

const commands = {
  'compare with': (page) => widget(page, 'dialog', 'Compare').waitFor({ state: 'attached' }),
  'export': (page) => widget(page, 'dialog', 'Export').waitFor({ state: 'attached' }),
  'keys': (page) => widget(page, 'dialog', 'Keys').waitFor({ state: 'attached' }),
  'will it run': (page) => until(() => widget(page, 'tab', 'Will it run').getAttribute('aria-selected'), 'true'),
  'open file': (page) => until(() => page.host.pickers.length, 1),
  'latex': (page) => until(() => page.host.copied[0].includes('\\left('), true),
  'copy link': (page) => until(() => page.host.shared[0], 'link'),
  '中文': (page) => widget(page, 'button', '帮助').waitFor({ state: 'attached' }),
  'source code': (page) => until(() => page.host.links[0], 'https://example.org/source'),
};
for (const [words, isDone] of Object.entries(commands)) {
  test(`a command runs: ${words}`, async () => {
    const page = await openPage(wide);
    await search(page, '');
    await page.type(words);
    await page.keyboard.press('Enter');
    await isOpen(page, 0);
    await isDone(page);
  });
}

test('what is found nowhere filters the modules, and a name is looked for on the network', async () => {
  const page = await openPage(wide);
  await search(page, 'q_proj');
  await until(() => first(page), 'Filter the modules: q_proj');
  await page.keyboard.press('Enter');
  await page.getByText(/of 19 modules match/).waitFor({ state: 'attached' });
  await search(page, 'someone/his-model');
  await until(() => first(page), 'Look for someone/his-model on the network');
  await page.keyboard.press('Enter');
  await until(() => page.host.links.at(-1), 'offer:someone/his-model');
});

test('Escape closes it, on a phone a button; a field of the page keeps its slash', async () => {
  const page = await openPage(wide);
  await search(page, '');
  await page.keyboard.press('Escape');
  await isOpen(page, 0);
  await click(widget(page, 'textbox', 'Input shape'));
  await page.keyboard.press('/');
  assert.equal(await dialog(page).count(), 0);
  const phone = await openPage({ viewport: { width: 390, height: 844 } });
  await search(phone, '');
  await click(dialog(phone).getByRole('button', { name: 'Close' }));
  await isOpen(phone, 0);
});

test('the model’s name opens it, on a phone too, in a window of any size', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } });
  await click(button(page, 'LLaMA-2 7B'));
  await isOpen(page, 1);
  for (const width of [320, 120, 60, 20, 390]) {
    await page.setViewportSize({ width, height: 600 });
    await page.rest();
  }
  await isOpen(page, 1);
});
