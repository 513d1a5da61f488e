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
