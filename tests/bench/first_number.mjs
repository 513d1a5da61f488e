// Measures how soon a first visitor has a number of a model of one's own on a slow line: elapsed milliseconds, medians of visits, each of a
// browser that was never there. The text is pasted early, into the field that is painted before the program is there, or when the page is ready.
//   PARAMSCOPE_SITE=dist node tests/bench/first_number.mjs [visits]     3 by default; `npm run build` makes dist
import { fileURLToPath } from 'node:url';

import { median } from '../../scripts/bench/rounds.mjs';
import { launch } from './browser.mjs';
import { Line } from './slow_line.mjs';
import { serveSlowly } from './slow_site.mjs';

const slow = { name: '1.6 Mbit/s and 150 ms', bitsPerSecond: 1.6e6, tripMs: 150 };
const lines = [slow, { name: '9 Mbit/s and 60 ms', bitsPerSecond: 9e6, tripMs: 60 }];
const patienceMs = 30_000;

/** What is pasted, and the parameters of it. */
const texts = {
  'a print': ['Net(\n  (fc1): Linear(in_features=30, out_features=50, bias=True)\n  (fc2): Linear(in_features=50, out_features=7, bias=True)\n)', 30 * 50 + 50 + 50 * 7 + 7],
  'one layer': ['nn.Linear(31, 7)', 31 * 7 + 7],
  'code': ['class Net(nn.Module):\n    def __init__(self, d=33):\n        super().__init__()\n        self.fc = nn.Linear(d, 9)\n\n    def forward(self, x):\n        return self.fc(x)\n', 33 * 9 + 9],
  'a config': [JSON.stringify({ model_type: 'gpt2', n_layer: 2, n_embd: 64, n_head: 4, vocab_size: 100, n_positions: 32, architectures: ['GPT2LMHeadModel'] }), 108544],
};

/** Lets a page paste into its early field, a moment after its first script has run. */
function pasteEarly(text) {
  const paste = () => {
    const field = document.getElementById('early-text');
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));
  };
  document.addEventListener('DOMContentLoaded', () => setTimeout(paste, 50));
}

/** Pastes into the page as it is; returns the time of it. */
function pasteLate(text) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.getElementById('text-agent').dispatchEvent(event);
  return performance.now();
}

/** The time when the page shows this number, in its interface or, before that is there, in its place to paste. */
function isShown(number) {
  const early = document.querySelector('.early .number strong')?.textContent;
  return (early?.startsWith(number.toLocaleString('en')) || window.paramscope?.state?.parameters === String(number)) && performance.now();
}

/** Visits the site for the first time; resolves to the milliseconds until the number: from the visit's start, or from pasting late. */
async function visit(browser, site, { bitsPerSecond, tripMs }, [text, parameters], isEarly) {
  const server = await serveSlowly(site, new Line(bitsPerSecond, tripMs));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    if (isEarly) await page.addInitScript(pasteEarly, text);
    await page.goto(server.url, { waitUntil: 'commit' });
    if (!isEarly) await page.waitForFunction(() => window.paramscope?.state !== undefined, undefined, { timeout: patienceMs });
    const start = isEarly ? 0 : await page.evaluate(pasteLate, text);
    const counted = await page.waitForFunction(isShown, parameters,
      { timeout: patienceMs, polling: 'raf' });
    return await counted.jsonValue() - start;
  } finally {
    await context.close();
    await server.close();
  }
}

/** Measures a release: resolves to rows { what, ours } in milliseconds. */
export async function measure({ runs, site, progress = () => {} }) {
  const browser = await launch('--ignore-certificate-errors');
  try {
    const rows = [];
    for (const line of lines) {
      for (const [name, text] of Object.entries(texts)) {
        for (const isEarly of [true, false]) {
          const seen = [];
          for (let run = 0; run < runs; ++run) seen.push(await visit(browser, site, line, text, isEarly));
          const since = isEarly ? 'pasted at once, from the address' : 'pasted into the ready page, from then';
          progress(`${name}, ${line.name}, ${isEarly ? 'early' : 'late'}: ${seen.map(Math.round)}`);
          rows.push({ what: `the number of ${name}, ${line.name}: ${since}`, ours: median(seen) });
        }
      }
    }
    return rows;
  } finally {
    await browser.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { what, ours } of await measure({ runs: Number(process.argv[2] ?? 3), site: process.env.PARAMSCOPE_SITE ?? 'dist', progress: console.error })) console.log(`${what}: ${Math.round(ours)} ms`);
}
