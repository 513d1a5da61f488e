// What opening the page does not need is loaded when it is first asked for, and only then.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openPage, settle } from './support.mjs';

const part = '**/paramscope-later-*.wasm';

/** A page that counts in `page.loads` how often the later part was asked for. */
async function opened(options) {
  let loads = 0;
  const page = await openPage({
    viewport: { width: 1440, height: 900 },
    prepare: (fresh) => fresh.on('request', (request) => { loads += request.url().includes('paramscope-later') ? 1 : 0; }),
    ...options,
  });
  Object.defineProperty(page, 'loads', { get: () => loads });
  await settle(page);
  return page;
}

async function press(page, role, name) {
  await page.getByRole(role, { name, exact: true }).first().click();
  await settle(page);
}

test('looking at a model loads nothing more', async () => {
  const page = await opened();
  await page.getByRole('slider').first().focus();
  await page.keyboard.press('ArrowRight');
  await press(page, 'radio', 'Icicle');
  await page.getByRole('treegrid').hover();
  await page.mouse.wheel(0, 200);
  await settle(page);
  assert.equal(page.loads, 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the first dialog loads the rest, once', async () => {
  const page = await opened();
  for (const name of ['Export', 'Compare', 'Keys', 'Export']) {
    await press(page, 'button', name);
    await page.getByRole('dialog', { name }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await settle(page);
  }
  assert.equal(page.loads, 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a picture whose code is not here is shown once it is', async () => {
  const page = await opened();
  await press(page, 'radio', 'Curve');
  await page.getByRole('img', { name: /^Curve/ }).waitFor({ state: 'attached' });
  assert.equal(page.loads, 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('what cannot be loaded is explained, and can be asked for again', async () => {
  const page = await opened();
  await page.route(part, (route) => route.abort());
  await press(page, 'button', 'Export');
  await page.getByText(/^A part of Paramscope could not be loaded/).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  await press(page, 'radio', 'Curve');
  await page.getByRole('img', { name: /^Treemap/ }).waitFor({ state: 'attached' });
  await page.unroute(part);
  await press(page, 'button', 'Export');
  await page.getByRole('dialog', { name: 'Export' }).waitFor({ state: 'attached' });
  await page.context().close();
});

test('a tab whose code cannot be had gives way to the module, and nobody goes on asking', async () => {
  const page = await opened({ viewport: { width: 1024, height: 768 } });
  await page.route(part, (route) => route.abort());
  await press(page, 'tab', 'Tools');
  await page.getByText(/^A part of Paramscope could not be loaded/).waitFor();
  await page.getByRole('tab', { name: 'Module', exact: true, selected: true }).waitFor({ state: 'attached' });
  assert.equal(page.loads, 1);
  await page.context().close();
});

test('the first model is counted whatever is chosen about it', async () => {
  const page = await opened();
  const conventions = ['flops', 'macs', 'torchinfo', 'fvcore', 'ptflops', 'thop', 'deepspeed', 'calflops', 'onnx-tool', 'keras'];
  const values = ['0', '1', '7', '-3', '1/2', '1e9', '10^30'];
  const states = [
    ...conventions.map((convention) => ({ convention })),
    ...['training', 'decode'].flatMap((mode) => [{ mode }, { mode, causal: '1', convention: 'torchinfo' }]),
    ...['1,8', '(2, 3, 224, 224)', '8', '1,0', '((1, 2), 3)', 'x', '1,8; 1,8'].map((input) => ({ input })),
    ...['V', 'L', 'H', 'F', 'batch', 'tokens'].flatMap((name) => values.map((value) => ({ set: { [name]: value }, mode: 'decode' }))),
  ];
  for (const state of states) {
    await page.evaluate(async (sent) => {
      const frames = window.paramscope.frames;
      window.paramscope.host.address.send(sent);
      while (window.paramscope.frames === frames) await new Promise(requestAnimationFrame);
    }, { preset: 'llama-2-7b', ...state });
  }
  assert.equal(page.loads, 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
