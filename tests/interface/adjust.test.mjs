// Add sliders: a print gets hyper-parameters, or a reason why not. A worker looks for sizes; it can be stopped, and what it finds too
// late is dropped.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { message } from '../../web/languages/messages.js';
import { test } from '../support/shuffled.mjs';
import { button, click, edit, openPage, paste, row, settle, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 1400 } };
const print = 'Sequential(\n  (0): Linear(in_features=8, out_features=32, bias=True)\n  (1): Linear(in_features=32, out_features=3, bias=True)\n)';

const bar = (page) => widget(page, 'region', 'Adding sliders');
const textOf = (page) => widget(page, 'textbox', 'Model text').inputValue();
const makeAdjustable = (page) => click(button(page, 'Add sliders'));
const isAdjustable = (page) => until(() => widget(page, 'slider', 'hidden').count(), 1);

/** Opens a page with the print. */
async function opened(options = {}) {
  const page = await openPage({ ...wide, ...options });
  await paste(page, print);
  await stateWhere(page, ({ parameters }) => parameters === '387');
  return page;
}

/** Asks for hyper-parameters, which are held, and waits until the page says so. */
async function askHeld(page) {
  page.host.workers.holds = true;
  await makeAdjustable(page);
  await stateWhere(page, ({ adjusting }) => adjusting);
  await until(() => page.host.workers.held.length, 1);
  await bar(page).waitFor({ state: 'attached' });
}

test('says why a text stays as it is', async () => {
  const page = await opened();
  await paste(page, 'ReLU()');
  await stateWhere(page, ({ parameters }) => parameters === '0');
  await makeAdjustable(page);
  await page.getByText('no size is certain to be free').first().waitFor({ state: 'attached' });
  await until(() => page.getByRole('status').filter({ hasText: 'certain to be free' }).count(), 1);
  assert.equal((await textOf(page)).trim(), 'ReLU()');
});

test('knows the rules of blocks: the flow through them names the channels of the input', async () => {
  const models = JSON.parse(readFileSync(new URL('../golden/adjustable.json', import.meta.url), 'utf8'));
  const page = await opened();
  await paste(page, models.find(({ text }) => text.includes('CNBlock')).text);
  await stateWhere(page, ({ nodes }) => nodes > 3);
  await makeAdjustable(page);
  await until(() => widget(page, 'slider', 'in_channels').count(), 1);
});

test('the curve of a print has the button, and the batch gets a slider', async () => {
  const page = await opened();
  await click(button(page, 'Pictures'));
  await settle(page);
  await click(widget(page, 'radio', 'Curve'));
  await settle(page);
  await click(button(page, 'Add sliders').last());
  await until(() => widget(page, 'slider', 'batch').count(), 1);
  await page.getByRole('img', { name: /^Curve/ }).waitFor({ state: 'attached' });
  assert.match(await textOf(page), /^input = \(batch, in_features\)$/m);
});

test('writes its comments in the language of the page', async () => {
  const page = await opened({ locale: 'zh-CN' });
  await click(button(page, '添加滑块'));
  await isAdjustable(page);
  assert.match(await widget(page, 'textbox', '模型文本').inputValue(), /^in_features = 8 +# 输入的特征数/m);
});

test('looks in a worker while the page stays usable', async () => {
  const page = await opened({ workers: {} });
  await askHeld(page);
  assert.equal(await button(page, 'Add sliders').getAttribute('aria-disabled'), 'true');
  await click(row(page, '1'));
  await stateWhere(page, ({ selected, parameters, stale }) => selected === '1' && parameters === '387' && !stale);
  page.host.workers.release();
  await isAdjustable(page);
  await until(() => bar(page).count(), 0);
  assert.equal(page.host.workers.asked, 1);
});

for (const [how, stop] of [
  ['its button', (page) => click(bar(page).getByRole('button', { name: 'Stop' }))],
  ['Escape', (page) => page.keyboard.press('Escape')],
]) {
  test(`is stopped by ${how}, and begins again when asked`, async () => {
    const page = await opened({ workers: {} });
    await askHeld(page);
    await stop(page);
    await stateWhere(page, ({ adjusting }) => !adjusting);
    await until(() => bar(page).count(), 0);
    page.host.workers.release();
    await settle(page);
    assert.equal((await textOf(page)).trim(), print);
    await makeAdjustable(page);
    await isAdjustable(page);
  });
}

test('drops what it finds for an earlier text', async () => {
  const page = await opened({ workers: {} });
  await askHeld(page);
  await edit(page, 'Model text');
  await page.keyboard.type('Linear(3, 4)');
  await stateWhere(page, ({ parameters, adjusting }) => parameters === '16' && !adjusting);
  await until(() => bar(page).count(), 0);
  page.host.workers.release();
  await settle(page);
  assert.equal(await textOf(page), 'Linear(3, 4)');
});

test('explains a failure of the worker, and looks when asked again', async () => {
  const page = await opened({ workers: { answer: { problem: message('page.takes_too_long') } } });
  await makeAdjustable(page);
  await page.getByText('The sizes that belong together could not be looked for: it takes too long').waitFor();
  await stateWhere(page, ({ adjusting }) => !adjusting);
  assert.equal((await textOf(page)).trim(), print);
  page.host.workers.answer = undefined;
  await makeAdjustable(page);
  await isAdjustable(page);
});

test('looks in the page where there are no workers', async () => {
  const page = await opened({ workers: { areThere: false } });
  await makeAdjustable(page);
  await isAdjustable(page);
  assert.equal(page.host.workers.asked, 0);
});
