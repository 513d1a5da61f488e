// The Paste button: the clipboard's text as a model, or a field to paste it into.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { button, click, openPage, paste, stateWhere } from './support.mjs';

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
const is = (parameters) => (state) => state.parameters === parameters;

test('Paste opens what is on the clipboard', async () => {
  const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.evaluate(() => navigator.clipboard.writeText('Linear(30, 10)'));
  await click(button(page, 'Paste'));
  await stateWhere(page, is('310'));
  await page.context().close();
});

test('the name of a shipped model opens it', async () => {
  const page = await openPage();
  await paste(page, 'resnet50');
  const shown = await stateWhere(page, is('25557032'));
  assert.equal(shown.source, 'ResNet-50');
  await paste(page, 'resnet51');
  await page.getByText('resnet51 is only a name').first().waitFor({ state: 'attached' });
});

test('where the clipboard may not be read, a field asks for the text, on a phone too', async () => {
  const page = await openPage(phone);
  await click(button(page, 'Paste'));
  const field = page.getByRole('textbox', { name: /^Paste your model here/ });
  await field.fill('Linear(20, 10)');
  await page.getByRole('button', { name: 'Count it' }).click();
  await stateWhere(page, is('210'));
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('Escape closes the field and leaves the model as it is', async () => {
  const page = await openPage();
  const before = await stateWhere(page, ({ parameters }) => parameters !== undefined);
  await click(button(page, 'Paste'));
  const field = page.getByRole('textbox', { name: /^Paste your model here/ });
  await field.focus();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await stateWhere(page, is(before.parameters));
  await click(button(page, 'Paste'));
  await field.focus();
  await page.evaluate(() => document.execCommand('insertText', false, 'Linear(40, 10)'));
  await page.getByRole('button', { name: 'Count it' }).click();
  await stateWhere(page, is('410'));
  await page.context().close();
});
