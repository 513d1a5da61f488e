// The Paste button and pasted names.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, paste, stateWhere } from './support.mjs';

const is = (parameters) => (state) => state.parameters === parameters;

test('Paste opens what is on the clipboard', async () => {
  const page = await openPage();
  page.host.clipboard.text = 'Linear(30, 10)';
  await click(button(page, 'Paste'));
  await stateWhere(page, is('310'));
});

test('the name of a shipped model opens it', async () => {
  const page = await openPage();
  await paste(page, 'resnet50');
  const shown = await stateWhere(page, is('25557032'));
  assert.equal(shown.source, 'ResNet-50');
  await paste(page, 'resnet51');
  await page.getByText('resnet51 is only a name').first().waitFor({ state: 'attached' });
});
