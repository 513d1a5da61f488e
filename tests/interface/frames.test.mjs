// The interface paints only when something changes, and has its caret where the text is.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { edit, openPage } from './support.mjs';

test('paints nothing in two idle seconds', async () => {
  const page = await openPage();
  await page.rest();
  const before = page.frames;
  await page.pass(2);
  assert.equal(page.frames, before);
});

test('comes to rest again after the pointer has moved', async () => {
  const page = await openPage();
  await page.rest();
  const before = page.frames;
  await page.mouse.move(300, 300);
  await page.rest();
  const painted = page.frames - before;
  assert.ok(painted > 0 && painted < 20, `${painted} frames`);
});

test('shows the caret only while a field is edited and its place is visible', async () => {
  const page = await openPage({ viewport: { width: 1280, height: 600 } });
  assert.equal(page.caret.height, 0);
  await edit(page, 'Model text');
  await page.keyboard.press('ControlOrMeta+Home');
  const { x, y, height } = page.caret;
  assert.ok(height > 0);
  await page.mouse.move(x + 20, y + 5);
  await page.mouse.wheel(0, 3000);
  assert.equal(page.caret.height, 0);
  await page.mouse.wheel(0, -3000);
  assert.ok(page.caret.height > 0);
  await page.keyboard.press('Escape');
  assert.equal(page.caret.height, 0);
});
