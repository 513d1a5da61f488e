// The offline file: opened from disk without a network, saved again with a model in it, and inside a notebook.
import { strict as assert } from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { deflateRawSync, gunzipSync } from 'node:zlib';

import { test } from '../support/shuffled.mjs';
import { openPage, pageFolder, pageUrl, paste, settle, share, state, stateWhere } from './support.mjs';

const file = join(pageFolder, 'paramscope.html');
const url = pathToFileURL(file).href;

const wide = { viewport: { width: 1440, height: 900 } };

const saved = mkdtempSync(join(tmpdir(), 'paramscope-'));
after(() => rmSync(saved, { recursive: true }));

/** A name and a text that would run, were either of them taken for HTML or script. */
const hostileName = '<img src=x onerror="intruder=1"><!--<script></script><script>intruder=1</script>';
const hostileText = 'Sequential(\n  # </script><script>intruder=1</script><img src=x onerror=intruder=1>\n  (0): Linear(3, 4)\n)\n';

const linkOf = (content) => `#v1:${deflateRawSync(JSON.stringify(content)).toString('base64url')}`;

/** Saves an offline copy through the Share menu; gives its path. */
async function saveCopy(page, name) {
  const download = page.waitForEvent('download');
  await share(page, 'offline');
  const path = join(saved, name);
  await (await download).saveAs(path);
  return path;
}

/** Opens a saved copy from disk, without a network. */
function openCopy(path, options) {
  return openPage({ ...wide, url: pathToFileURL(path).href, offline: true, ...options });
}

test('opens from disk without a network, and asks nothing of it', async () => {
  const requests = [];
  const page = await openPage({ url, offline: true, pixels: true, prepare: (opened) => opened.on('request', (request) => requests.push(request.url())) });
  await settle(page);
  assert.equal(await page.evaluate(() => window.paramscope.state.parameters), '6738415616');
  assert.deepEqual(requests.filter((address) => address !== url && !/^(data|blob):/.test(address)), []);
});

test('carries the hosted wasm, to the byte, and whole what the site has in parts', () => {
  const html = readFileSync(file, 'utf8');
  const inside = [...html.matchAll(/<script type="application\/wasm" id="([\w-]+)\.wasm">([^<]*)<\/script>/g)];
  assert.ok(inside.length > 0);
  const assets = readdirSync(join(pageFolder, 'assets')).filter((asset) => asset.endsWith('.wasm'));
  const bytesOf = (beginning) => readFileSync(join(pageFolder, 'assets', assets.find((asset) => asset.startsWith(beginning))));
  for (const [, name, base64] of inside) {
    const carried = gunzipSync(Buffer.from(base64, 'base64'));
    if (assets.some((asset) => asset.startsWith(`${name}.`))) assert.ok(carried.length > bytesOf(`${name}-`).length, name);
    else assert.ok(carried.equals(bytesOf(`${name}-`)), name);
  }
});

test('a saved copy opens with its model, which cannot break out of it', async () => {
  const hosted = await openPage({ ...wide, hash: linkOf({ text: hostileText, name: hostileName }) });
  await stateWhere(hosted, ({ source }) => source === hostileName);
  const copy = await openCopy(await saveCopy(hosted, 'hostile.html'));
  const { source, parameters } = await stateWhere(copy, (shown) => shown.parameters);
  assert.deepEqual([source, parameters], [hostileName, '16']);
  assert.equal(await copy.evaluate(() => window.intruder), undefined);
  assert.equal(await copy.evaluate(() => document.images.length), 0);
  assert.equal(await copy.evaluate(() => document.scripts.length), await (await openPage({ url })).evaluate(() => document.scripts.length));
});

test('a copy saved from a copy holds the other model, and the same program', async () => {
  const first = await openPage({ ...wide, url });
  await paste(first, 'Linear(10, 20)');
  await stateWhere(first, ({ parameters }) => parameters === '220');
  const firstPath = await saveCopy(first, 'first.html');

  const second = await openCopy(firstPath);
  await stateWhere(second, ({ parameters }) => parameters === '220');
  await paste(second, 'Linear(20, 30)');
  await stateWhere(second, ({ parameters }) => parameters === '630');
  const secondPath = await saveCopy(second, 'second.html');

  const third = await openCopy(secondPath);
  assert.equal((await stateWhere(third, ({ parameters }) => parameters)).parameters, '630');
  const parts = (path) => readFileSync(path, 'utf8').match(/<script(?![^>]*paramscope-state)[^]*?<\/script>/g);
  assert.deepEqual(parts(secondPath), parts(file));
});

test('a state that is not one is explained', async () => {
  const path = join(saved, 'wrong.html');
  const html = readFileSync(file, 'utf8').replace('id="paramscope-state">null<', 'id="paramscope-state">{"text":7}<');
  writeFileSync(path, html);
  const page = await openCopy(path);
  assert.equal((await state(page)).source, 'LLaMA-2 7B');
  assert.match(await page.innerText('[role=alert]'), /“text”/);
});

test('shows the table, from the engine inside, where WebGL 2 is missing', async () => {
  const page = await openPage({
    url,
    offline: true,
    ready: false,
    complains: /./,
    prepare: (opened) => opened.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    }),
  });
  await page.waitForSelector('html[data-paramscope=failed]');
  await page.waitForFunction(() => /6[,\u202f\u00a0. ]?738[,\u202f\u00a0. ]?415[,\u202f\u00a0. ]?616|6\.74/.test(
    document.querySelector('param-scope')?.shadowRoot.textContent ?? ''));
});

// In a frame without an address, as notebooks show it: paramscope.show() in Python.
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

test('a sandboxed frame with the offline file inside counts without a complaint', async () => {
  const html = readFileSync(file, 'utf8');
  const frame = `<iframe srcdoc="${escaped(html)}" sandbox="allow-scripts allow-downloads" width="1000" height="640" title="A model"></iframe>`;
  const address = await pageUrl();
  const page = await openPage({
    url: `${address}notebook`,
    ready: false,
    prepare: (opened) => opened.route('**/notebook', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><title>N</title>${frame}` })),
  });
  const inside = await (await page.waitForSelector('iframe')).contentFrame();
  await inside.waitForSelector('html[data-paramscope=ready]');
  await settle(inside);
  assert.equal((await inside.evaluate(() => window.paramscope.state)).parameters, '6738415616');
});
