// Counts that take longer than a frame, in a worker: the earlier result stays usable, and there is a way to stop.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, pageFolder, paste, row, settle, state, stateWhere, until, widget } from './support.mjs';
import { hasRoomOnAllScreens, holdMessagesWith, release, wide, withoutWorkers } from './worker_bar.mjs';

const modules = 4000;

/** A text that takes longer than a frame; it has `modules` times width² + width parameters. */
const longText = (width) => `d = ${width}\nNet(\n${Array.from({ length: modules }, (_, i) => `  (${i}): Linear(in_features=d, out_features=${width})\n`).join('')})\n`;
const parametersOf = (width) => String(modules * (width * width + width));

const hold = (page) => page.evaluate(() => { window.holds = true; });
const opened = (options) => openPage({ ...wide, prepare: (page) => page.addInitScript(holdMessagesWith, { field: 'settings' }), ...options });
const counted = (page, width) => stateWhere(page, ({ parameters, stale }) => parameters === parametersOf(width) && !stale);
const bar = (page) => page.getByRole('region', { name: 'Counting', exact: true });

/** Pastes a long text and waits until a worker has its count, which is held. */
async function pasteHeld(page, width) {
  await page.evaluate(() => { window.held = []; });
  await hold(page);
  await paste(page, longText(width));
  await stateWhere(page, ({ counting }) => counting);
  await until(() => page.evaluate(() => window.held.length), 1);
}

test('counts a long text in a worker, and a short one at once', async () => {
  const page = await opened();
  await paste(page, 'Linear(3, 4)');
  await stateWhere(page, ({ parameters }) => parameters === '16');
  assert.equal(await page.evaluate(() => window.asked), 0);
  await paste(page, longText(3));
  const shown = await counted(page, 3);
  assert.equal(shown.nodes, modules + 1);
  assert.equal(await page.evaluate(() => window.asked), 1);
});

test('keeps the earlier result usable during a count', async () => {
  const page = await opened();
  const before = await stateWhere(page, ({ parameters }) => parameters);
  await pasteHeld(page, 3);
  const during = await state(page);
  assert.deepEqual([during.parameters, during.stale], [before.parameters, true]);
  await bar(page).waitFor({ state: 'attached' });
  await click(row(page, 'layers'));
  await stateWhere(page, ({ selected }) => selected === 'model.layers');
  await click(button(page, 'Export'));
  await page.getByRole('dialog', { name: 'Export' }).waitFor({ state: 'attached' });
  await click(button(page, 'Close'));
  await release(page);
  await counted(page, 3);
  await until(() => bar(page).count(), 0);
});

test('stops a count, says so, and counts again when asked', async () => {
  const page = await opened();
  const { parameters } = await stateWhere(page, (shown) => shown.parameters);
  await pasteHeld(page, 3);
  await click(bar(page).getByRole('button', { name: 'Stop' }));
  const stopped = await stateWhere(page, ({ counting }) => !counting);
  assert.deepEqual([stopped.parameters, stopped.stale], [parameters, true]);
  await until(() => bar(page).innerText().then((words) => words.includes('stopped')), true);
  await page.evaluate(() => { window.holds = false; });
  await click(bar(page).getByRole('button', { name: 'Count' }));
  await counted(page, 3);
  await until(() => bar(page).count(), 0);
});

test('stops a count by Escape', async () => {
  const page = await opened();
  await pasteHeld(page, 3);
  await bar(page).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await stateWhere(page, ({ counting, stale }) => !counting && stale);
});

test('asks for the latest of many settings only', async () => {
  const page = await opened();
  await paste(page, longText(3));
  await counted(page, 3);
  await settle(page);
  await hold(page);
  const slider = widget(page, 'slider', 'd');
  await slider.fill('4');
  await until(() => page.evaluate(() => window.held.length), 1);
  for (const value of ['5', '6', '7']) {
    await slider.fill(value);
    await settle(page);
  }
  assert.equal(await page.evaluate(() => window.asked), 2);
  await release(page);
  await stateWhere(page, ({ parameters, stale }) => parameters === String(modules * (7 * 3 + 3)) && !stale);
  assert.equal(await page.evaluate(() => window.asked), 3);
});

test('drops a count for another text', async () => {
  const page = await opened();
  await pasteHeld(page, 3);
  await page.evaluate(() => { window.holds = false; });
  await paste(page, longText(5));
  await counted(page, 5);
  await pasteHeld(page, 6);
  await paste(page, 'Linear(3, 4)');
  await stateWhere(page, ({ parameters, stale }) => parameters === '16' && !stale);
  await release(page);
  await settle(page);
  assert.equal((await state(page)).parameters, '16');
});

test('shows the errors of a long text', async () => {
  const page = await opened();
  await paste(page, `x = (\n${longText(3)}`);
  const shown = await stateWhere(page, ({ error, counting }) => error && !counting);
  assert.ok(shown.stale);
});

for (const [what, withoutWorker] of [
  ...withoutWorkers,
  ['a worker fails', () => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.settings) this.dispatchEvent(new MessageEvent('message', { data: { problem: 'it failed' } }));
      else post.call(this, message, ...rest);
    };
  }],
  ['a worker answers nonsense', () => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.settings) this.dispatchEvent(new MessageEvent('message', { data: { block: new Uint8Array(99).fill(255) } }));
      else post.call(this, message, ...rest);
    };
  }],
]) {
  test(`counts in the page where ${what}`, async () => {
    const page = await openPage({ ...wide, prepare: (opening) => opening.addInitScript(withoutWorker) });
    await paste(page, longText(3));
    await counted(page, 3);
    await paste(page, longText(4));
    await counted(page, 4);
  });
}

test('counts in a worker in the offline file, too', async () => {
  const page = await opened({ url: pathToFileURL(join(pageFolder, 'paramscope.html')).href, offline: true });
  await paste(page, longText(3));
  await counted(page, 3);
  assert.equal(await page.evaluate(() => window.asked), 1);
});

test('has room for its words on all screens, during a count and when it is stopped', async () => {
  const page = await opened();
  await pasteHeld(page, 3);
  await hasRoomOnAllScreens(page, bar(page));
  await click(bar(page).getByRole('button', { name: 'Stop' }));
  await until(() => bar(page).getByRole('button', { name: 'Count' }).count(), 1);
  await hasRoomOnAllScreens(page, bar(page));
});
