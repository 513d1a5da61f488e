// axe-core finds nothing wrong with the mirror in any view, picture and menu of the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { test } from '../support/shuffled.mjs';
import { button, click, framesLater, openPage, settle, until, widget } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const wide = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function opened(options) {
  const page = await openPage(options);
  await settle(page);
  return page;
}

/** Fails with what axe-core finds wrong in a view, in each colour scheme. */
async function hasNoViolation(page, view, colorSchemes = ['light']) {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await framesLater(page);
    await settle(page);
    const found = await page.evaluate(() => window.axe.run());
    const faults = found.violations.map(({ id, nodes }) => `${view}, ${colorScheme}: ${id}: ${nodes[0].html.slice(0, 200)}`);
    assert.deepEqual(faults, []);
  }
}

/** Goes through the choices of a group; a new name after a click means that the page follows. */
async function tryEach(page, role, names, colorSchemes) {
  for (const name of names) {
    const choice = widget(page, role, name).first();
    await click(choice);
    await until(() => choice.evaluate((chosen) => chosen.ariaChecked ?? chosen.ariaSelected), 'true');
    await hasNoViolation(page, name, colorSchemes);
  }
}

const pictures = ['Layers', 'Blocks', 'Treemap', 'Icicle', 'Curve', 'Families', 'Roofline'];
const memory = ['float16', 'H100'];
const both = ['dark', 'light'];

test('axe-core finds nothing wrong with any view, in light and dark', async () => {
  const page = await opened(wide);
  await page.evaluate(axe);
  await tryEach(page, 'radio', pictures, both);
  await tryEach(page, 'radio', ['Exact', 'Percent', 'Short', 'MACs', 'FLOPs'], both);
  await tryEach(page, 'tab', ['Conventions'], both);
  await tryEach(page, 'radio', ['Training', 'torchinfo', 'Decode'], both);
  await tryEach(page, 'tab', ['Memory'], both);
  await tryEach(page, 'radio', memory, both);
  for (const menu of ['Share', 'Columns']) {
    await click(button(page, menu));
    await until(() => page.getByRole('menu').count(), 1);
    await hasNoViolation(page, menu, both);
    await page.keyboard.press('Escape');
    await until(() => page.getByRole('menu').count(), 0);
  }
});

test('axe-core finds nothing wrong with any view, on a phone', async () => {
  const page = await opened(phone);
  await page.evaluate(axe);
  await tryEach(page, 'tab', ['Picture']);
  for (const name of pictures) {
    await click(page.getByRole('button', { name: /^Picture: / }));
    await hasNoViolation(page, `the menu with ${name}`);
    await click(widget(page, 'menuitemcheckbox', name));
    await hasNoViolation(page, name);
  }
  await tryEach(page, 'tab', ['Values', 'Text', 'Formula', 'Conventions', 'Memory']);
  await tryEach(page, 'radio', ['Training', 'Adam, mixed']);
});
