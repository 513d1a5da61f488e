// Measures how soon the page is there on slow lines, beside a page with an empty Dear ImGui window: elapsed milliseconds, medians of
// interleaved visits, each of a browser that was never there.
//   PARAMSCOPE_SITE=dist node tests/bench/page_ready.mjs [visits]     5 by default; `npm run build` makes dist
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { median } from '../../scripts/bench/rounds.mjs';
import { launch } from './browser.mjs';
import { makeEmptyPage } from './empty_page.mjs';
import { Line } from './slow_line.mjs';
import { serveSlowly } from './slow_site.mjs';

const slow = { name: '1.6 Mbit/s and 150 ms', bitsPerSecond: 1.6e6, tripMs: 150 };
const lines = [{ name: 'no slow line' }, { name: '9 Mbit/s and 60 ms', bitsPerSecond: 9e6, tripMs: 60 }, slow];
const patienceMs = 120_000;

/** Notes in the page when it is ready. */
function watch() {
  new MutationObserver(() => {
    if (document.documentElement.dataset.paramscope === 'ready') window.readyAt ??= performance.now();
  }).observe(document, { attributes: true, subtree: true });
}

/** What a ready page tells: milliseconds from the visit's start until it was ready, and from its connection until text was painted. */
const times = () => ({
  ready: window.readyAt,
  text: performance.getEntriesByName('first-contentful-paint')[0]?.startTime - performance.getEntriesByType('navigation')[0].connectEnd,
});

/** Visits a site for the first time; `line` has bits a second and the milliseconds there and back, or neither. */
async function visit(browser, site, { bitsPerSecond, tripMs }) {
  const server = await serveSlowly(site, bitsPerSecond && new Line(bitsPerSecond, tripMs));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.readyAt !== undefined, undefined, { timeout: patienceMs });
    return await page.evaluate(times);
  } finally {
    await context.close();
    await server.close();
  }
}

/** Visits each of `sites` by each line, in turn: { site: { line: [times] } }. The first round, in which the browser starts, is not kept. */
async function visits(sites, runs) {
  const browser = await launch('--ignore-certificate-errors');
  const all = Object.fromEntries(Object.keys(sites).map((key) => [key, Object.fromEntries(lines.map(({ name }) => [name, []]))]));
  try {
    for (let run = -1; run < runs; ++run) {
      for (const line of run < 0 ? [lines[0]] : lines) {
        for (const [key, folder] of Object.entries(sites)) {
          const seen = await visit(browser, folder, line);
          if (run >= 0) all[key][line.name].push(seen);
        }
      }
    }
  } finally {
    await browser.close();
  }
  return all;
}

/** Measures the page of a release: resolves to rows { what, ours, beside: { name: … } } in milliseconds. */
export async function measure({ runs, site }) {
  const empty = makeEmptyPage();
  if (!empty) throw new Error('the empty window is not built: npm run build');
  try {
    const seen = await visits({ ours: site, empty }, runs);
    const middle = (key, line, time) => median(seen[key][line].map((times) => times[time]));
    return [
      ...lines.map(({ name }) => ({
        what: `the page on first sight, ${name}: until it is ready`,
        ours: middle('ours', name, 'ready'),
        beside: { 'an empty Dear ImGui window': middle('empty', name, 'ready') },
      })),
      { what: `its headline and a place to paste, ${slow.name}: after connecting`, ours: middle('ours', slow.name, 'text'), beside: { 'one trip': slow.tripMs } },
    ];
  } finally {
    rmSync(empty, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { what, ours, beside } of await measure({ runs: Number(process.argv[2] ?? 5), site: process.env.PARAMSCOPE_SITE ?? 'dist' })) {
    const others = Object.entries(beside).map(([name, time]) => `${name} ${Math.round(time)} ms: ${(ours / time).toFixed(2)} times`);
    console.log(`${what}: ${Math.round(ours)} ms; ${others.join('; ')}`);
  }
}
