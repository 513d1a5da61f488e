// Make adjustable: a print gets hyper-parameters, or a reason why not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, paste, settle, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 900 } };
const print = 'Sequential(\n  (0): Linear(in_features=8, out_features=32, bias=True)\n  (1): Linear(in_features=32, out_features=3, bias=True)\n)';

const textOf = (page) => widget(page, 'textbox', 'Model text').inputValue();
const makeAdjustable = (page) => click(button(page, 'Make adjustable'));
const isAdjustable = (page) => until(() => widget(page, 'slider', 'hidden').count(), 1);

/** Opens a page with the print. */
async function opened(options = {}) {
  const page = await openPage({ ...wide, ...options });
  await paste(page, print);
  await stateWhere(page, ({ parameters }) => parameters === '387');
  return page;
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
  await click(widget(page, 'radio', 'Curve'));
  await settle(page);
  await click(button(page, 'Make adjustable').last());
  await until(() => widget(page, 'slider', 'batch').count(), 1);
  await page.getByRole('img', { name: /^Curve/ }).waitFor({ state: 'attached' });
  assert.match(await textOf(page), /^input = \(batch, in_features\)$/m);
});

test('writes its comments in the language of the page', async () => {
  const page = await opened({ locale: 'zh-CN' });
  await click(button(page, '转为可调'));
  await isAdjustable(page);
  assert.match(await widget(page, 'textbox', '模型文本').inputValue(), /^in_features = 8 +# 输入的特征数/m);
});
