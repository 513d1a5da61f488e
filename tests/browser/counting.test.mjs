// Counts that take longer than a frame run in a worker of the browser. What happens meanwhile: tests/interface/counting.test.mjs.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { longText, modules, parametersOf } from '../support/long_text.mjs';
import { test } from '../support/shuffled.mjs';
import { click, openPage, pageFolder, paste, stateWhere, until } from './support.mjs';
import { askedOf, hasRoomOnAllScreens, holdMessagesWith, isHeld, wide } from './worker_bar.mjs';

const opened = (options) => openPage({ ...wide, prepare: (page) => page.addInitScript(holdMessagesWith, { field: 'settings' }), ...options });
const counted = (page, width) => stateWhere(page, ({ parameters, stale }) => parameters === parametersOf(width) && !stale);
const bar = (page) => page.getByRole('region', { name: 'Counting', exact: true });

for (const [where, place] of [
  ['the hosted page', {}],
  ['the offline file', { url: pathToFileURL(join(pageFolder, 'paramscope.html')).href, offline: true }],
]) {
  test(`counts in a worker in ${where}`, async () => {
    const page = await opened(place);
    await paste(page, longText(3));
    assert.equal((await counted(page, 3)).nodes, modules + 1);
    assert.equal(await askedOf(page), 1);
  });
}

test('counts in the page where no worker starts', async () => {
  const refuse = () => { window.Worker = class { constructor() { throw new Error('refused'); } }; };
  const page = await openPage({ ...wide, prepare: (opening) => opening.addInitScript(refuse) });
  await paste(page, longText(3));
  await counted(page, 3);
});

test('has room for its words on all screens, during a count and when it is stopped; another worker counts then', async () => {
  const page = await opened();
  await page.evaluate(() => { window.holds = true; });
  await paste(page, longText(3));
  await isHeld(page);
  await hasRoomOnAllScreens(page, bar(page));
  await click(bar(page).getByRole('button', { name: 'Stop' }));
  await until(() => bar(page).getByRole('button', { name: 'Count' }).count(), 1);
  await hasRoomOnAllScreens(page, bar(page));
  await page.evaluate(() => { window.holds = false; });
  await click(bar(page).getByRole('button', { name: 'Count' }));
  await counted(page, 3);
});
