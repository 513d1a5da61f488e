// Opens pages in Chromium. The tests of a file share a page: each one begins with a new document in an empty storage.
import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach } from 'node:test';

import { serve } from '../../scripts/serve.mjs';
import { site as pageFolder } from '../support/site.mjs';
import { withoutPixels } from './without_pixels.mjs';

const { chromium } = createRequire(import.meta.url)('playwright-core');  // `import` reads its 2 MB for names first: 0.4 s

/** How much slower the page's processor is made, to find tests that rely on a quick machine. */
const slowdown = Number(process.env.PARAMSCOPE_SLOWDOWN ?? 1);

/** The longest that a test waits for one thing, in milliseconds: a software renderer beside a build takes its time. */
export const patience = 90_000 * slowdown;

/** Chromium without the windows of a person, where there is one: a start and a page take a third less of its time. */
const executable = process.env.CHROMIUM
  ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));

const flags = [
  '--no-sandbox',
  // WebGL 2 in software, so that machines without a graphics card paint the same pixels.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-quic',
  '--font-render-hinting=none',  // widths of letters as on screens of people
];

/** Messages that are no problem of the page: Playwright's own when it blocks service workers, Chromium's on a busy machine and of its own drawing. */
const harmless = new RegExp([
  'Service Worker registration blocked by Playwright',
  'was preloaded using link preload but not used within a few seconds',
  'GPU stall due to ReadPixels',
].join('|'));

/** Whether people look at the pictures of the tests. */
export const keepsPictures = Boolean(process.env.PARAMSCOPE_PICTURES);

const browsers = new Map();  // by the flags they were started with
const seats = [];  // pages in contexts of their own, which tests take and leave
let server;

afterEach(async (test) => {
  const problems = [];
  for (const seat of seats.filter(({ isTaken }) => isTaken)) {
    if (test.passed) problems.push(...await seat.problemsAtRest());
    if (test.passed && problems.length === 0 && !seat.isFresh) await seat.leave();
    else await close(seat);
  }
  assert.deepEqual(problems, [], 'the page complained');
});

after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  await server?.close();
});

/** The address of the page under test, served for as long as the tests run. */
export async function pageUrl() {
  server ??= await serve(pageFolder);
  return server.url;
}

/** The Chromium with these flags beside the usual ones; one runs for each set of them. */
function browserWith(args) {
  assert.ok(executable, 'no Chromium found: install it, or name one in CHROMIUM');
  const key = args.join(' ');
  if (!browsers.has(key)) browsers.set(key, chromium.launch({ executablePath: executable, args: [...flags, ...args] }));
  return browsers.get(key);
}

/** Run at the start of a document: forgets what an earlier test stored; it is somebody's first visit, or another one. */
function forgetStored(isFirstVisit) {
  try {
    if (localStorage.length + sessionStorage.length > 0) {
      localStorage.clear();
      sessionStorage.clear();
      indexedDB.deleteDatabase('paramscope');
    }
    if (!isFirstVisit) localStorage.setItem('paramscope.visited', '1');
  } catch {
    // Frames without an origin have no storage.
  }
}

/** Sets the pixel ratio of a page, as browser zoom does; the next test has its own again. */
export async function setPixelRatio(page, deviceScaleFactor) {
  const { width, height } = page.viewportSize();
  page.devtools ??= await page.context().newCDPSession(page);
  await page.devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
}

/** A page in a context of its own, and what a test has changed in it. */
class Seat {
  isTaken = true;
  #scripts = [];  // to run before a page loads
  #complaints;    // a pattern of those that the test expects

  constructor(context, page, { isFresh, key }) {
    this.context = context;
    this.page = page;
    this.isFresh = isFresh;
    this.key = key;
    const add = page.addInitScript.bind(page);
    page.addInitScript = async (...script) => { this.#scripts.push(await add(...script)); };
  }

  /** Collects the problems of all pages of the context in `page.problems`, and slows their processor. */
  async watch(page) {
    const add = (words) => {
      if (!harmless.test(words) && !this.#complaints?.test(words)) this.page.problems.push(words);
    };
    page.on('pageerror', (error) => add(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) add(message.text());
    });
    if (slowdown === 1) return;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }

  /** Loads an address in a new document, with the window and the permissions of the options. */
  async load(address, { viewport, colorScheme, forcedColors, offline, permissions, pixels, isFirstVisit, complains, prepare }) {
    const { page, context } = this;
    this.isTaken = true;
    this.#complaints = complains;
    page.problems = [];
    await page.setViewportSize(viewport);
    if (page.devtools) await setPixelRatio(page, 1);
    await page.emulateMedia({ colorScheme, forcedColors });
    await context.setOffline(offline);
    await context.clearPermissions();
    await context.grantPermissions(permissions);
    await page.addInitScript(forgetStored, isFirstVisit);
    const forgetting = this.#scripts.pop();
    if (!pixels) await page.addInitScript(withoutPixels);
    await prepare?.(page);
    await page.goto(address);
    await forgetting.dispose();
  }

  /** Resolves to the problems of the page once it has painted what happened; one that has failed paints nothing more. */
  async problemsAtRest() {
    const { page } = this;
    if (page.isClosed()) return [];
    await page.waitForFunction(() => document.documentElement.dataset.paramscope !== 'ready' || (window.paramscope?.isIdle ?? true));
    return page.problems;
  }

  /** Takes away what the test has left, but for what is stored, and lets another test have the page. */
  async leave() {
    const { page, context } = this;
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const script of this.#scripts.splice(0)) await script.dispose();
    for (const event of ['request', 'response']) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
    this.isTaken = false;
  }
}

/** Waits for the first frame; fails with the page's own words where it does not start. */
async function started(page) {
  await page.waitForSelector('html[data-paramscope]');
  const isReady = await page.evaluate(() => document.documentElement.dataset.paramscope === 'ready');
  assert.ok(isReady, isReady ? '' : `${await page.innerText('[role=alert]')} ${page.problems.join('\n')}`);
}

async function close(seat) {
  seats.splice(seats.indexOf(seat), 1);
  await seat.context.close().catch(() => {});
}

/** Takes a page with these options that no test has at present, or makes one. */
async function takeSeat(args, options, isFresh) {
  const key = JSON.stringify([args, options]);
  const free = seats.find((seat) => !isFresh && !seat.isTaken && seat.key === key);
  if (free && !free.page.isClosed()) return free;
  const context = await (await browserWith(args)).newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.problems = [];
  const seat = new Seat(context, page, { isFresh, key });
  seats.push(seat);
  await seat.watch(page);
  context.on('page', (other) => seat.watch(other).catch(() => {}));  // it may be closed by then
  return seat;
}

/**
 * Opens the page: a new document with an empty storage, in the page of an earlier test where its context has the same options; with `fresh`
 * in a new context. What can change in a context is `viewport`, `colorScheme`, `forcedColors`, `offline` and `permissions`; other options go
 * to Playwright's newContext (deviceScaleFactor, hasTouch, locale). Service workers are kept away unless `serviceWorkers` is 'allow'. `url`
 * names another page than the one under test, `hash` follows the address; `prepare(page)` runs before the page loads; `ready: false` does not
 * wait for the first frame, `'first'` for no more than that, which counts nothing yet; `args` are flags for a Chromium of their own. The program's canvas stays empty unless the test wants `pixels`.
 * The sheet of a first visit is shown where it `isFirstVisit`.
 *
 * Errors that the page reports are collected in `page.problems`, breaches of its Content-Security-Policy among them; a test that leaves any
 * fails, but for those that match `complains`.
 */
export async function openPage({
  url, hash = '', prepare, ready = true, args = [], fresh = false, viewport = { width: 1000, height: 700 }, colorScheme = 'light', forcedColors = 'none',
  offline = false, permissions = [], pixels = keepsPictures, isFirstVisit = false, complains, ...options
} = {}) {
  const seat = await takeSeat(args, options, fresh);
  await seat.load((url ?? await pageUrl()) + hash, { viewport, colorScheme, forcedColors, offline, permissions, pixels, isFirstVisit, complains, prepare });
  if (ready) await started(seat.page);
  if (ready === true) await seat.page.waitForFunction(() => (({ host } = {}) => !host || (!host.awaitsDetails && host.frames.isIdle))(window.paramscope));
  return seat.page;
}
