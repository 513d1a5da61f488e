// Counts that take longer than a frame, in a worker: the earlier result stays usable, and there is a way to stop.
import assert from 'node:assert/strict';

import { longText, modules, parametersOf } from '../support/long_text.mjs';
import { test } from '../support/shuffled.mjs';
import { button, click, openPage, paste, row, settle, state, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 1400 } };

const opened = (workers = {}) => openPage({ ...wide, workers });
const counted = (page, width) => stateWhere(page, ({ parameters, stale }) => parameters === parametersOf(width) && !stale);
const bar = (page) => widget(page, 'region', 'Counting');
const isHeld = (page) => until(() => page.host.workers.held.length, 1);

/** Pastes a long text and waits until a worker has its count, which is held. */
async function pasteHeld(page, width) {
  const { workers } = page.host;
  workers.held = [];
  workers.holds = true;
  await paste(page, longText(width));
  await stateWhere(page, ({ counting }) => counting);
  await isHeld(page);
}

test('counts a long text in a worker, and a short one at once', async () => {
  const page = await opened();
  await paste(page, 'Linear(3, 4)');
  await stateWhere(page, ({ parameters }) => parameters === '16');
  assert.equal(page.host.workers.asked, 0);
  await paste(page, longText(3));
  const shown = await counted(page, 3);
  assert.equal(shown.nodes, modules + 1);
  assert.equal(page.host.workers.asked, 1);
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
  await click(button(page, 'Share'));
  await click(page.getByRole('menuitem', { name: 'Export as…' }));
  await page.getByRole('dialog', { name: 'Export' }).waitFor({ state: 'attached' });
  await click(button(page, 'Close'));
  page.host.workers.release();
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
  await until(() => bar(page).textContent().then((words) => words.includes('stopped')), true);
  page.host.workers.release();
  await settle(page);
  assert.ok((await state(page)).stale);
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
  const { workers } = page.host;
  await paste(page, longText(3));
  await counted(page, 3);
  workers.holds = true;
  const slider = widget(page, 'slider', 'd');
  await slider.fill('4');
  await isHeld(page);
  for (const value of ['5', '6', '7']) await slider.fill(value);
  assert.equal(workers.asked, 2);
  workers.release();
  await stateWhere(page, ({ parameters, stale }) => parameters === String(modules * (7 * 3 + 3)) && !stale);
  assert.equal(workers.asked, 3);
});

test('drops a count for another text', async () => {
  const page = await opened();
  await pasteHeld(page, 3);
  page.host.workers.holds = false;
  await paste(page, longText(5));
  await counted(page, 5);
  await pasteHeld(page, 6);
  await paste(page, 'Linear(3, 4)');
  await stateWhere(page, ({ parameters, stale }) => parameters === '16' && !stale);
  page.host.workers.release();
  await settle(page);
  assert.equal((await state(page)).parameters, '16');
});

test('shows the errors of a long text', async () => {
  const page = await opened();
  await paste(page, `x = (\n${longText(3)}`);
  const shown = await stateWhere(page, ({ error, counting }) => error && !counting);
  assert.ok(shown.stale);
  assert.equal(page.host.workers.asked, 1);
});

for (const [what, workers, asked] of [
  ['there are no workers', { areThere: false }, 0],
  ['a worker fails', { answer: { problem: 'it failed' } }, 1],
  ['a worker answers nonsense', { answer: { block: new Uint8Array(99).fill(255) } }, 1],
]) {
  test(`counts in the page where ${what}`, async () => {
    const page = await opened(workers);
    await paste(page, longText(3));
    await counted(page, 3);
    await paste(page, longText(4));
    await counted(page, 4);
    assert.equal(page.host.workers.asked, asked);
  });
}
