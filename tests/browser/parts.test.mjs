// The program in parts: the page works with those of the first view, and whoever needs another one waits for it.
import { strict as assert } from 'node:assert';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, pageUrl, paste, settle, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 900 }, fresh: true };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, fresh: true, locale: 'zh-CN', colorScheme: 'dark' };

const print = 'Net(\n  (fc): Linear(in_features=30, out_features=50, bias=True)\n  (act): ReLU()\n)';
const config = JSON.stringify({ model_type: 'gpt2', n_layer: 2, n_embd: 64, n_head: 4, vocab_size: 100, n_positions: 32, architectures: ['GPT2LMHeadModel'] });

/** True for a request for which the page stands still. */
const standsStill = (route) => route.request().resourceType() === 'xhr';

/**
 * Opens the page without a part of its program, the last one by default, whose requests are in `asked`: those for which the page stands still are
 * answered at once, others after `release()`.
 */
async function openFirstPart({ held = 'later', ...options }, answer = undefined) {
  const asked = [];
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  const page = await openPage({
    ...options,
    prepare: (opening) => opening.route(`**/paramscope-app.${held}-*.wasm`, async (route) => {
      asked.push(route);
      if (answer) return answer(route);
      if (!standsStill(route)) await released;
      return route.continue();
    }),
  });
  return { page, asked, release };
}

for (const [name, options] of Object.entries({ 'a wide window': wide, 'a first visit': { ...wide, isFirstVisit: true }, 'a phone': phone })) {
  test(`the first frames need no part that comes behind them: ${name}`, async () => {
    const { page, asked, release } = await openFirstPart({ ...options, held: 'soon' });
    await settle(page);
    assert.ok(!asked.some(standsStill), 'something needed the part');
    release();
    await until(() => page.evaluate(() => window.paramscope.host.isWhole.then(() => 'whole')), 'whole');
  });

  test(`the first frame has the numbers of the page and needs no part that counts: ${name}`, async () => {
    const { page, asked, release } = await openFirstPart({ ...options, held: 'count', ready: 'first' });
    const total = page.locator('.mirror').getByText('6,738,415,616', { exact: true });
    await until(() => asked.length, 1);
    await until(() => page.evaluate(() => window.paramscope.host.frames.isIdle), true);
    if (!options.isFirstVisit) await total.waitFor({ state: 'attached' });  // behind the sheet nothing is read
    assert.equal(await page.evaluate(() => window.paramscope.state), undefined);
    for (const x of [100, 300, 500]) await page.mouse.move(x / 2, x);
    await until(() => page.evaluate(() => window.paramscope.host.frames.isIdle), true);
    assert.ok(!asked.some(standsStill), 'something needed the part');
    release();
    await stateWhere(page, ({ parameters }) => parameters === '6738415616');
  });

  test(`the first part shows the page, follows the pointer, counts a print and a config: ${name}`, async () => {
    const { page, asked, release } = await openFirstPart(options);
    const { width, height } = page.viewportSize();
    for (let y = 40; y < height; y += 90) {
      for (let x = 40; x < width; x += 110) await page.mouse.move(x, y);
    }
    await page.mouse.wheel(0, 200);
    await settle(page);
    await paste(page, print);
    await stateWhere(page, ({ parameters }) => parameters === String(30 * 50 + 50));
    await paste(page, config);
    await stateWhere(page, ({ parameters }) => parameters === '108544');
    await settle(page);
    assert.ok(!asked.some(standsStill), 'something needed the second part');
    release();
    await until(() => page.evaluate(() => window.paramscope.host.isWhole.then(() => 'whole')), 'whole');
  });
}

for (const [name, { place = '', ...options }] of Object.entries({
  'a link': wide,
  'an embed': { place: 'embed.html', viewport: { width: 760, height: 480 }, fresh: true },
  'an embed on a phone': { place: 'embed.html', ...phone },
})) {
  test(`the first frames need no part that comes behind them: ${name}`, async () => {
    const { page, asked, release } = await openFirstPart({ ...options, url: await pageUrl() + place, hash: '#gpt2' });
    await settle(page);
    assert.ok(!asked.some(standsStill), 'something needed the part');
    release();
    await until(() => page.evaluate(() => window.paramscope.host.isWhole.then(() => 'whole')), 'whole');
  });
}

test('what needs the second part before it is there waits for it', async () => {
  const { page, asked, release } = await openFirstPart({ ...wide, complains: /Synchronous XMLHttpRequest/ });
  await click(button(page, 'Compare'));
  await widget(page, 'dialog', 'Compare').waitFor({ state: 'attached' });
  assert.equal(asked.filter(standsStill).length, 1);
  release();
  await until(() => page.evaluate(() => window.paramscope.host.isWhole.then(() => 'whole')), 'whole');
  await page.keyboard.press('Escape');
  await until(() => widget(page, 'dialog', 'Compare').count(), 0);
});

test('the last part gives way to the readers of what is pasted', async () => {
  const { page, asked, release } = await openFirstPart(wide);
  await until(() => asked.length, 1);
  await paste(page, config);
  await stateWhere(page, ({ parameters }) => parameters === '108544');
  assert.ok(asked[0].request().failure(), 'it was still on its way');
  await until(() => asked.length, 2);
  release();
  await until(() => page.evaluate(() => window.paramscope.host.isWhole.then(() => 'whole')), 'whole');
});

test('a second part that does not come is a failure of the page', async () => {
  const { page } = await openFirstPart({ ...wide, ready: false, complains: /./ }, (route) => route.abort());
  await page.getByRole('alert').getByText(/could not be loaded/).waitFor();
});
