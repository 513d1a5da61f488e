// What a frame costs while the tree scrolls: a large tree beside a small one, in the same run.
//   PARAMSCOPE_PAGE=build/web-release/dist node tests/bench/tree_scroll.mjs [rows]     1,000,000 unless told otherwise
import { chromium } from 'playwright-core';

import { serve } from '../../scripts/serve.mjs';

const small = 1000;
const large = Number(process.argv[2] ?? 1_000_000);
const frames = 60;

/** Modules in one list, their names as short as can be: a text may have 16 MiB. */
function modelOf(rows) {
  const lines = Array.from({ length: rows - 1 }, (_, i) => `(a${i.toString(36)}):ReLU()`);
  return `Sequential(\n${lines.join('\n')}\n)\n`;
}

/** Milliseconds the program takes for each frame while the wheel turns over the tree, in the middle of a sorted list. */
async function cost(page, rows) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, modelOf(rows));
  await page.waitForFunction((count) => window.paramscope.state.rows === count, rows, { timeout: 600_000 });
  await page.evaluate(() => {
    const program = window.paramscope;
    program.plainFrame ??= program._host_frame;
    program.times = [];
    program._host_frame = () => {
      const start = performance.now();
      const painted = program.frames;
      const wait = program.plainFrame();
      if (program.frames !== painted) program.times.push(performance.now() - start);
      return wait;
    };
  });
  const [x, y] = (await page.evaluate(() => window.paramscope.state.places['row:']));
  await page.mouse.move(x + 60, y + 60);
  for (let i = 0; i < frames; ++i) {
    await page.mouse.wheel(0, 240);
    await page.waitForTimeout(30);
  }
  const times = (await page.evaluate(() => window.paramscope.times)).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)];
}

const server = await serve(process.env.PARAMSCOPE_PAGE ?? 'build/web-release/dist');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(server.url);
await page.waitForSelector('html[data-paramscope=ready]', { timeout: 120_000 });
const few = await cost(page, small);
const many = await cost(page, large);
console.log(`median frame: ${few.toFixed(2)} ms with ${small} rows, ${many.toFixed(2)} ms with ${large}: ${(many / few).toFixed(2)} times`);
await browser.close();
await server.close();
