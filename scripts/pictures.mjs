// Makes the set of pictures that people look at before a release: every picture of some models, in every size, theme and
// language, with a page that shows them beside each other.
//
//     node scripts/pictures.mjs                    all of them, into build/pictures
//     node scripts/pictures.mjs unet phone blocks  those with all of these words in their names
//
// The page must be built: `npm run build` or `npm start`; PARAMSCOPE_SITE names another folder than build/web/dist.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch } from '../tests/bench/browser.mjs';
import { site } from '../tests/support/site.mjs';
import { readTables } from '../web/languages/table.js';
import { encodeLink } from '../web/share/link.js';
import { serve } from './serve.mjs';
import { root } from './steps.mjs';

const folder = join(root, 'build/pictures');

/** What links to a model hold. */
const models = {
  llama: { preset: 'llama-2-7b', device: 'H100' },
  resnet: { preset: 'resnet-50' },
  unet: {
    name: 'U-Net', text: readFileSync(join(root, 'tests/golden/source/unet.py'), 'utf8'), build: 'UNet(3, 2)', input: '1,3,256,256',
  },
};

/** The pictures, in the order in which the page offers them. */
const pictures = ['strip', 'blocks', 'treemap', 'icicle', 'curve', 'families', 'roofline'];

const sizes = {
  wide: { viewport: { width: 1440, height: 900 } },
  low: { viewport: { width: 1366, height: 650 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

const themes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  contrast: { colorScheme: 'light', contrast: 'more' },
};

const languages = ['en', 'zh'];

const words = process.argv.slice(2);
const isWanted = (name) => words.every((word) => name.split('-').includes(word));

const settle = (page) => page.waitForFunction(() => window.paramscope?.isIdle);

async function press(page, widget) {
  await widget.waitFor({ state: 'attached' });
  await settle(page);
  await widget.click();
  await settle(page);
}

/** Shows the pane with the picture, which is behind a tab where there is no room. */
async function showPane(page, name) {
  const tab = page.getByRole('tab', { name, exact: true });
  await settle(page);
  if (await tab.count() > 0) await press(page, tab);
}

/** Chooses a picture: of a row of choices, or in a menu where there is no room for that. */
async function choosePicture(page, name, picture) {
  const at = pictures.indexOf(picture);
  const row = page.getByRole('radiogroup', { name, exact: true });
  await settle(page);
  if (await row.count() > 0) return press(page, row.getByRole('radio').nth(at));
  await press(page, page.getByRole('button', { name: new RegExp(`^${name}[:：]`) }));
  return press(page, page.getByRole('menuitemcheckbox').nth(at));
}

/** Makes the pictures of one size, theme and language; gives their names. */
async function takePictures(browser, url, { size, theme, language }) {
  const wanted = (model) => pictures.filter((picture) => isWanted([model, picture, size, theme, language].join('-')));
  const made = [];
  const pane = language === 'en' ? 'Picture' : readTables(join(root, 'web/languages/zh')).interface['interface.picture'];
  const context = await browser.newContext({ ...sizes[size], ...themes[theme], reducedMotion: 'reduce', serviceWorkers: 'block' });
  for (const [model, state] of Object.entries(models)) {
    if (wanted(model).length === 0) continue;
    const page = await context.newPage();
    await page.goto(`${url}?lang=${language}${await encodeLink(state)}`);
    await page.waitForSelector('html[data-paramscope=ready]', { timeout: 90_000 });
    await page.waitForFunction(() => window.paramscope.state?.parameters);
    await showPane(page, pane);
    for (const picture of wanted(model)) {
      await choosePicture(page, pane, picture);
      await page.mouse.move(0, 0);
      await settle(page);
      const name = [model, picture, size, theme, language].join('-');
      await page.screenshot({ path: join(folder, `${name}.png`) });
      made.push(name);
    }
    await page.close();
  }
  await context.close();
  return made;
}

/** A page with all pictures, those of one model and kind in a row. */
function indexPage(names) {
  const rows = groupBy(names, rowOf);
  const figure = (name) => `<figure><a href="${name}.png"><img src="${name}.png" alt="" loading="lazy"></a><figcaption>${name}</figcaption></figure>`;
  const section = ([row, all]) => `<h2>${row}</h2><div>${all.map(figure).join('')}</div>`;
  return `<!doctype html><meta charset="utf-8"><title>Pictures</title>
<style>body { font: 14px system-ui; margin: 2em } div { display: flex; gap: 1em; overflow-x: auto } figure { margin: 0 } img { height: 22em; border: 1px solid #8886 }</style>
<h1>${names.length} pictures</h1>${Object.entries(rows).map(section).join('\n')}\n`;
}

const rowOf = (name) => name.split('-').slice(0, 2).join(' ');

function groupBy(items, keyOf) {
  const groups = {};
  for (const item of items) (groups[keyOf(item)] ??= []).push(item);
  return groups;
}

mkdirSync(folder, { recursive: true });
const server = await serve(site);
const browser = await launch();
const names = [];
for (const size of Object.keys(sizes)) {
  for (const theme of Object.keys(themes)) {
    for (const language of languages) names.push(...await takePictures(browser, server.url, { size, theme, language }));
  }
}
await browser.close();
await server.close();
writeFileSync(join(folder, 'index.html'), indexPage(names.sort()));
console.log(`${names.length} pictures in ${folder}`);
