// Compare: two settings of one model, and two models.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { click, openPage, paste, settle, stateWhere } from './support.mjs';

const model = 'd = 64   # width\nNet(\n  (fc): Linear(d, d, bias=False)\n  (head): Linear(10, 10)\n)';

async function opened() {
  const page = await openPage({ viewport: { width: 1400, height: 1400 } });
  await paste(page, model);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await settle(page);
  await click(page.getByRole('button', { name: 'Compare', exact: true }));
  await settle(page);
  return page;
}

/** Opens the comparison of the model with itself. */
async function openedWithItself() {
  const page = await opened();
  await click(page.getByRole('button', { name: /^Compare with: / }));
  await click(page.getByRole('menuitem', { name: 'This model with other numbers' }));
  await settle(page);
  return page;
}

test('a model with other numbers: what they change', async () => {
  const page = await openedWithItself();
  await page.getByText('Change a number of B to see what it changes.').waitFor({ state: 'attached' });
  await page.getByRole('textbox', { name: 'd, B' }).fill('128');
  await settle(page);
  await page.getByRole('option', { name: /^larger fc: 64 → 128: \+12[,.]/ }).waitFor({ state: 'attached' });
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  await dialog.getByText('3.92 × parameters').waitFor({ state: 'attached' });
  await click(page.getByRole('radio', { name: 'Modules' }).last());
  await settle(page);
  await dialog.getByText('16,384').first().waitFor({ state: 'attached' });
  await dialog.getByText('4.00 ×').waitFor({ state: 'attached' });
  assert.equal(await dialog.getByText('+12,288').count(), 2);  // the root, the layer
  assert.equal(await dialog.getByText('head  Linear').count(), 0);
  await click(page.getByRole('checkbox', { name: 'Only differences' }));
  await settle(page);
  assert.equal(await dialog.getByText('head  Linear').count(), 1);
});

test('the comparison begins with the last model of the visit, without one with a choice', async () => {
  const first = await openPage({ viewport: { width: 1400, height: 900 } });
  await settle(first);
  await click(first.getByRole('button', { name: 'Compare', exact: true }));
  await settle(first);
  await first.getByText(/^Compare LLaMA-2 7B with another model/).waitFor({ state: 'attached' });
  await click(first.getByRole('dialog').getByRole('button', { name: 'ResNet-50', exact: true }));
  await settle(first);
  await first.getByRole('button', { name: 'Compare with: ResNet-50' }).waitFor({ state: 'attached' });
  const second = await opened();
  await second.getByRole('button', { name: 'Compare with: LLaMA-2 7B' }).waitFor({ state: 'attached' });
  assert.equal(await second.getByText('The two count the same.').count(), 0);
});

test('rows tell where they are, and on demand all digits', async () => {
  const page = await openPage({ viewport: { width: 1400, height: 900 } });
  await settle(page);
  await click(page.getByRole('button', { name: 'Compare', exact: true }));
  await settle(page);
  await click(page.getByRole('dialog').getByRole('button', { name: 'LLaMA-3 8B', exact: true }));
  await settle(page);
  await page.getByRole('option', { name: /^larger gate_proj, up_proj, down_proj: .*: \+1\.31 B; 96 in model\.layers\.\*\.mlp/ }).waitFor({ state: 'attached' });
  await click(page.getByRole('checkbox', { name: 'Exact' }));
  await settle(page);
  await page.getByRole('option', { name: /: \+1\.31 B; \+1,308,622,848\s+3·F·H·L/ }).waitFor({ state: 'attached' });
  await page.getByRole('dialog').getByText('8,030,261,248 parameters').waitFor({ state: 'attached' });
});

test('on a phone the rows of the waterfall are read by scrolling the dialog, settings are folded', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } });
  await settle(page);
  await click(page.getByRole('button', { name: 'More', exact: true }));
  await click(page.getByRole('menuitem', { name: 'Compare', exact: true }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'LLaMA-3 8B', exact: true }));
  await settle(page);
  const rows = page.getByRole('listbox', { name: 'Why' }).getByRole('option');
  await rows.first().waitFor({ state: 'attached' });
  const height = 844;
  const seen = (await rows.evaluateAll((options) => options.map((option) => option.getBoundingClientRect().bottom)))
    .filter((bottom) => bottom <= height);
  assert.ok(seen.length >= 3, `${seen.length} rows are seen at once`);
  const settings = page.getByRole('button', { name: /^Hyper-parameters/ });
  assert.equal(await settings.getAttribute('aria-expanded'), 'false');
  assert.equal(await page.getByRole('textbox', { name: 'V, B' }).count(), 0);
  await click(settings);
  await page.getByRole('textbox', { name: /, B$/ }).first().waitFor({ state: 'attached' });
  assert.equal(await settings.getAttribute('aria-expanded'), 'true');
});

test('a shipped model stands beside the present one', async () => {
  const page = await opened();
  await click(page.getByRole('button', { name: /^Compare with: / }));
  await settle(page);
  await click(page.getByRole('menuitemcheckbox', { name: 'ResNet-50' }));
  await settle(page);
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  await dialog.getByText('25.6 M parameters').first().waitFor({ state: 'attached' });
});

const small = 'Net(\n  (fc): Linear(4, 4, bias=False)\n)';
const large = 'Net(\n  (fc): Linear(4, 6, bias=False)\n)';

test('two models that are dropped together are compared, three are refused', async () => {
  const page = await openPage({ viewport: { width: 1400, height: 1400 } });
  await settle(page);
  await page.drop(['small.txt', small], ['large.txt', large]);
  await page.getByRole('option', { name: /^larger fc: 4 → 6: \+8/ }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Compare with: large.txt' }).waitFor({ state: 'attached' });
  await stateWhere(page, ({ source }) => source === 'small.txt');
  const other = await openPage({ viewport: { width: 1400, height: 1400 } });
  await settle(other);
  await other.drop(['a.txt', small], ['b.txt', large], ['c.txt', small]);
  await other.getByText(/These are 3 models, but only two can be compared/).first().waitFor({ state: 'attached' });
});

test('a model that is dropped on an open comparison becomes B; tensors are compared, too', async () => {
  const page = await opened();
  await page.drop(['large.txt', 'fc.weight torch.Size([64, 32])\nhead.weight torch.Size([10, 10])\nhead.bias torch.Size([10])']);
  await page.getByRole('button', { name: 'Compare with: large.txt' }).waitFor({ state: 'attached' });
  await click(page.getByRole('radio', { name: 'Tensors' }).last());
  await settle(page);
  await page.getByText('2 tensors are the same, 1 differ').waitFor({ state: 'attached' });
  await page.getByText('fc.weight: (64, 64) → (64, 32)').waitFor({ state: 'attached' });
});

test('a model is compared with itself before its slider moved', async () => {
  const page = await openPage({ viewport: { width: 1400, height: 1400 } });
  await paste(page, model);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  const slider = page.getByRole('slider', { name: /^d\b/ }).first();
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await settle(page);
  await click(page.getByRole('button', { name: 'Compare with before' }));
  await settle(page);
  await page.getByRole('option', { name: /^Before: / }).waitFor({ state: 'attached' });
  await page.getByRole('option', { name: /^larger fc: 64 → / }).waitFor({ state: 'attached' });
});

test('what cannot be read is no model to compare with, whatever was compared before', async () => {
  const page = await opened();
  await page.drop(['large.txt', large]);
  await click(page.getByRole('radio', { name: 'Modules' }).last());
  await page.drop(['broken.txt', 'Net(\n  (fc): Linear(4,\n']);
  await page.getByRole('button', { name: /^Compare with: / }).waitFor({ state: 'attached' });
  await page.drop(['small.txt', small]);
  await page.getByRole('button', { name: 'Compare with: small.txt' }).waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('dialog').getByText('16').count() > 0, true);
});
