// Builds the recipes of docs/recipes.md whose programs are installed (Sphinx with MyST, MkDocs, Quarto), and opens their pages with the library of
// the built site in place of the CDN's:
//
//     node scripts/recipes.mjs
//
// The site must be built; PARAMSCOPE_SITE names another folder than build/web/dist.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { launch } from '../tests/bench/browser.mjs';
import { blocks } from '../tests/support/markdown.mjs';
import { packageFolder } from '../tests/support/site.mjs';
import { serve } from './serve.mjs';
import { has, main, root, run } from './steps.mjs';

/** Each recipe: the program and its arguments, and the folder of the page. */
const recipes = {
  'Sphinx and MyST': { command: ['sphinx-build', '-W', '.', '_build'], folder: '_build' },
  MkDocs: { command: ['mkdocs', 'build', '--strict', '--quiet'], folder: 'site' },
  Quarto: { command: ['quarto', 'render', 'index.qmd'], folder: '.' },
};

const text = readFileSync(join(root, 'docs/recipes.md'), 'utf8');

/** Writes the files of a part of the document into a new folder. Returns it. */
function filesOf(title) {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-recipe-'));
  const [, part] = text.split(new RegExp(`^## ${title}$`, 'm'));
  for (const { name, text: content } of blocks(part.split(/^## /m)[0]).filter(({ name: named }) => named)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Opens a page and returns the parameters that its element counted. */
async function counted(browser, folder) {
  const server = await serve(folder);
  const page = await browser.newPage();
  try {
    await page.route('https://cdn.jsdelivr.net/npm/paramscope/**', (route) => route.fulfill({
      path: join(packageFolder, new URL(route.request().url()).pathname.replace('/npm/paramscope/', '')),
      headers: { 'Access-Control-Allow-Origin': '*' },
    }));
    await page.goto(`${server.url}index.html`);
    await page.waitForFunction(() => document.querySelector('param-scope')?.report, undefined, { timeout: 60_000 });
    return await page.evaluate(() => document.querySelector('param-scope').report.totals.parameters);
  } finally {
    await page.close();
    await server.close();
  }
}

await main(async () => {
  const browser = await launch();
  for (const [title, { command: [program, ...args], folder }] of Object.entries(recipes)) {
    if (!has(program)) {
      console.log(`${title}: ${program} is not installed`);
      continue;
    }
    const place = filesOf(title);
    await run('env', '-C', place, program, ...args);
    const page = join(place, folder);
    console.log(`${title}: ${existsSync(join(page, 'index.html')) ? `${await counted(browser, page)} parameters` : 'no page'}`);
    rmSync(place, { recursive: true });
  }
  await browser.close();
});
