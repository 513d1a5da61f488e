// axe-core finds nothing wrong with the mirror in any view, picture and menu of the page.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { violations, withoutContrast } from './axe.mjs';
import { button, click, edit, openPage, paste, settle, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function opened(options) {
  const page = await openPage(options);
  await settle(page);
  return page;
}

/** Fails with what axe-core finds wrong in a view. Its colours are the canvas's, of which axe-core knows nothing. */
async function hasNoViolation(page, view) {
  await settle(page);
  assert.deepEqual(await violations(page, withoutContrast), [], view);
}

/** Goes through the choices of a group; a new name after a click means that the page follows. */
async function tryEach(page, role, names) {
  for (const name of names) {
    const choice = widget(page, role, name).first();
    await click(choice);
    await until(() => choice.evaluate((chosen) => chosen.ariaChecked ?? chosen.ariaSelected), 'true');
    await hasNoViolation(page, name);
  }
}

const pictures = ['Layers', 'Blocks', 'Treemap', 'Icicle', 'Curve', 'Families', 'Roofline'];
const memory = ['QLoRA', 'T4'];

test('axe-core finds nothing wrong with any view', async () => {
  const page = await opened(wide);
  await tryEach(page, 'radio', ['Exact', 'Percent', 'Short', 'MACs', 'FLOPs']);
  await tryEach(page, 'tab', ['Values', 'Text', 'Conventions']);
  await tryEach(page, 'radio', ['Training', 'Decode']);
  await tryEach(page, 'tab', ['Will it run']);
  await tryEach(page, 'radio', memory);
  for (const menu of ['Share', 'Help', 'Columns']) {
    await click(button(page, menu));
    await until(() => page.getByRole('menu').count(), 1);
    await hasNoViolation(page, menu);
    await page.keyboard.press('Escape');
    await until(() => page.getByRole('menu').count(), 0);
  }
  await click(button(page, 'Pictures'));
  await tryEach(page, 'radio', pictures);
});

test('axe-core finds nothing wrong with any view, on a phone', async () => {
  const page = await opened(phone);
  await tryEach(page, 'tab', ['Modules', 'Formula', 'Conventions', 'Text', 'Values', 'Run']);
  await tryEach(page, 'radio', ['QLoRA', 'Full']);
  await tryEach(page, 'tab', ['Answer']);
  await click(button(page, 'Pictures'));
  for (const name of pictures) {
    await click(page.getByRole('button', { name: /^Picture: / }));
    await hasNoViolation(page, `the menu with ${name}`);
    await click(widget(page, 'menuitemcheckbox', name));
    await hasNoViolation(page, name);
  }
});

for (const [zoom, viewport] of Object.entries({ '200 %': { width: 720, height: 450 }, '400 %': { width: 360, height: 225 } })) {
  test(`axe-core finds nothing wrong with any tab of a laptop's window at ${zoom}`, async () => {
    const page = await opened({ viewport });
    await tryEach(page, 'tab', ['Modules', 'Formula', 'Conventions', 'Text', 'Values', 'Run', 'Answer']);
    await click(button(page, 'Pictures'));
    await hasNoViolation(page, 'pictures');
  });
}

const misspelt = `import torch.nn as nn

class Net(nn.Module):
    def __init__(self, n_classes=4, width=8):
        super().__init__()
        self.fc = nn.Linear(width, width)
        self.head = nn.Linear(width, n_clases)
`;

test('axe-core finds nothing wrong with a text that has problems, with none, and with a name being searched', async () => {
  const page = await opened(wide);
  await paste(page, misspelt);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await until(() => button(page, 'Write n_classes').count(), 1);
  await hasNoViolation(page, 'a problem with a quick fix');
  await edit(page, 'Code');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await hasNoViolation(page, 'no text');
  await page.keyboard.press('Control+k');
  await until(() => page.getByRole('dialog').count(), 1);
  await page.keyboard.type('qwen');
  await until(() => page.getByRole('option', { name: /Qwen/ }).first().count(), 1);
  await hasNoViolation(page, 'search');
});

test('axe-core finds nothing wrong with a comparison, in words and in rows', async () => {
  const page = await opened(wide);
  await click(button(page, 'Compare'));
  await until(() => page.getByRole('dialog').count(), 1);
  await click(page.getByRole('dialog').getByRole('button', { name: 'ResNet-50', exact: true }));
  await until(() => page.getByRole('button', { name: 'Compare with: ResNet-50' }).count(), 1);
  await hasNoViolation(page, 'two models');
  await click(page.getByRole('radio', { name: 'Modules' }).last());
  await hasNoViolation(page, 'their modules');
});
