// The static server.
import { strict as assert } from 'node:assert';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { serve } from '../../scripts/serve.mjs';

let folder;
let server;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paramscope-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/index.html'), 'hello');
  writeFileSync(join(folder, 'site/a.wasm'), 'wasm');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  server = await serve(join(folder, 'site'));
});

after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The answer to a path exactly as written: fetch() would tidy it first. */
function get(path, method = 'GET') {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path, method }, (response) => {
      let body = '';
      response.on('data', (data) => { body += data; });
      response.on('end', () => done({ status: response.statusCode, type: response.headers['content-type'], body }));
    }).on('error', fail).end();
  });
}

test('serves a folder by its index', async () => {
  assert.deepEqual(await get('/'), { status: 200, type: 'text/html; charset=utf-8', body: 'hello' });
  assert.equal((await get('/?x=1#y')).status, 200);
});

test('names WebAssembly as what it is', async () => {
  assert.equal((await get('/a.wasm')).type, 'application/wasm');
});

for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%00', '/%', '//../secret.txt', '/none']) {
  test(`finds nothing at ${path}`, async () => {
    assert.equal((await get(path)).status, 404);
  });
}

test('only reads', async () => {
  assert.equal((await get('/', 'POST')).status, 405);
});
