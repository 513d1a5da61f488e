// The page as a host: it starts, paints only when something changes, and is sharp at any pixel ratio.
import { strict as assert } from 'node:assert';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { compressSite } from '../../scripts/compress.mjs';
import { serve } from '../../scripts/serve.mjs';
import { test } from '../support/shuffled.mjs';
import { edit, framesPainted, openPage, pageFolder, pageUrl, paste, rest, screenshot, settle, showOn, stateWhere, until } from './support.mjs';

/** The canvas's own size and the one the layout gives it. */
function canvasSize(page) {
  return page.evaluate(() => {
    const { width, height, clientWidth, clientHeight } = document.querySelector('canvas');
    return { width, height, clientWidth, clientHeight };
  });
}

test('reaches its first frame without a complaint', async () => {
  const page = await openPage({ fresh: true, pixels: true, isFirstVisit: true });  // the first visit
  await settle(page);
  assert.deepEqual(page.problems, []);
  assert.ok(await framesPainted(page) > 0);
});

test('the theme that is chosen is that of the next visit and of the documents', async () => {
  const page = await openPage();
  const theme = () => page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.documentElement).colorScheme]);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('dark theme');
  await page.keyboard.press('Enter');
  await until(async () => (await theme())[0], 'dark');
  for (const path of ['', 'docs/index.html', 'about/index.html']) {
    await page.goto(`${await pageUrl()}${path}`);
    await until(async () => (await theme()).join(), 'dark,dark');
  }
});

test('makes one graphics context', async () => {
  const page = await openPage({
    prepare: (opening) => opening.addInitScript(() => {
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

test('requests all that the first frame awaits from the html itself, but for the program, which its first script asks for, with the texts behind it', async () => {
  const awaited = [];
  const page = await openPage({
    fresh: true,  // nothing is in a cache
    prepare: (opening) => opening.on('request', (request) => {
      const [path] = /assets\/.*/.exec(request.url()) ?? [];
      if (path) awaited.push(path);
    }),
  });
  const html = await (await page.request.get(await pageUrl())).text();
  assert.ok(awaited.some((path) => path.endsWith('.json')));
  const later = awaited.filter((path) => !html.includes(`"${path}"`));
  assert.ok(later.every((path) => /^assets\/(paramscope-app(\.\w+)?-\w+\.wasm|(blocks|presets)-\w+\.json)$/.test(path)), `not in the html: ${later}`);
  assert.equal(new Set(awaited).size, awaited.length, 'nothing is requested twice');
});

test('asks the browser for no state of the graphics in its frames', async () => {
  const page = await openPage({ pixels: true });
  await settle(page);
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
  await settle(page);
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
  await rest(page);  // tooltips have come
  const frames = await framesPainted(page);
  const opacities = await caret.evaluate(async (element) => {
    const seen = [];
    while (seen.length < 5) {
      const { opacity } = getComputedStyle(element);
      if (opacity !== seen.at(-1)) seen.push(opacity);
      await new Promise(requestAnimationFrame);
    }
    return [...new Set(seen)].sort();
  });
  assert.deepEqual(opacities, ['0', '1']);
  assert.equal(await framesPainted(page), frames);
});

test('draws every device pixel at any ratio, and follows the ratio, as browser zoom changes it, and the size of the window', async () => {
  const page = await openPage();
  const fills = async (viewport, ratio) => {
    await until(async () => {
      const { width, height, clientWidth } = await canvasSize(page);
      return [clientWidth, width, height].join();
    }, [viewport.width, Math.round(viewport.width * ratio), Math.round(viewport.height * ratio)].join());
    await settle(page);
  };
  const odd = { width: 801, height: 603 };
  for (const ratio of [1, 1.25, 1.5, 2, 3]) {
    await showOn(page, { viewport: odd, deviceScaleFactor: ratio });
    await page.reload();
    await page.waitForSelector('html[data-paramscope=ready]');
    await fills(odd, ratio);
    await screenshot(page, `ratio-${ratio}`);
  }
  // Zoom changes the size in CSS pixels and the ratio at once.
  const zoomed = { width: 640, height: 480 };
  await showOn(page, { viewport: zoomed, deviceScaleFactor: 1.25 });
  await fills(zoomed, 1.25);
  await showOn(page, { viewport: odd, deviceScaleFactor: 1.25 });
  await fills(odd, 1.25);
});

test('repaints when the preferred appearance changes', async () => {
  const page = await openPage({ pixels: true });
  await settle(page);
  const light = await page.screenshot();
  const before = await framesPainted(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction((frames) => window.paramscope.frames > frames, before);
  await settle(page);
  assert.ok(!light.equals(await page.screenshot()));
});

test('shows what is pasted', async () => {
  const page = await openPage({ pixels: true });
  await settle(page);
  const before = await page.screenshot();
  await paste(page, 'Linear(10, 20)');
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await settle(page);
  assert.ok(!before.equals(await page.screenshot()));
});

test('does not keep the keyboard to itself', async () => {
  const page = await openPage();
  await settle(page);
  await page.evaluate(() => {
    Object.assign(window, { seen: [], kept: [] });
    document.addEventListener('keydown', (event) => {
      window.seen.push(event.code);
      if (event.defaultPrevented) window.kept.push(event.code);
      event.preventDefault();
    });
  });
  // No text field is active and no keyboard cursor is shown: even Tab belongs to the browser.
  const chords = ['F5', 'F12', 'Tab', 'Alt+ArrowLeft', 'Control+Shift+KeyI', ...['KeyR', 'KeyL', 'KeyT', 'KeyF', 'Equal', 'Digit0'].map((key) => `Control+${key}`)];
  for (const chord of chords) await page.keyboard.press(chord);
  const { seen, kept } = await page.evaluate(() => ({ seen: window.seen, kept: window.kept }));
  assert.deepEqual(chords.filter((chord) => !seen.includes(chord.split('+').at(-1))), []);
  assert.deepEqual(kept, []);
});

/** Serves a copy of the page with compressed files beside its own: { url, close }. */
async function serveCompressed() {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-'));
  for (const name of ['index.html', 'assets', 'icons', 'manifest.webmanifest']) cpSync(join(pageFolder, name), join(folder, name), { recursive: true });
  compressSite(folder, { '.br': (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }) });
  const server = await serve(folder);
  return { url: server.url, close: () => server.close().then(() => rmSync(folder, { recursive: true })) };
}

test('every file the page awaits at its start has a compressed copy', async (context) => {
  const server = await serveCompressed();
  context.after(() => server.close());
  const codings = {};
  await openPage({
    url: server.url,
    prepare: (opening) => opening.on('response', (response) => {
      if (!/\.png$/.test(response.url())) codings[response.url()] = response.headers()['content-encoding'];
    }),
  });
  const types = new Set(Object.keys(codings).map((url) => /\.\w+$/.exec(url)?.[0]));
  for (const type of ['.js', '.wasm', '.json']) assert.ok(types.has(type), `${type} is loaded`);
  for (const [url, coding] of Object.entries(codings)) assert.equal(coding, 'br', url);
});
