// A page that uses the library and the element, bundled with the lines of docs/package.md and opened in Chromium.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';

import { serve } from '../../scripts/serve.mjs';
import { openPage } from '../browser/support.mjs';
import { runIn } from '../support/consumer.mjs';
import { documentedLines, missing, program, project } from './installed.mjs';

const page = (script, type = 'module') => `<!doctype html><title>Bundled</title><link rel="icon" href="data:,"><output></output>
<param-scope preset="gpt2"></param-scope><script type="${type}" src="${script}"></script>`;

/** Counts a text, and opens a listing, which the readers' wasm does in a worker. */
const main = `import { parse } from 'paramscope';
const model = await parse('d = 512\\nSequential(\\n  (0): Linear(d, 4*d)\\n)');
const listing = await parse('fc.weight torch.Size([2, 3])\\nfc.bias torch.Size([2])\\n');
document.querySelector('output').value = model.formula('0', 'unicode') + ' and ' + listing.report().totals.parameters;
`;

const servers = [];
after(async () => {
  for (const server of servers) await server.close();
});

async function check(url) {
  const opened = await openPage({ url, ready: false });
  await opened.waitForFunction(() => document.querySelector('output').value);
  assert.equal(await opened.evaluate(() => document.querySelector('output').value), '4·d² + 4·d and 8');
  await opened.waitForFunction(() => document.querySelector('param-scope').report);
  assert.equal(await opened.evaluate(() => document.querySelector('param-scope').report.totals.parameters), 124439808);
  assert.deepEqual(opened.problems, []);
}

async function checkFolder(folder) {
  const server = await serve(folder);
  servers.push(server);
  await check(server.url);
}

/** Runs the documented commands; programs are called by their paths. */
function runLines(folder, lines) {
  for (const line of lines) {
    const [name, ...args] = line.replace(/^npx /, '').split(' ');
    if (name === 'cp') runIn(folder, 'sh', '-c', line);
    else runIn(folder, program(name), ...args);
  }
}

/** Bundlers that need nothing but the documented commands; the page is put beside what they make. */
const bundlers = {
  esbuild: { skip: false, files: {} },
  rollup: { skip: missing('rollup'), files: { 'rollup.config.js': "import resolve from '@rollup/plugin-node-resolve';\nexport default { input: 'main.js', output: { dir: 'dist' }, plugins: [resolve({ browser: true })] };\n" } },
  webpack: { skip: missing('webpack'), files: {}, type: 'text/javascript' },
  bun: { skip: missing('bun'), files: {} },
};
for (const [name, { skip, files, type }] of Object.entries(bundlers)) {
  test(`${name}: the page counts and shows the element`, { skip }, async () => {
    const folder = project(name, { files: { 'main.js': main, ...files } });
    runLines(folder, documentedLines(name));
    writeFileSync(join(folder, 'dist/index.html'), page('main.js', type).replace('<script', type ? '<script defer' : '<script'));
    await checkFolder(join(folder, 'dist'));
  });
}

test('esbuild: a classic script, with the wasm named by configure()', async () => {
  const text = `import { configure } from 'paramscope';\nconfigure({ wasm: 'paramscope.wasm', element: 'paramscope-element.wasm', opener: 'paramscope-open.wasm' });\n(async () => {${main.replace(/^import.*\n/, '')}})();`;
  const folder = project('esbuild-classic', { files: { 'main.js': `import { parse } from 'paramscope';\n${text}` } });
  runIn(folder, program('esbuild'), 'main.js', '--bundle', '--outdir=dist');
  for (const wasm of ['paramscope.wasm', 'paramscope-element.wasm', 'paramscope-open.wasm']) cpSync(join(folder, 'node_modules/paramscope', wasm), join(folder, 'dist', wasm));
  writeFileSync(join(folder, 'dist/index.html'), page('main.js', 'text/javascript').replace('<script', '<script defer'));
  await checkFolder(join(folder, 'dist'));
});

test('Vite: without configuration, built and served for development', async () => {
  const { build, createServer } = await import('vite');
  const folder = project('vite', { files: { 'index.html': page('/main.js'), 'main.js': main } });
  await build({ root: folder, logLevel: 'error' });
  await checkFolder(join(folder, 'dist'));
  const server = await createServer({ root: folder, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } });
  await server.listen();
  servers.push(server);
  await check(server.resolvedUrls.local[0]);
});

test('Next prerenders the element, and server and page count', { skip: missing('next') }, async () => {
  const folder = project('next', {
    files: {
      'package.json': '{"name": "next-page", "private": true}',
      'next.config.mjs': "export default { turbopack: { root: new URL('../../..', import.meta.url).pathname } };\n",
      'app/layout.js': 'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
      'app/counted/route.js': "import { parse } from 'paramscope';\nexport const dynamic = 'force-dynamic';\nexport const GET = async () => new Response(String((await parse('Linear(2, 3)')).report().totals.parameters));\n",
      'app/page.js': `'use client';
import 'paramscope/element';
import { parse } from 'paramscope';
import { useEffect, useState } from 'react';

export default function Page() {
  const [said, say] = useState('');
  useEffect(() => {
    (async () => {
${main.replace(/^import.*\n/, '').replace(/document.*value = (.*);/, 'say($1);')}
    })();
  }, []);
  return <main><link rel="icon" href="data:," /><output>{said}</output><param-scope preset="gpt2"><p>GPT-2, for readers without scripts</p></param-scope></main>;
}
`,
    },
  });
  const next = program('next');
  runIn(folder, next, 'build');
  const running = spawn(next, ['start', '--port', '0', '--hostname', '127.0.0.1'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  servers.push({ close: () => running.kill() });
  const url = await new Promise((done, fail) => {
    let output = '';
    running.stdout.on('data', (data) => {
      output += data;
      const [found] = /http:\/\/(127\.0\.0\.1|localhost):[1-9]\d*/.exec(output) ?? [];
      if (found && /Ready/.test(output)) done(found);
    });
    running.on('exit', () => fail(new Error(output)));
  });
  assert.equal(await (await fetch(`${url}/counted`)).text(), '9');
  const prerendered = await (await fetch(url)).text();
  assert.match(prerendered, /<param-scope preset="gpt2"><p>GPT-2, for readers without scripts<\/p><\/param-scope>/);
  await check(url);
});
