// What tests of the interface share: pages without a browser, with the names of tests/browser/support.mjs.
import assert from 'node:assert/strict';
import { afterEach } from 'node:test';

import { Page } from './support/page.mjs';

const pages = [];

afterEach(async () => {
  for (const page of pages.splice(0)) await page.close();
});

/** What a browser remembers of somebody who has been here before. */
const visited = new Map([['visited', '1']]);

/**
 * Opens a page of its own: `viewport`, `deviceScaleFactor`, `colorScheme`, `locale`; `embedded` for one inside another page; `memory` has what
 * earlier visits left (a first visit has none), and `state` the fields of a link, [name, value] pairs. `workers`, {} or options of Workers (support/workers.mjs), lets
 * workers do what takes long; without it the page does it all.
 */
export async function openPage({ viewport = { width: 1200, height: 1400 }, memory = visited, ...options } = {}) {
  const page = new Page({ viewport, memory, ...options });
  pages.push(page);
  await page.start();
  return page;
}

export const settle = (page) => page.settle();
export const paste = (page, text) => page.paste(text);
export const state = async (page) => page.state;

/** Lets time pass until the published state satisfies `condition`, and gives that state. */
export async function stateWhere(page, condition) {
  await page.patiently(() => page.state && condition(page.state));
  assert.ok(page.state && condition(page.state), `the state never satisfied ${condition}: ${JSON.stringify(page.state)}`);
  return page.state;
}

export const widget = (page, role, name) => page.getByRole(role, { name, exact: true });
export const button = (page, name) => widget(page, 'button', name);
export const row = (page, name) => page.getByRole('treegrid').getByRole('row', { name, exact: true });

/** Lets time pass until `read` gives what is expected. */
export async function until(read, expected) {
  const present = pages.at(-1);
  let seen = await read();
  await present.patiently(async () => {
    seen = await read();
    return seen === expected;
  });
  assert.equal(seen, expected);
}

export const click = (locator) => locator.click();

/** Brings the keyboard into a field of the canvas, its text selected. */
export async function edit(page, name) {
  await click(widget(page, 'textbox', name));
  await page.keyboard.press('ControlOrMeta+a');
}
