// Compare: two settings of one model, and two models.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { click, openPage, paste, settle, stateWhere } from './support.mjs';

const model = 'd = 64   # width\nNet(\n  (fc): Linear(d, d, bias=False)\n  (head): Linear(10, 10)\n)';

async function opened() {
  const page = await openPage({ viewport: { width: 1400, height: 900 } });
  await paste(page, model);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await settle(page);
  await click(page.getByRole('button', { name: 'Compare', exact: true }));
  await settle(page);
  return page;
}

test('a model is equal to itself; another setting shows what it changes', async () => {
  const page = await opened();
  await page.getByText('The two are equal.').waitFor({ state: 'attached' });
  await page.getByRole('textbox', { name: 'd, B' }).fill('128');
  await settle(page);
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  await dialog.getByText('16,384').first().waitFor({ state: 'attached' });
  await dialog.getByText('4.00 ×').waitFor({ state: 'attached' });
  assert.equal(await dialog.getByText('+12,288').count(), 3);  // totals, the root, the layer
  assert.equal(await dialog.getByText('head  Linear').count(), 0);
  await click(page.getByRole('checkbox', { name: 'Only differences' }));
  await settle(page);
  assert.equal(await dialog.getByText('head  Linear').count(), 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a shipped model stands beside the present one', async () => {
  const page = await opened();
  await click(page.getByRole('button', { name: /^Compare with: / }));
  await settle(page);
  await click(page.getByRole('menuitemcheckbox', { name: 'ResNet-50' }));
  await settle(page);
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  await dialog.getByText('25,557,032').first().waitFor({ state: 'attached' });
  await click(page.getByRole('button', { name: /^Compare with: / }));
  await settle(page);
  await click(page.getByRole('menuitem', { name: 'Keep the present model as B' }));
  await settle(page);
  await page.getByText('The two are equal.').waitFor({ state: 'attached' });
  await page.context().close();
});
