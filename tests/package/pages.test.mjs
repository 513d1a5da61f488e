// Pages, workers and service workers that load the files of the package as they are, from a folder of another site.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { build } from 'esbuild';

import { sender } from '../../scripts/serve.mjs';
import { openPage } from '../browser/support.mjs';
import { packageFolder } from '../support/site.mjs';

/** Where a content delivery network has the package. */
const folder = '/npm/paramscope@0.1.0/';

const servers = [];
after(() => servers.forEach((server) => server.closeAllConnections() ?? server.close()));

function listen(answer) {
  const server = createServer(answer);
  servers.push(server);
  return new Promise((done) => { server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${server.address().port}`)); });
}

let network;
before(async () => {
  const send = sender(packageFolder);
  network = await listen((request, response) => {
    if (!request.url.startsWith(folder)) return response.writeHead(404).end();
    request.url = request.url.slice(folder.length - 1);
    return send(request, response);
  });
});

/** Serves texts by path, { path: [type, text] } with the other site's address in the place of CDN, and opens the page at '/'. */
async function open(texts, { headers = {}, ...options } = {}) {
  const site = await listen((request, response) => {
    const [type, text] = texts[request.url] ?? [];
    if (!type) return response.writeHead(404).end();
    const written = (given) => given.replaceAll('CDN', network + folder).replaceAll('NETWORK', network);
    return response.writeHead(200, { 'Content-Type': type, ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, written(value)])) }).end(written(text));
  });
  return openPage({ url: `${site}/`, ready: false, ...options });
}

const html = (body) => ['text/html', `<!doctype html><title>A page</title><link rel="icon" href="data:,">${body}`];
const script = (text) => ['text/javascript', text];

/** Counts a shipped model, a text with a composite type, and a listing, which the readers' wasm opens; gives their totals. */
const count = `async function count({ parse, preset }) {
  const models = [await preset('gpt2'), await parse('TransformerEncoderLayer(8, 2)'), await parse('fc.weight torch.Size([2, 3])\\nfc.bias torch.Size([2])\\n')];
  return models.map((model) => model.report().totals.parameters);
}
`;
const counted = [124439808, 35144, 8];

const said = (page) => page.waitForFunction(() => window.said).then((handle) => handle.jsonValue());

test('a page under a policy loads the library and the element from another site', async () => {
  const page = await open({
    '/': html('<param-scope preset="gpt2"></param-scope><script type="module" src="/main.js"></script>'),
    '/main.js': script(`import * as library from 'CDNparamscope.js';\n${count}window.said = await count(library);`),
  }, { headers: { 'Content-Security-Policy': "default-src 'none'; img-src data:; script-src 'self' NETWORK 'wasm-unsafe-eval'; connect-src NETWORK; worker-src blob:; require-trusted-types-for 'script'" } });
  assert.deepEqual(await said(page), counted);
  await page.waitForFunction(() => document.querySelector('param-scope').report);
  assert.deepEqual(page.problems, []);
});

test('a worker loads the library from another site', async () => {
  const page = await open({
    '/': html('<script type="module">new Worker("/worker.js", { type: "module" }).onmessage = ({ data }) => { window.said = data; };</script>'),
    '/worker.js': script(`import * as library from 'CDNengine.js';\n${count}count(library).then(postMessage, (error) => postMessage(String(error)));`),
  });
  assert.deepEqual(await said(page), counted);
  assert.deepEqual(page.problems, []);
});

test('a service worker counts with a bundle of one file, for it may not import while it runs', async () => {
  const contents = `import * as library from './engine.js';
    library.configure({ wasm: 'CDNparamscope.wasm', opener: 'CDNparamscope-open.wasm' });
    ${count}
    addEventListener('message', ({ source }) => count(library).then((totals) => source.postMessage(totals), (error) => source.postMessage(String(error))));`;
  const { outputFiles: [{ text }] } = await build({ stdin: { contents, resolveDir: packageFolder }, bundle: true, format: 'esm', write: false });
  const page = await open({
    '/': html(`<script type="module">
      await navigator.serviceWorker.register('/worker.js', { type: 'module' });
      const { active } = await navigator.serviceWorker.ready;
      navigator.serviceWorker.onmessage = ({ data }) => { window.said = data; };
      active.postMessage('count');</script>`),
    '/worker.js': script(text),
  }, { serviceWorkers: 'allow' });
  assert.deepEqual(await said(page), counted);
});

test('two copies of the element on a page: the first counts for all', async () => {
  const page = await open({
    '/': html(`<param-scope preset="gpt2"></param-scope><param-scope preset="alexnet"></param-scope>
      <script type="module" src="CDNparamscope.js"></script><script type="module" src="CDNelement.js?again"></script><script type="module" src="CDNelement.js"></script>`),
  });
  await page.waitForFunction(() => [...document.querySelectorAll('param-scope')].every((element) => element.report));
  assert.deepEqual(page.problems, []);
});

test('a browser that constructs no stylesheets shows the element with its styles', async () => {
  const page = await open({
    '/': html('<param-scope preset="gpt2"></param-scope><script>delete CSSStyleSheet.prototype.replaceSync;</script><script type="module" src="CDNelement.js"></script>'),
  });
  await page.waitForFunction(() => document.querySelector('param-scope').report);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('param-scope')).display), 'block');
  assert.deepEqual(page.problems, []);
});
