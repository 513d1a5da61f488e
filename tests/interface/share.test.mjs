// The Share menu: what it offers, and what it says of a link that is long.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { button, click, edit, openPage, paste, row, stateWhere } from './support.mjs';

const wide = { viewport: { width: 1440, height: 1400 } };
const advice = /makes a long link|too long for a link/;

test('tells how long a link is, and what to do about a long one', async () => {
  const page = await openPage(wide);
  await click(button(page, 'Share'));
  assert.equal(await page.getByText(advice).count(), 0);
  await page.keyboard.press('Escape');
  const lines = Array.from({ length: 3000 }, (_, i) => `  (${i}): Linear(${(i * 7919) % 1000 + 1}, ${(i * 104729) % 1000 + 1})`);
  await paste(page, `Sequential(\n${lines.join('\n')}\n)\n`);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await click(button(page, 'Share'));
  await page.getByText(advice).waitFor({ state: 'attached' });
});

for (const [name, options] of Object.entries({
  'wide-dark-2x': { ...wide, deviceScaleFactor: 2, colorScheme: 'dark' },
  'phone': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
})) {
  test(`the Share menu fits the window: ${name}`, async () => {
    const page = await openPage({ ...options, state: [['text', 'x'.repeat(20)]] });
      await click(button(page, 'Share'));
    const { width, height } = page.viewportSize();
    const entries = page.getByRole('menuitem');
    const count = await entries.count();
    assert.equal(count, 6);
    for (let i = 0; i < count; ++i) {
      const box = await entries.nth(i).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, await entries.nth(i).textContent());
    }
  });
}

test('no two entries of the Share menu have one name, and each is a whole phrase', async () => {
  const page = await openPage(wide);
  await click(button(page, 'Share'));
  const names = await page.getByRole('menuitem').evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? item.textContent));
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(names.filter((name) => name.split(' ').length < 2), []);
});

test('each entry of the Share menu shares the state in its way', async () => {
  const page = await openPage(wide);
  const entries = page.getByRole('menuitem');
  for (const [i, way] of ['link', 'element', 'frame', 'offline'].entries()) {
    await click(button(page, 'Share'));
    await click(entries.nth(i));
    assert.equal(page.host.shared.at(-1), way);
  }
});

test('the state that a link carries has everything that was chosen, and brings it back', async () => {
  const page = await openPage(wide);
  await paste(page, 'd = 8\nSequential(\n  (fc): Linear(d, 4)\n  (inner): Sequential(\n    (0): Linear(4, 4)\n  )\n)\n');
  await edit(page, 'd');
  await page.keyboard.type('16');
  await page.keyboard.press('Enter');
  await edit(page, 'Input shape');
  await page.keyboard.type('2,16');
  await page.keyboard.press('Enter');
  await click(row(page, 'inner'));
  await page.keyboard.press('ArrowLeft');
  const shown = await stateWhere(page, ({ selected, rows, macs }) => selected === 'inner' && rows === 3 && macs !== null);
  await page.pass(1);  // the address follows after a pause
  const fields = Object.fromEntries(page.host.state);
  assert.deepEqual([fields['set:d'], fields.input, fields.selection, fields['open:inner']], ['16', '2,16', 'inner', '0']);
  const other = await openPage({ ...wide, state: page.host.state });
  assert.deepEqual(other.state, shown);
});

test('only another model is a new entry of the history', async () => {
  const page = await openPage(wide);
  const opened = () => page.host.changes.filter((change) => change === 'opened').length;
  await click(row(page, 'model'));
  await click(row(page, 'embed_tokens'));
  assert.equal(opened(), 0);
  await paste(page, 'Linear(3, 4)');
  assert.equal(opened(), 1);
});
