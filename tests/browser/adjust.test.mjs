// Add sliders: the readers' program looks for sizes in a worker of the browser. What happens meanwhile: tests/interface/adjust.test.mjs.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, pageFolder, pageUrl, paste, stateWhere, until, widget } from './support.mjs';
import { askedOf, hasRoomOnAllScreens, holdMessagesWith, isHeld, wide } from './worker_bar.mjs';

const print = 'Sequential(\n  (0): Linear(in_features=8, out_features=32, bias=True)\n  (1): Linear(in_features=32, out_features=3, bias=True)\n)';

const bar = (page) => widget(page, 'region', 'Adding sliders');
const textOf = (page) => widget(page, 'textbox', 'Model text').inputValue();
const makeAdjustable = (page) => click(button(page, 'Add sliders'));
const isAdjustable = (page) => until(() => widget(page, 'slider', 'hidden').count(), 1);
const holdable = (page) => page.addInitScript(holdMessagesWith, { field: 'call', value: 'adjust' });

/** Opens a page with the print. */
async function opened(options) {
  const page = await openPage({ ...wide, prepare: holdable, ...options });
  await paste(page, print);
  await stateWhere(page, ({ parameters }) => parameters === '387');
  return page;
}

test('says that the program could not be loaded, and loads it when asked again', async () => {
  const wasm = '**/paramscope-open.rest-*.wasm';
  const page = await opened({ prepare: (opening) => opening.route(wasm, (route) => route.abort()), complains: /Failed to load|Failed to fetch/ });
  await makeAdjustable(page);
  await page.getByText('The sizes that belong together could not be looked for').waitFor();
  await stateWhere(page, ({ adjusting }) => !adjusting);
  assert.equal((await textOf(page)).trim(), print);
  await page.unroute(wasm);
  await makeAdjustable(page);
  await isAdjustable(page);
});

test('looks in the page where there are no workers', async () => {
  const page = await opened({ prepare: (opening) => opening.addInitScript(() => { window.Worker = undefined; }) });
  await makeAdjustable(page);
  await isAdjustable(page);
});

for (const [where, place] of [
  ['the hosted page', () => ({})],
  ['the offline file', () => ({ url: pathToFileURL(join(pageFolder, 'paramscope.html')).href, offline: true })],
  ['an embed', async () => ({ url: `${await pageUrl()}embed.html` })],
]) {
  test(`looks in a worker in ${where}`, async () => {
    const page = await opened(await place());
    await makeAdjustable(page);
    await isAdjustable(page);
    assert.equal(await askedOf(page), 1);
  });
}

test('has room for its words on all screens', async () => {
  const page = await opened();
  await page.evaluate(() => { window.holds = true; });
  await makeAdjustable(page);
  await isHeld(page);
  await hasRoomOnAllScreens(page, bar(page));
});
