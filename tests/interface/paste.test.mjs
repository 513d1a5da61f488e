// The Paste button and pasted names.
import assert from 'node:assert/strict';

import { textFormats } from '../../web/open/text_formats.js';
import { test } from '../support/shuffled.mjs';
import { button, click, edit, openPage, paste, stateWhere, until, widget } from './support.mjs';

const is = (parameters) => (state) => state.parameters === parameters;

test('Paste opens what is on the clipboard', async () => {
  const page = await openPage();
  page.host.clipboard.text = 'Linear(30, 10)';
  await click(button(page, 'Paste'));
  await stateWhere(page, is('310'));
});

test('a print is read without the readers, and may be read in the ways that they would offer', async () => {
  const print = 'Net(\n  (fc): Linear(in_features=30, out_features=10, bias=True)\n)';
  const page = await openPage();
  await paste(page, print);
  await stateWhere(page, is('310'));
  const { answers } = await page.program.ask({ do: 'open', files: [['', print]], format: '', build: '', input: '', isMain: false });
  assert.equal(answers.text, undefined, 'the readers give it back as it is');
  assert.deepEqual(answers.formats.split('\n'), textFormats);
  assert.equal(page.host.opening.last.source, answers.source);
});

test('the name of a shipped model opens it', async () => {
  const page = await openPage();
  await paste(page, 'resnet50');
  const shown = await stateWhere(page, is('25557032'));
  assert.equal(shown.source, 'ResNet-50');
  await paste(page, 'resnet51');
  await page.getByText('resnet51 is only a name').first().waitFor({ state: 'attached' });
});

const wide = { viewport: { width: 1440, height: 900 } };

for (const [name, title, parameters] of [['Qwen3-32B', 'Qwen/Qwen3-32B', '32762123264'], ['bert-base-uncased', 'google-bert/bert-base-uncased', '109514298']]) {
  test(`the name of a well-known model opens it: ${name}`, async () => {
    const page = await openPage();
    await paste(page, name);
    const shown = await stateWhere(page, is(parameters));
    assert.equal(shown.source, title);
    await paste(page, 'Linear(30, 10)');
    await stateWhere(page, is('310'));
    await paste(page, name);
    await stateWhere(page, is(parameters));
  });
}

test('a name written into the editor opens its model after a pause; another word stays', async () => {
  for (const [name, title] of [['resnet50', 'ResNet-50'], ['qwen3-32b', 'Qwen/Qwen3-32B']]) {
    const page = await openPage(wide);
    await edit(page, 'Model text');
    await page.keyboard.type(name);
    await stateWhere(page, ({ source }) => source === title);
  }
  const page = await openPage(wide);
  await edit(page, 'Model text');
  await page.keyboard.type('resnet51');
  await page.pass(3);
  assert.equal(await widget(page, 'textbox', 'Model text').inputValue(), 'resnet51');
});

test('a name is compared, too', async () => {
  const page = await openPage(wide);
  await click(button(page, 'Compare'));
  await click(widget(page, 'dialog', 'Compare').getByRole('button', { name: 'Paste a model as B' }));
  page.host.clipboard.text = 'Qwen3-32B';
  await paste(page, 'Qwen3-32B');
  await page.getByRole('button', { name: 'Compare with: Qwen/Qwen3-32B' }).waitFor({ state: 'attached' });
});

test('what is no model is said to be none', async () => {
  const page = await openPage(wide);
  await page.drop(['photo.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13)]);
  await until(() => page.getByText(/^photo\.png is not a model/).count(), 1);
});

test('a model of code is called by its class', async () => {
  const code = 'import torch.nn as nn\n\n\nclass UNet(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(8, 4)\n\n    def forward(self, x):\n        return self.a(x)\n\n\nmodel = UNet()\n';
  const page = await openPage(wide);
  await paste(page, code);
  await stateWhere(page, is('36'));
  await click(button(page, 'Share'));
  await click(page.getByRole('menuitem', { name: 'Export as…' }));
  await page.getByText('UNet: the calculation').first().waitFor({ state: 'attached' });
});
