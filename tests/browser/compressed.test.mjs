// What opening the page loads is sent compressed where the server finds copies.
import { strict as assert } from 'node:assert';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';

import { compressSite } from '../../scripts/compress.mjs';
import { serve } from '../../scripts/serve.mjs';
import { test } from '../support/shuffled.mjs';
import { openPage, pageFolder } from './support.mjs';

let site;
let server;

before(async () => {
  site = mkdtempSync(join(tmpdir(), 'paramscope-'));
  for (const name of ['index.html', 'assets', 'icons', 'manifest.webmanifest']) cpSync(join(pageFolder, name), join(site, name), { recursive: true });
  compressSite(site, { '.br': (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }) });
  server = await serve(site);
});

after(async () => {
  await server.close();
  rmSync(site, { recursive: true });
});

test('every file the page awaits at its start has a compressed copy', async () => {
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
