// The Paste button: the clipboard's text as a model, or a field to paste it into.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, stateWhere } from './support.mjs';

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
const is = (parameters) => (state) => state.parameters === parameters;

test('where the clipboard may not be read, a field asks for the text, on a phone too', async () => {
  const page = await openPage(phone);
  await click(button(page, 'Paste'));
  const field = page.getByRole('textbox', { name: /^Paste your model here/ });
  await field.fill('Linear(20, 10)');
  await page.getByRole('button', { name: 'Count it' }).click();
  await stateWhere(page, is('210'));
  assert.equal(await page.getByRole('dialog').count(), 0);
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
});
