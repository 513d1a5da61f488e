// The projects of examples/, built from the packed library and opened in Chromium.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { build } from 'esbuild';

import { serve } from '../../scripts/serve.mjs';
import { openPage } from '../browser/support.mjs';
import { runIn } from '../support/consumer.mjs';
import { absent, missing, packageOf, program, project } from './installed.mjs';

const servers = [];
after(async () => {
  for (const server of servers) await server.close();
});

async function open(folder, { path = '', ...options } = {}) {
  const server = await serve(folder);
  servers.push(server);
  return openPage({ url: server.url + path, ready: false, ...options });
}

/** The program and the arguments of a script of a project's package.json. */
function runScript(folder, name) {
  const [command, ...args] = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts[name].split(' ');
  return runIn(folder, program(command), ...args);
}

const articles = {
  react: { wrong: ['src/Article.tsx', 'view="compact"', 'vieww="compact"'] },
  vue: { wrong: ['src/Article.vue', 'preset="gpt2"', ':depth="{}"'] },
  svelte: { wrong: ['src/Article.svelte', 'view="compact"', 'vieww="compact"'] },
};
for (const [name, { wrong: [file, right, mistake] }] of Object.entries(articles)) {
  test(`${name}: its types hold, it builds, a slider sets the element, and the report comes back`, { skip: missing(name) }, async () => {
    const folder = project(`example-${name}`, { from: `examples/${name}` });
    runScript(folder, 'check');
    runScript(folder, 'build');
    const page = await open(join(folder, 'dist'));
    const says = (text) => page.waitForFunction((wanted) => document.querySelector('output').textContent === wanted, text);
    await says('124,439,808');
    await page.getByRole('slider', { name: 'Layers' }).first().fill('24');
    await says('209,494,272');
    assert.deepEqual(page.problems, []);
    // The check can fail: an attribute that there is not is an error.
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replace(right, mistake));
    assert.throws(() => runScript(folder, 'check'), /Article/);
  });
}

/** The totals that the elements of a page have counted. */
async function counted(page) {
  await page.waitForFunction(() => [...document.querySelectorAll('param-scope')].every((element) => element.report));
  return page.evaluate(() => [...document.querySelectorAll('param-scope')].map((element) => element.report.totals.parameters));
}

/** What a reader without scripts sees of a page that was built. */
async function textWithoutScripts(folder) {
  const page = await open(folder, { javaScriptEnabled: false });
  assert.deepEqual(page.problems, []);
  return page.locator('body').innerText();
}

/** Sites that are built from Markdown: where their pages are then, and the Chinese one; each page has the same two models. */
const sites = {
  vitepress: { skip: missing('vitepress'), dist: '.vitepress/dist', chinese: 'zh/', says: [/d_ff = 4\*d_model/, /GPT-2 small: 124,439,808 parameters/] },
  astro: { skip: missing('astro'), dist: 'dist', says: [/Sequential: 2,099,712 parameters/, /GPT-2 small: 124,439,808 parameters/] },
  hugo: { skip: absent('hugo'), dist: 'dist', says: [/Sequential: 2,099,712 parameters/, /GPT-2 small: 124,439,808 parameters/] },
};
for (const [name, { skip, dist, says, chinese }] of Object.entries(sites)) {
  test(`${name}: an article has its numbers without scripts, and counts in the browser`, { skip }, async () => {
    const folder = project(`example-${name}`, { from: `examples/${name}` });
    runIn(folder, 'npm', 'run', 'build');
    const text = await textWithoutScripts(join(folder, dist));
    for (const sentence of says) assert.match(text, sentence);
    const page = await open(join(folder, dist));
    assert.deepEqual(await counted(page), [2099712, 124439808]);
    assert.deepEqual(page.problems, []);
    if (!chinese) return;
    const other = await open(join(folder, dist), { path: chinese });
    assert.deepEqual(await counted(other), [2099712, 124439808]);
    await other.locator('param-scope').first().getByText('参数量').first().waitFor({ state: 'attached' });
    assert.deepEqual(other.problems, []);
  });
}

/** Answers for jsDelivr with the packages of a project: their files as they are, and `+esm` bundled. */
async function answerForCdn(page, folder) {
  await page.route('https://cdn.jsdelivr.net/npm/**', async (route) => {
    const [, name, file] = /\/npm\/((?:@[^/]+\/)?[^/@]+)[^/]*\/(.+)$/.exec(new URL(route.request().url()).pathname);
    const path = packageOf(folder, join(name, file));
    if (path) return route.fulfill({ path, headers: { 'Access-Control-Allow-Origin': '*' } });
    const { outputFiles: [{ text }] } = await build({ stdin: { contents: `export * from '${name}'`, resolveDir: folder }, bundle: true, format: 'esm', write: false });
    return route.fulfill({ body: text, contentType: 'text/javascript', headers: { 'Access-Control-Allow-Origin': '*' } });
  });
}

test('observable: a notebook has its numbers without scripts, and its own input counts again', { skip: missing('observable') }, async () => {
  const folder = project('example-observable', { from: 'examples/observable' });
  const written = runIn(folder, 'npx', 'paramscope', '--format', 'html', '--depth', '1', 'preset:gpt2');
  assert.ok(readFileSync(join(folder, 'index.html'), 'utf8').includes(written.trim()), 'the table in the notebook is what paramscope writes');
  runIn(folder, 'npm', 'run', 'build');
  assert.match(await textWithoutScripts(join(folder, 'dist')), /GPT-2 small: 124,439,808 parameters/);
  const page = await open(join(folder, 'dist'), { prepare: (opened) => answerForCdn(opened, folder) });
  await page.getByText('With 12 layers it has 124,439,808 parameters').waitFor();
  assert.deepEqual(await counted(page), [124439808]);
  await page.getByRole('spinbutton', { name: 'Layers' }).first().fill('24');
  await page.getByText('With 24 layers it has 209,494,272 parameters').waitFor();
  await page.waitForFunction(() => document.querySelector('param-scope').report.totals.parameters === 209494272);
  assert.deepEqual(page.problems, []);
});
