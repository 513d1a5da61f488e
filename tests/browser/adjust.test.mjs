// Make adjustable: the readers' program looks for sizes in a worker; it can be stopped, and what it finds too late is dropped.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { test } from '../support/shuffled.mjs';
import { button, click, edit, openPage, pageFolder, pageUrl, paste, row, settle, stateWhere, until, widget } from './support.mjs';
import { hasRoomOnAllScreens, holdMessagesWith, release, wide, withoutWorkers } from './worker_bar.mjs';

const print = 'Sequential(\n  (0): Linear(in_features=8, out_features=32, bias=True)\n  (1): Linear(in_features=32, out_features=3, bias=True)\n)';

const bar = (page) => widget(page, 'region', 'Making the model adjustable');
const textOf = (page) => widget(page, 'textbox', 'Model text').inputValue();
const makeAdjustable = (page) => click(button(page, 'Make adjustable'));
const isAdjustable = (page) => until(() => widget(page, 'slider', 'hidden').count(), 1);
const holdable = (page) => page.addInitScript(holdMessagesWith, { field: 'call', value: 'adjust' });

/** Opens a page with the print. */
async function opened(options) {
  const page = await openPage({ ...wide, prepare: holdable, ...options });
  await paste(page, print);
  await stateWhere(page, ({ parameters }) => parameters === '387');
  return page;
}

/** Asks for hyper-parameters, which are held, and waits until the page says so. */
async function askHeld(page) {
  await page.evaluate(() => { window.holds = true; });
  await makeAdjustable(page);
  await stateWhere(page, ({ adjusting }) => adjusting);
  await until(() => page.evaluate(() => window.held.length), 1);
  await bar(page).waitFor({ state: 'attached' });
}

test('looks in a worker while the page stays usable', async () => {
  const page = await opened();
  await askHeld(page);
  await until(() => button(page, 'Make adjustable').getAttribute('aria-disabled'), 'true');
  await click(row(page, '1'));
  await stateWhere(page, ({ selected, parameters, stale }) => selected === '1' && parameters === '387' && !stale);
  await release(page);
  await isAdjustable(page);
  await until(() => bar(page).count(), 0);
  assert.equal(await page.evaluate(() => window.asked), 1);
});

test('is stopped by its button and by Escape, and begins again when asked', async () => {
  const page = await opened();
  for (const stop of [() => click(bar(page).getByRole('button', { name: 'Stop' })), () => page.keyboard.press('Escape')]) {
    await askHeld(page);
    await stop();
    await stateWhere(page, ({ adjusting }) => !adjusting);
    await until(() => bar(page).count(), 0);
    await release(page);
    assert.equal((await textOf(page)).trim(), print);
  }
  await makeAdjustable(page);
  await isAdjustable(page);
});

test('drops what it finds for an earlier text', async () => {
  const page = await opened();
  await askHeld(page);
  await edit(page, 'Model text');
  await page.keyboard.type('Linear(3, 4)');
  await stateWhere(page, ({ parameters, adjusting }) => parameters === '16' && !adjusting);
  await until(() => bar(page).count(), 0);
  await release(page);
  await settle(page);
  assert.equal(await textOf(page), 'Linear(3, 4)');
});

test('says that the program could not be loaded, and loads it when asked again', async () => {
  const wasm = '**/paramscope-open-*.wasm';
  const page = await opened({ prepare: (opening) => opening.route(wasm, (route) => route.abort()), complains: /Failed to load|Failed to fetch/ });
  await makeAdjustable(page);
  await page.getByText('The sizes that belong together could not be looked for').waitFor();
  await stateWhere(page, ({ adjusting }) => !adjusting);
  assert.equal((await textOf(page)).trim(), print);
  await page.unroute(wasm);
  await makeAdjustable(page);
  await isAdjustable(page);
});

for (const [what, withoutWorker] of withoutWorkers) {
  test(`looks in the page where ${what}`, async () => {
    const page = await opened({ prepare: (opening) => opening.addInitScript(withoutWorker) });
    await makeAdjustable(page);
    await isAdjustable(page);
  });
}

for (const [where, place] of [
  ['the offline file', () => ({ url: pathToFileURL(join(pageFolder, 'paramscope.html')).href, offline: true })],
  ['an embed', async () => ({ url: `${await pageUrl()}embed.html` })],
]) {
  test(`looks in a worker in ${where}, too`, async () => {
    const page = await opened(await place());
    await makeAdjustable(page);
    await isAdjustable(page);
    assert.equal(await page.evaluate(() => window.asked), 1);
  });
}

test('has room for its words on all screens', async () => {
  const page = await opened();
  await askHeld(page);
  await hasRoomOnAllScreens(page, bar(page));
});
