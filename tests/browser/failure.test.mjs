// The page if the program cannot run, or stops.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';

import { test } from '../support/shuffled.mjs';
import { edit, framesLater, openPage, pageFolder, pageUrl, paste, rest, screenshot, setPixelRatio, settle, state, stateWhere } from './support.mjs';

const text = 'd = 8 # <b>not bold</b>\nLinear(d, 4)\n';
const hash = `#v1:${deflateRawSync(JSON.stringify({ text, name: 'Mine' })).toString('base64url')}`;

const noWebGl = (page) => page.addInitScript(() => {
  const original = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind === 'webgl2' ? null : original.call(this, kind, ...rest);
  };
});

const program = '**/paramscope-app-*.wasm';

/** The options of a page that fails, and says so on the console, too. */
const failing = { ready: false, hash, complains: /./ };

const causes = {
  'no WebGL 2': { prepare: noWebGl, says: /WebGL 2.*hardware acceleration/s },
  'no WebAssembly': {
    prepare: (page) => page.addInitScript(() => { delete window.WebAssembly; }),
    says: /does not run WebAssembly/,
  },
  'no ResizeObserver': {
    prepare: (page) => page.addInitScript(() => { delete window.ResizeObserver; }),
    says: /lacks something.*ResizeObserver/s,
  },
  'no MediaQueryList.addEventListener': {
    prepare: (page) => page.addInitScript(() => {
      Object.defineProperty(window, 'MediaQueryList', { value: class {} });
    }),
    says: /lacks something.*MediaQueryList/s,
  },
  'the script is missing': {
    prepare: (page) => page.route('**/assets/program-*.js', (route) => route.abort()),
    says: /part of the page did not load.*program-/s,
  },
  'the program is missing': {
    prepare: (page) => page.route(program, (route) => route.fulfill({ status: 404 })),
    says: /could not be loaded.*paramscope-app-.*404/s,
  },
  'the program does not arrive': {
    prepare: (page) => page.route(program, (route) => route.abort()),
    says: /could not be loaded/,
  },
  'the program is something else': {
    prepare: (page) => page.route(program, (route) => route.fulfill({ contentType: 'application/wasm', body: '<!doctype html>' })),
    says: /damaged or not the file it should be/,
  },
  'the program is cut off': {
    prepare: (page) => page.route(program, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.body()).subarray(0, 100_000) });
    }),
    says: /damaged or not the file it should be/,
  },
  'the policy forbids WebAssembly': {
    prepare: (page) => page.route(/\/(#.*)?$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(" 'wasm-unsafe-eval'", '') });
    }),
    says: /Content-Security-Policy forbids WebAssembly/,
  },
  'there is no memory': {
    prepare: (page) => page.addInitScript(() => {
      WebAssembly.instantiate = () => Promise.reject(new RangeError('WebAssembly.Memory(): could not allocate memory'));
    }),
    says: /not enough memory/,
  },
};

for (const [name, { prepare, says }] of Object.entries(causes)) {
  test(`explains itself: ${name}`, async () => {
    const page = await openPage({ ...failing, prepare });
    await page.waitForSelector('html[data-paramscope=failed]');
    assert.match(await page.innerText('[role=alert]'), says);
    assert.equal(await page.inputValue('.panel > details textarea'), text);
    assert.equal(await page.locator('.panel b').count(), 0);
  });
}

test('explains itself: opened from disk', async () => {
  const page = await openPage({ ...failing, url: pathToFileURL(join(pageFolder, 'index.html')).href });
  await page.waitForSelector('html[data-paramscope=failed]');
  assert.match(await page.innerText('[role=alert]'), /opened from disk.*paramscope\.html/s);
});

test('explains itself in Chinese, also from disk', async () => {
  const page = await openPage({ ...failing, prepare: noWebGl, locale: 'zh-CN' });
  await page.waitForSelector('html[lang=zh-CN][data-paramscope=failed]');
  assert.match(await page.innerText('[role=alert]'), /无法启动.*WebGL 2.*硬件加速/s);
  await page.getByRole('button', { name: '不带此模型启动' }).waitFor();
  await page.locator('param-scope').getByText('超参数').waitFor();
  await screenshot(page, 'failure-chinese');

  await page.goto(pathToFileURL(join(pageFolder, 'index.html')).href);
  await page.waitForSelector('html[lang=zh-CN][data-paramscope=failed]');
  assert.match(await page.innerText('[role=alert]'), /从磁盘打开.*paramscope\.html/s);
});

test('runs where the server does not know what WebAssembly is', async () => {
  const page = await openPage({ prepare: (opened) => opened.route(program, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  }) });
  await settle(page);
  assert.equal((await state(page)).parameters, '6738415616');
});

test('says when the program has stopped, and keeps the model', async () => {
  const page = await openPage({ hash, complains: /unreachable/ });
  await rest(page);
  await page.evaluate(() => setTimeout(() => { throw new WebAssembly.RuntimeError('unreachable'); }));
  await page.waitForSelector('html[data-paramscope=failed]');
  assert.match(await page.innerText('[role=alert]'), /stopped.*out of memory.*unreachable/s);
  assert.equal(await page.inputValue('.panel > details textarea'), text);
  const frames = await page.evaluate(() => window.paramscope.frames);
  await page.mouse.move(200, 200);
  await framesLater(page);
  assert.equal(await page.evaluate(() => window.paramscope.frames), frames);

  await page.getByRole('button', { name: 'Start without this model' }).click();
  await page.waitForSelector('html[data-paramscope=ready]');
  assert.equal((await stateWhere(page, ({ source }) => source !== undefined)).source, 'LLaMA-2 7B');
});

/** Takes the graphics context away; giveBack() returns it. */
async function loseContext(page) {
  await page.evaluate(() => {
    window.loss = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    window.loss.loseContext();
  });
  return { giveBack: () => page.evaluate(() => window.loss.restoreContext()) };
}

test('a graphics context that stays away is explained; when it returns, everything is as it was', async () => {
  const page = await openPage({ hash, viewport: { width: 1000, height: 1400 }, pixels: true, complains: /does not belong to this context/ });  // what was lost is deleted
  await settle(page);
  await edit(page, 'd');
  await page.keyboard.type('16');
  await page.keyboard.press('Enter');
  await stateWhere(page, ({ parameters }) => parameters === '68');
  await page.mouse.move(5, 5);
  await rest(page);
  assert.notEqual(new URL(page.url()).hash, hash);
  const [before, picture, address] = [await state(page), await page.screenshot(), page.url()];

  const { giveBack } = await loseContext(page);
  await page.waitForSelector('html[data-paramscope=failed]');
  assert.match(await page.innerText('[role=alert]'), /picture is gone/);
  assert.equal(await page.inputValue('.panel > details textarea'), text);
  await screenshot(page, 'failure-graphics-lost');

  await giveBack();
  await page.waitForSelector('html[data-paramscope=ready]');
  assert.equal(await page.locator('[role=alert]').count(), 0);
  await rest(page);
  assert.deepEqual(await state(page), before);
  assert.equal(page.url(), address);
  assert.ok(picture.equals(await page.screenshot()), 'the picture differs');
});

test('a table stands in where the browser has no WebGL', async () => {
  const page = await openPage({ args: ['--disable-webgl', '--disable-webgl2', '--disable-3d-apis'], pixels: true, ready: false, hash });
  await page.waitForSelector('html[data-paramscope=failed]');
  assert.match(await page.innerText('[role=alert]'), /WebGL 2/);
  const table = page.locator('param-scope');
  await table.getByText('36', { exact: true }).first().waitFor();
  await screenshot(page, 'failure-table');

  await page.goto('about:blank');
  await page.goto(await pageUrl());
  await page.locator('param-scope').getByText('6,738,415,616', { exact: true }).first().waitFor();
});

test('the panel fits the window, and a phone in the dark', async () => {
  const page = await openPage({ ...failing, prepare: noWebGl });
  await page.waitForSelector('html[data-paramscope=failed]');
  await page.locator('.panel > details > summary').click();
  const fits = async (name) => {
    await screenshot(page, `failure-${name}`);
    assert.ok(await page.evaluate(() => document.querySelector('.panel').scrollWidth <= innerWidth), name);
  };
  await fits('light');
  await page.setViewportSize({ width: 390, height: 844 });
  await setPixelRatio(page, 2);
  await page.emulateMedia({ colorScheme: 'dark' });
  await fits('dark-phone');
});

test('a browser that cannot read links is named what it lacks', async () => {
  const page = await openPage({ ...failing, prepare: (opened) => opened.addInitScript(() => { delete window.DecompressionStream; }) });
  await page.getByText('DecompressionStream').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.paramscope), 'failed');
});

test('a page that may store nothing works', async () => {
  const page = await openPage({ prepare: (opened) => opened.addInitScript(() => {
    const refused = { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, refused);
    Object.defineProperty(Navigator.prototype, 'serviceWorker', refused);
  }) });
  await settle(page);
  await paste(page, 'Linear(7, 1)');
  await stateWhere(page, ({ parameters }) => parameters === '8');
});

test('a database that never answers does not keep the page from starting', async () => {
  const page = await openPage({
    prepare: (opened) => opened.addInitScript(() => {
      IDBFactory.prototype.open = () => ({});
      localStorage.setItem('paramscope.draftlong', '{"at":1,"hash":""}');
    }),
  });
  assert.equal((await stateWhere(page, ({ parameters }) => parameters)).parameters, '6738415616');
});
