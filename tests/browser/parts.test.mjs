// The program in parts: the page works with those of the first view, and whoever needs another one waits for it.
import { strict as assert } from 'node:assert';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, paste, settle, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 900 }, fresh: true };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, fresh: true, locale: 'zh-CN', colorScheme: 'dark' };

/**
 * Opens the page without the last part of its program, whose requests are in `asked`: the first one waits for `release()`, further
 * ones, for which the page stands still, are answered. With `held` it does without those parts.
 */
async function openFirstPart({ held = 'later', ...options }, answer = (count, route) => (count > 1 ? route.continue() : undefined)) {
  const asked = [];
  const page = await openPage({
    ...options,
    prepare: (opening) => opening.route(`**/paramscope-app.${held}-*.wasm`, (route) => {
      asked.push(route);
      return answer(asked.length, route);
    }),
  });
  return { page, asked, release: () => asked[0].continue() };
}

for (const [name, options] of Object.entries({ 'a wide window': wide, 'a first visit': { ...wide, isFirstVisit: true }, 'a phone': phone })) {
  test(`the first frames need no part that comes behind them: ${name}`, async () => {
    const { page, asked, release } = await openFirstPart({ ...options, held: 'soon' });
    await settle(page);
    assert.equal(asked.length, 1, 'something needed the part');
    await release();
    await until(() => page.evaluate(() => window.paramscope.host.isWhole.then(() => 'whole')), 'whole');
  });

  test(`the first part shows the page, follows the pointer, counts a print and a config: ${name}`, async () => {
    const { page, asked, release } = await openFirstPart(options);
    const { width, height } = page.viewportSize();
    for (let y = 40; y < height; y += 90) {
      for (let x = 40; x < width; x += 110) await page.mouse.move(x, y);
    }
    await page.mouse.wheel(0, 200);
    await settle(page);
    await paste(page, 'Net(\n  (fc): Linear(in_features=30, out_features=50, bias=True)\n  (act): ReLU()\n)');
    await stateWhere(page, ({ parameters }) => parameters === String(30 * 50 + 50));
    await paste(page, JSON.stringify({ model_type: 'gpt2', n_layer: 2, n_embd: 64, n_head: 4, vocab_size: 100, n_positions: 32, architectures: ['GPT2LMHeadModel'] }));
    await stateWhere(page, ({ parameters }) => parameters === '108544');
    await settle(page);
    assert.equal(asked.length, 1, 'something needed the second part');
    await release();
    await until(() => page.evaluate(() => window.paramscope.host.isWhole.then(() => 'whole')), 'whole');
  });
}

test('what needs the second part before it is there waits for it', async () => {
  const { page, asked, release } = await openFirstPart({ ...wide, complains: /Synchronous XMLHttpRequest/ });
  await click(button(page, 'Compare'));
  await widget(page, 'dialog', 'Compare').waitFor({ state: 'attached' });
  assert.equal(asked.length, 2);
  await release();
  await until(() => page.evaluate(() => window.paramscope.host.isWhole.then(() => 'whole')), 'whole');
  await page.keyboard.press('Escape');
  await until(() => widget(page, 'dialog', 'Compare').count(), 0);
});

test('a second part that does not come is a failure of the page', async () => {
  const { page } = await openFirstPart({ ...wide, ready: false, complains: /./ }, (count, route) => route.abort());
  await page.getByRole('alert').getByText(/could not be loaded/).waitFor();
});
