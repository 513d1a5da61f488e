// The projects of examples/, built from the packed library and opened in Chromium.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { serve } from '../../scripts/serve.mjs';
import { openPage } from '../browser/support.mjs';
import { runIn } from '../support/consumer.mjs';
import { missing, program, project } from './installed.mjs';

const servers = [];
after(async () => {
  for (const server of servers) await server.close();
});

async function open(folder) {
  const server = await serve(folder);
  servers.push(server);
  return openPage({ url: server.url, ready: false });
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

test('vitepress: an article is prerendered with its fallback, and counts in the browser', { skip: missing('vitepress') }, async () => {
  const folder = project('example-vitepress', { from: 'examples/vitepress' });
  runScript(folder, 'build');
  const dist = join(folder, '.vitepress/dist');
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  assert.match(html, /<param-scope[^>]*><pre[^>]*>[^]*d_ff = 4\*d_model/);
  const page = await open(dist);
  await page.waitForFunction(() => [...document.querySelectorAll('param-scope')].every((element) => element.report));
  const totals = await page.evaluate(() => [...document.querySelectorAll('param-scope')].map((element) => element.report.totals.parameters));
  assert.deepEqual(totals, [2099712, 124439808]);
  assert.deepEqual(page.problems, []);
});
