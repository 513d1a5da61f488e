// Measures the page while it counts a large model: its longest frame, the time until the numbers are there, memory.
//   PARAMSCOPE_SITE=build/web-release/dist node tests/bench/long_count.mjs [modules] [equal|different]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { serve } from '../../scripts/serve.mjs';

/** The most modules that are read. */
export const large = 100_000;
const patienceMs = 600_000;

/** Run in the page: notes the longest frame of the program, and the longest task of any kind, in milliseconds. */
function watch() {
  const program = window.paramscope;
  Object.assign(window, { longestFrame: 0, longestTask: 0, done: 0, begin: performance.now() });
  const frame = program._host_frame;
  program._host_frame = () => {
    const start = performance.now();
    const wait = frame();
    window.longestFrame = Math.max(window.longestFrame, performance.now() - start);
    if (!window.done && program.state.nodes > 1000 && !program.state.stale) window.done = performance.now() - window.begin;
    return wait;
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
  }).observe({ type: 'longtask' });
}

/** Run in the page: drops a file with a flat list of layers. */
function drop({ modules, different }) {
  const lines = Array.from({ length: modules - 1 }, (_, i) => `(${i}): Linear(in_features=${different ? i + 1 : 64}, out_features=64, bias=True)\n`);
  const transfer = new DataTransfer();
  transfer.items.add(new File([`Net(\n${lines.join('')})\n`], 'large.txt'));
  window.begin = performance.now();
  window.longestFrame = window.longestTask = 0;
  document.querySelector('.stage').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}

/** The most memory that the browser's processes with pages had, in bytes: of all at once, at most. */
function peakMemory(pid) {
  const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).trim().split('\n');
  const all = [pid, ...children, ...children.flatMap((child) => {
    try {
      return execFileSync('pgrep', ['-P', child], { encoding: 'utf8' }).trim().split('\n');
    } catch {
      return [];
    }
  })];
  const peaks = all.map((each) => {
    try {
      if (!readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('--type=renderer')) return 0;
      return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  });
  return Math.max(...peaks);
}

/** Resolves to { frame, task, seconds, bytes } of one opening in a page of `site`. */
export async function measure(site, modules = large, different = false) {
  const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const launched = await chromium.launchServer({
    executablePath: executable,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking', '--disable-quic'],
  });
  const browser = await chromium.connect(launched.wsEndpoint());
  const server = await serve(site);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    page.on('pageerror', (error) => console.error(String(error)));
    await page.goto(server.url);
    await page.waitForSelector('html[data-paramscope=ready]', { timeout: patienceMs });
    await page.waitForTimeout(1000);
    const before = peakMemory(launched.process().pid);
    await page.evaluate(watch);
    await page.evaluate(drop, { modules, different });
    await page.waitForFunction(() => window.done > 0, undefined, { timeout: patienceMs });
    await page.waitForTimeout(2000);  // what follows a new model: links, drafts, the old one is freed
    const { frame, task, done } = await page.evaluate(() => ({ frame: window.longestFrame, task: window.longestTask, done: window.done }));
    return { frame, task, seconds: done / 1000, bytes: peakMemory(launched.process().pid) - before };
  } finally {
    await browser.close();
    await launched.close();
    await server.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = Number(process.argv[2] ?? large);
  const { frame, task, seconds, bytes } = await measure(process.env.PARAMSCOPE_SITE ?? 'build/web-release/dist', modules, process.argv[3] === 'different');
  console.log(`${modules} modules: numbers after ${seconds.toFixed(2)} s, longest frame ${frame.toFixed(0)} ms, longest task ${task.toFixed(0)} ms, ${(bytes / 2 ** 20).toFixed(0)} MiB`);
}
