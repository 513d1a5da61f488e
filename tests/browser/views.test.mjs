// axe-core finds nothing wrong with the mirror in any view, picture and menu of the page.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { violations, withoutContrast } from './axe.mjs';
import { button, click, openPage, settle, until, widget } from './support.mjs';

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
  await tryEach(page, 'radio', pictures);
  await tryEach(page, 'radio', ['Exact', 'Percent', 'Short', 'MACs', 'FLOPs']);
  await tryEach(page, 'tab', ['Conventions']);
  await tryEach(page, 'radio', ['Training', 'torchinfo', 'Decode']);
  await tryEach(page, 'tab', ['Memory']);
  await tryEach(page, 'radio', memory);
  for (const menu of ['Share', 'Columns']) {
    await click(button(page, menu));
    await until(() => page.getByRole('menu').count(), 1);
    await hasNoViolation(page, menu);
    await page.keyboard.press('Escape');
    await until(() => page.getByRole('menu').count(), 0);
  }
});

test('axe-core finds nothing wrong with any view, on a phone', async () => {
  const page = await opened(phone);
  await tryEach(page, 'tab', ['Picture']);
  for (const name of pictures) {
    await click(page.getByRole('button', { name: /^Picture: / }));
    await hasNoViolation(page, `the menu with ${name}`);
    await click(widget(page, 'menuitemcheckbox', name));
    await hasNoViolation(page, name);
  }
  await tryEach(page, 'tab', ['Values', 'Text', 'Formula', 'Conventions', 'Memory']);
  await tryEach(page, 'radio', ['QLoRA', 'Full']);
});
