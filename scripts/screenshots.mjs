// Makes the screenshots of the documents from the built page, before a release:
//
//     node scripts/screenshots.mjs            all of them, into docs/
//     node scripts/screenshots.mjs FOLDER     into another folder, to look at them first
//
// The page must be built: `npm run build`; PARAMSCOPE_SITE names another folder than build/web/dist.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { launch } from '../tests/bench/browser.mjs';
import { site } from '../tests/support/site.mjs';
import { encodeLink } from '../web/share/link.js';
import { serve } from './serve.mjs';
import { root } from './steps.mjs';

/** Each picture: the state that it shows, as links hold it, and the size and theme of the window. */
const shots = {
  'screenshot.png': { state: { preset: 'llama-2-7b', selection: 'model.layers.0-*.self_attn' }, width: 1440, height: 900 },
  'screenshot-phone.png': { state: { preset: 'llama-2-7b' }, width: 390, height: 844, pixels: 2 },
};

async function take(browser, url, path, { state, width, height, pixels = 1.5, colorScheme = 'light' }) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: pixels, colorScheme, reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(url + await encodeLink(state));
  await page.waitForSelector('html[data-paramscope=ready]', { timeout: 90_000 });
  await page.waitForFunction(() => window.paramscope.state?.parameters && window.paramscope.isAtRest);
  await page.screenshot({ path });
  await context.close();
}

const folder = resolve(process.argv[2] ?? join(root, 'docs'));
mkdirSync(folder, { recursive: true });
const server = await serve(site);
const browser = await launch();
for (const [name, shot] of Object.entries(shots)) {
  await take(browser, server.url, join(folder, name), shot);
  console.log(join(folder, name));
}
await browser.close();
await server.close();
