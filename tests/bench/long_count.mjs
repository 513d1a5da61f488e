// Measures the page while it counts a large model: its longest frame in processor time, the time until the numbers are there,
// memory.
//   PARAMSCOPE_SITE=build/web-release/dist node tests/bench/long_count.mjs [modules] [equal|different]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { serve } from '../../scripts/serve.mjs';

/** The most modules that are read. */
export const large = 1_000_000;
const patienceMs = 600_000;

/** Run in the page: notes when the numbers are there. */
function watch() {
  const program = window.paramscope;
  const frame = program._host_frame;
  Object.assign(window, { done: 0 });
  program._host_frame = () => {
    const wait = frame();
    if (!window.done && program.state.nodes > 1000 && !program.state.stale) window.done = performance.now() - window.begin;
    return wait;
  };
}

/** Run in the page: makes a file with a flat list of layers, in pieces that the page's memory does not keep. */
async function make({ modules, different }) {
  const parts = ['Net(\n'];
  for (let first = 0; first < modules - 1; first += 20_000) {
    const count = Math.min(20_000, modules - 1 - first);
    const lines = Array.from({ length: count }, (_, i) => `(${first + i}): Linear(in_features=${different ? first + i + 1 : 64}, out_features=64, bias=True)\n`);
    parts.push(new Blob([lines.join('')]));
    await new Promise((done) => { setTimeout(done); });
  }
  window.file = new File([...parts, ')\n'], 'large.txt');
}

/** Run in the page: drops the file. */
function drop() {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(window.file);
  window.begin = performance.now();
  document.querySelector('.stage').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

/** The processes below this one. */
function processes(pid = process.pid) {
  try {
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).trim().split('\n');
    return children.flatMap((child) => [child, ...processes(child)]);
  } catch {
    return [];  // it has none
  }
}

/** The most memory that a process with a page had, in bytes. */
function peakMemory() {
  return Math.max(...processes().map((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) return 0;
      return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      return 0;  // it has ended
    }
  }));
}

/** The longest tasks of the page's thread in a trace: milliseconds of processor time, which other processes do not change. */
function longestTasks(trace) {
  const { traceEvents } = JSON.parse(trace);
  const main = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid, tdur }) => /RunTask$/.test(name) && tdur && main.has(`${pid} ${tid}`));
  return tasks.map(({ tdur }) => tdur / 1000).sort((a, b) => b - a);
}

/** Resolves to { frame, seconds, bytes, tasks } of one opening in a page of `site`. */
export async function measure(site, modules = large, different = false) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking', '--disable-quic'],
  });
  const server = await serve(site);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    page.on('pageerror', (error) => console.error(String(error)));
    await page.goto(server.url);
    await page.waitForSelector('html[data-paramscope=ready]', { timeout: patienceMs });
    await page.waitForTimeout(1000);
    const before = peakMemory();
    await page.evaluate(watch);
    await page.evaluate(make, { modules, different });
    await (await page.context().newCDPSession(page)).send('HeapProfiler.collectGarbage');
    await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] });
    await page.evaluate(drop);
    await page.waitForFunction(() => window.done > 0, undefined, { timeout: patienceMs });
    await page.waitForTimeout(2000);  // what follows a new model: links, drafts, the old one is freed
    const tasks = longestTasks(await browser.stopTracing());
    return { frame: tasks[0], tasks, seconds: await page.evaluate(() => window.done / 1000), bytes: peakMemory() - before };
  } finally {
    await browser.close();
    await server.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = Number(process.argv[2] ?? large);
  const { tasks, seconds, bytes } = await measure(process.env.PARAMSCOPE_SITE ?? 'build/web-release/dist', modules, process.argv[3] === 'different');
  const longest = tasks.slice(0, 8).map((task) => task.toFixed(0)).join(', ');
  console.log(`${modules} modules: numbers after ${seconds.toFixed(2)} s; longest tasks ${longest} ms; ${(bytes / 1e6).toFixed(0)} MB`);
}
