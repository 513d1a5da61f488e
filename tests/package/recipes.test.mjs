// The recipe of docs/recipes.md whose programs come from npm: remark and MDX with the plugin that stands there.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { serve } from '../../scripts/serve.mjs';
import { openPage } from '../browser/support.mjs';
import { runIn } from '../support/consumer.mjs';
import { blocks, read } from '../support/markdown.mjs';
import { packageFolder } from '../support/site.mjs';
import { missing, project } from './installed.mjs';

const servers = [];
after(async () => {
  for (const server of servers) await server.close();
});

/** A project with the files of the recipe and more. */
function recipe(name, more = {}) {
  const part = read('docs/recipes.md').split('\n## ')[1];
  const files = Object.fromEntries(blocks(part).filter((block) => block.name).map((block) => [block.name, block.text]));
  return project(name, { files: { ...files, ...more } });
}

/** Opens a page of a folder; jsDelivr's files are those of the package. */
async function open(folder, options = {}) {
  const server = await serve(folder);
  servers.push(server);
  const fromCdn = (route) => route.fulfill({ path: join(packageFolder, new URL(route.request().url()).pathname.replace('/npm/paramscope/', '')), headers: { 'Access-Control-Allow-Origin': '*' } });
  return openPage({ url: server.url, ready: false, prepare: (opened) => opened.route('https://cdn.jsdelivr.net/npm/paramscope/**', fromCdn), ...options });
}

test('remark: a block of code has its number without scripts, and counts in the browser', { skip: missing('remark') }, async () => {
  const folder = recipe('recipe-remark');
  runIn(folder, process.execPath, 'build.js');
  const plain = await open(folder, { javaScriptEnabled: false });
  assert.match(await plain.locator('param-scope').innerText(), /Linear\(d, 4\*d\)[^]*2,099,712 parameters/);
  const page = await open(folder);
  await page.waitForFunction(() => document.querySelector('param-scope').report);
  assert.equal(await page.evaluate(() => document.querySelector('param-scope').report.totals.parameters), 2099712);
  assert.equal(await page.locator('param-scope').getAttribute('depth'), '1');
  assert.deepEqual(page.problems, []);
});

test('MDX: the plugin and the element without it', { skip: missing('remark') }, () => {
  const folder = recipe('recipe-mdx', {
    'compile.js': `import { compile } from '@mdx-js/mdx';
      import { readFileSync } from 'node:fs';
      import remarkParamscope from './remark-paramscope.js';
      const text = readFileSync('article.md', 'utf8') + '\\n<param-scope preset="gpt2" />\\n';
      console.log(String(await compile(text, { remarkPlugins: [remarkParamscope] })));`,
  });
  const compiled = runIn(folder, process.execPath, 'compile.js');
  assert.match(compiled, /depth: "1",\s*children: .*script/);
  assert.match(compiled, /2,099,712 parameters/);
  assert.match(compiled, /"param-scope", \{\s*preset: "gpt2"/);
});
