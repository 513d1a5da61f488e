// The row that a first visitor sees: a shipped model, a config and source code to try, until a model is opened or the row closed.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { click, openPage, stateWhere, until, widget } from './support.mjs';

const bar = (page) => widget(page, 'toolbar', 'Try one of these, or bring your own:');

const samples = {
  'ResNet-50': '25557032',
  'config.json': '494032768',
  'model.py': String(1 * 32 * 9 + 32 + 32 * 64 * 9 + 64 + 64 * 49 * 10 + 10),
};

for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
  test(`each sample is counted, at ${viewport.width} px`, async () => {
    for (const [name, parameters] of Object.entries(samples)) {
      const page = await openPage({ viewport });
      await click(bar(page).getByRole('button', { name }));
      await stateWhere(page, (state) => state.parameters === parameters && !state.stale);
      await until(() => bar(page).count(), 0);
    }
  });
}

test('a closed row stays closed', async () => {
  const page = await openPage();
  await click(bar(page).getByRole('button', { name: 'Hide these examples' }));
  await until(() => bar(page).count(), 0);
  await page.reload();
  assert.equal(await bar(page).count(), 0);
});

test('a link to a model has no row', async () => {
  const page = await openPage({ state: [['preset', 'resnet-50']] });
  assert.equal(await bar(page).count(), 0);
});
