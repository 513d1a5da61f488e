// The static server.
import { strict as assert } from 'node:assert';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { serve } from '../../scripts/serve.mjs';
import { test } from '../support/shuffled.mjs';

const script = 'answer(42);\n'.repeat(20000);

let folder;
let server;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paramscope-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/index.html'), 'hello');
  writeFileSync(join(folder, 'site/a.wasm'), 'wasm');
  for (const name of ['a.js', 'a.js.gz', 'a.js.br', 'b.js', 'b.js.gz']) writeFileSync(join(folder, 'site', name), name);
  writeFileSync(join(folder, 'site/a.webmanifest'), '{}');
  writeFileSync(join(folder, 'site/c.js'), script);
  writeFileSync(join(folder, 'site/c.png'), script);
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  server = await serve(join(folder, 'site'));
});

after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The answer to a path exactly as written: fetch() would tidy it first. */
function get(path, method = 'GET', headers = {}) {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path, method, headers }, (response) => {
      const parts = [];
      response.on('data', (data) => parts.push(data));
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        done({ status: response.statusCode, headers: response.headers, body: bytes.toString(), bytes });
      });
    }).on('error', fail).end();
  });
}

test('serves a folder by its index', async () => {
  const { status, headers, body } = await get('/');
  assert.deepEqual([status, headers['content-type'], body], [200, 'text/html;charset=utf-8', 'hello']);
  assert.equal((await get('/?x=1#y')).status, 200);
});

const types = { 'a.wasm': 'application/wasm', 'a.webmanifest': 'application/manifest+json' };

for (const [name, type] of Object.entries(types)) {
  test(`names ${name} as what it is`, async () => {
    assert.equal((await get(`/${name}`)).headers['content-type'], type);
  });
}

const sent = [
  ['a.js', 'gzip, deflate, br', 'a.js.br', 'br'],
  ['a.js', 'gzip', 'a.js.gz', 'gzip'],
  ['a.js', 'br;q=0, gzip;q=0.5', 'a.js.gz', 'gzip'],
  ['a.js', 'identity', 'a.js', undefined],
  ['a.js', undefined, 'a.js', undefined],
  ['b.js', 'br, gzip', 'b.js.gz', 'gzip'],
];

for (const [name, accepted, file, coding] of sent) {
  test(`sends ${file} for ${name} where "${accepted}" is accepted`, async () => {
    const { headers, body } = await get(`/${name}`, 'GET', accepted === undefined ? {} : { 'Accept-Encoding': accepted });
    assert.deepEqual([body, headers['content-encoding'], headers['content-type']], [file, coding, 'text/javascript']);
  });
}

test('compresses on the way what has no compressed copy, and only what is worth it', async () => {
  for (const [coding, unpack] of [['br', brotliDecompressSync], ['gzip', gunzipSync]]) {
    const { headers, bytes } = await get('/c.js', 'GET', { 'Accept-Encoding': coding });
    assert.deepEqual([headers['content-encoding'], headers['content-length']], [coding, undefined]);
    assert.equal(unpack(bytes).toString(), script);
    assert.equal((await get('/c.png', 'GET', { 'Accept-Encoding': coding })).body, script);
  }
});

test('lets pages of other origins load from it', async () => {
  assert.equal((await get('/a.wasm')).headers['access-control-allow-origin'], '*');
});

for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%00', '/%', '//../secret.txt', '/none']) {
  test(`finds nothing at ${path}`, async () => {
    assert.equal((await get(path)).status, 404);
  });
}

test('only reads', async () => {
  assert.equal((await get('/', 'POST')).status, 405);
});
