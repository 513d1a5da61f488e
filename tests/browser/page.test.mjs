// The page as a host: it starts, paints only when something changes, and is sharp at any pixel ratio.
import { strict as assert } from 'node:assert';

import { test } from '../support/shuffled.mjs';
import { edit, framesPainted, openPage, pageUrl, paste, rest, screenshot, settle, stateWhere, until } from './support.mjs';

/** The canvas's own size and the one the layout gives it. */
function canvasSize(page) {
  return page.evaluate(() => {
    const { width, height, clientWidth, clientHeight } = document.querySelector('canvas');
    return { width, height, clientWidth, clientHeight };
  });
}

test('reaches its first frame without a complaint', async () => {
  const page = await openPage();
  await settle(page);
  assert.deepEqual(page.problems, []);
  assert.ok(await framesPainted(page) > 0);
});

test('makes one graphics context', async () => {
  const page = await openPage({
    prepare: (fresh) => fresh.addInitScript(() => {
      window.contexts = new Set();
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        const context = original.call(this, kind, ...rest);
        if (/webgl/.test(kind)) window.contexts.add(context);
        return context;
      };
    }),
  });
  const attributes = await page.evaluate(() => [...window.contexts].map((context) => context.getContextAttributes()));
  assert.equal(attributes.length, 1);
  const { alpha, depth, antialias } = attributes[0];
  assert.deepEqual({ alpha, depth, antialias }, { alpha: false, depth: false, antialias: false });
});

test('requests all that the first frame awaits from the html itself', async () => {
  const awaited = [];
  const page = await openPage({
    prepare: (fresh) => fresh.on('request', (request) => {
      const [path] = /assets\/.*/.exec(request.url()) ?? [];
      if (path) awaited.push(path);
    }),
  });
  const html = await (await page.request.get(await pageUrl())).text();
  assert.ok(awaited.some((path) => path.endsWith('.json')));
  for (const path of awaited) assert.ok(html.includes(`"${path}"`), path);
  assert.equal(new Set(awaited).size, awaited.length, 'nothing is requested twice');
});

test('asks the browser for no state of the graphics in its frames', async () => {
  const page = await openPage();
  await rest(page);
  await page.evaluate(() => {
    window.asked = 0;
    const { prototype } = WebGL2RenderingContext;
    const original = prototype.getParameter;
    prototype.getParameter = function (name) {
      window.asked += 1;
      return original.call(this, name);
    };
  });
  const before = await framesPainted(page);
  await page.mouse.move(300, 300);
  await rest(page);
  assert.ok(await framesPainted(page) > before);
  assert.equal(await page.evaluate(() => window.asked), 0);
});

test('paints nothing for a caret, which the browser lets blink', async () => {
  const page = await openPage();
  await edit(page, 'Model text');
  await page.keyboard.press('ControlOrMeta+Home');
  await settle(page);
  const caret = page.locator('.caret');
  const before = await caret.boundingBox();
  await page.keyboard.press('ArrowRight');
  await until(async () => (await caret.boundingBox()).x > before.x, true);
  await page.waitForTimeout(1000);  // tooltips have come
  const frames = await framesPainted(page);
  const opacities = await caret.evaluate(async (element) => {
    const seen = new Set();
    for (const end = performance.now() + 2000; performance.now() < end;) {
      seen.add(getComputedStyle(element).opacity);
      await new Promise(requestAnimationFrame);
    }
    return [...seen].sort();
  });
  assert.deepEqual(opacities, ['0', '1']);
  assert.equal(await framesPainted(page), frames);
});

for (const ratio of [1, 1.25, 1.5, 2, 3]) {
  test(`draws every device pixel at a ratio of ${ratio}`, async () => {
    const page = await openPage({ deviceScaleFactor: ratio, viewport: { width: 801, height: 603 } });
    await settle(page);
    const size = await canvasSize(page);
    assert.equal(size.clientWidth, 801);
    assert.equal(size.width, Math.round(801 * ratio));
    assert.equal(size.height, Math.round(603 * ratio));
    await screenshot(page, `ratio-${ratio}`);
  });
}

test('follows the size of the window', async () => {
  const page = await openPage({ deviceScaleFactor: 2 });
  await settle(page);
  await page.setViewportSize({ width: 640, height: 480 });
  await until(async () => `${(await canvasSize(page)).width}×${(await canvasSize(page)).height}`, '1280×960');
});

test('follows a change of the pixel ratio, as browser zoom makes one', async () => {
  const page = await openPage({ viewport: { width: 800, height: 600 } });
  await settle(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride',
    { width: 640, height: 480, deviceScaleFactor: 1.25, mobile: false });
  await page.waitForFunction(() => devicePixelRatio === 1.25);
  await until(async () => `${(await canvasSize(page)).width}×${(await canvasSize(page)).height}`, '800×600');
});

test('repaints when the preferred appearance changes', async () => {
  const page = await openPage({ colorScheme: 'light' });
  await settle(page);
  const light = await page.screenshot();
  const before = await framesPainted(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction((frames) => window.paramscope.frames > frames, before);
  await settle(page);
  assert.ok(!light.equals(await page.screenshot()));
});

test('shows what is pasted', async () => {
  const page = await openPage();
  await settle(page);
  const before = await page.screenshot();
  await paste(page, 'Linear(10, 20)');
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await settle(page);
  assert.ok(!before.equals(await page.screenshot()));
  assert.deepEqual(page.problems, []);
});

test('survives the loss of its graphics context', async () => {
  const page = await openPage();
  await settle(page);
  const before = await page.screenshot();
  await page.evaluate(async () => {
    const loss = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    loss.loseContext();
    const canvas = document.querySelector('canvas');
    await new Promise((done) => { canvas.addEventListener('webglcontextlost', () => setTimeout(done), { once: true }); });
    const restored = new Promise((done) => { canvas.addEventListener('webglcontextrestored', done, { once: true }); });
    loss.restoreContext();
    await restored;
  });
  await rest(page);
  assert.ok(before.equals(await page.screenshot()), 'the picture differs');
});

test('does not keep the keyboard to itself', async () => {
  const page = await openPage();
  await settle(page);
  await page.evaluate(() => {
    window.kept = [];
    document.addEventListener('keydown', (event) => {
      if (event.defaultPrevented) window.kept.push(event.key);
      event.preventDefault();
    });
  });
  // No text field is active and no keyboard cursor is shown: even Tab belongs to the browser.
  for (const chord of ['F5', 'Control+r', 'Control+l', 'Control+Equal', 'Control+0', 'Control+f', 'F12', 'Tab', 'Alt+ArrowLeft']) {
    await page.keyboard.press(chord);
  }
  assert.deepEqual(await page.evaluate(() => window.kept), []);
});
