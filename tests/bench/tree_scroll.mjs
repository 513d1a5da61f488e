// Measures the cost of a frame while the tree scrolls: a large tree and a small one in the same run. Costs are CPU time of
// the page's thread, which other processes do not change.
//   PARAMSCOPE_SITE=build/web-release/dist node tests/bench/tree_scroll.mjs [rows]     100,000 by default
import { fileURLToPath } from 'node:url';

import { serve } from '../../scripts/serve.mjs';
import { launch } from './browser.mjs';

/** Rows of the trees that are compared; the large one has the most that are read. */
export const [small, large] = [1000, 100_000];
const notches = 60;
const patienceMs = 600_000;

/** Pastes a list of modules with the shortest names, since a text is limited to 16 MiB. */
async function open(page, rows) {
  const start = Date.now();
  await page.evaluate((count) => {
    const lines = Array.from({ length: count - 1 }, (_, i) => `(a${i.toString(36)}):ReLU()`);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', `Sequential(\n${lines.join('\n')}\n)\n`);
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, rows);
  await page.waitForFunction((count) => window.paramscope.state.rows === count, rows, { timeout: patienceMs });
  console.error(`${rows.toLocaleString('en')} rows: shown after ${((Date.now() - start) / 1000).toFixed(1)} s, ` +
    `${await page.evaluate(() => Math.round(window.paramscope.HEAPU8?.length / 2 ** 20) || '?')} MiB of memory`);
}

/** Measures CPU milliseconds of the page's thread for each frame while the wheel turns over the tree. */
async function cost(page, devtools) {
  await page.waitForTimeout(3000);  // work after a new model: links, drafts, tooltips
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return { ms: 1000 * metrics.find(({ name }) => name === 'TaskDuration').value, frames: await page.evaluate(() => window.paramscope.frames) };
  };
  const { x, y } = await page.getByRole('treegrid').boundingBox();
  await page.mouse.move(x + 60, y + 60);
  await page.waitForTimeout(1000);
  const before = await spent();
  for (let i = 0; i < notches; ++i) {
    await page.mouse.wheel(0, 240);
    await page.waitForTimeout(30);
  }
  const after = await spent();
  return (after.ms - before.ms) / (after.frames - before.frames);
}

/** Measures a frame with each number of rows in `sizes`, in a site's page: resolves to milliseconds, in the same order. */
export async function measure(site, sizes) {
  const browser = await launch();
  const server = await serve(site);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    page.on('pageerror', (error) => console.error(String(error)));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(server.url);
    await page.waitForSelector('html[data-paramscope=ready]', { timeout: patienceMs });
    const costs = [];
    for (const rows of sizes) {
      await open(page, rows);
      costs.push(await cost(page, devtools));
    }
    return costs;
  } finally {
    await browser.close();
    await server.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [few, many] = [small, Number(process.argv[2] ?? large)];
  const [one, other] = await measure(process.env.PARAMSCOPE_SITE ?? 'build/web-release/dist', [few, many]);
  console.log(`a frame: ${one.toFixed(2)} ms with ${few} rows, ${other.toFixed(2)} ms with ${many}: ${(other / one).toFixed(2)} times`);
}
