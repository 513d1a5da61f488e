// What browser tests share: one Chromium, one server, a page that has painted.
import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync } from 'node:fs';
import { after, afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

import { serve } from '../../scripts/serve.mjs';
import { site as pageFolder } from '../support/site.mjs';

export { pageFolder };

const screenshots = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));

const executable = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));

const flags = [
  '--no-sandbox',
  // WebGL 2 in software, so that machines without a graphics card paint the same pixels.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-quic',
];

/** Messages that are no problem of the page: Playwright's own when it blocks service workers, and Chromium's on a busy machine. */
const harmless = /^Service Worker registration blocked by Playwright$|was preloaded using link preload but not used within a few seconds/;

/** The longest that a test waits for one thing, in milliseconds: a software renderer beside a build takes its time. */
const patience = 90_000;

const browsers = new Map();  // by the flags they were started with
const contexts = [];  // of the present test
let server;

// Pages of earlier tests would take the processor from later ones.
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close().catch(() => {});
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

/**
 * Opens the page in a context of its own. Options go to Playwright's newContext (viewport, deviceScaleFactor,
 * colorScheme, permissions, offline); service workers are kept away unless `serviceWorkers` is 'allow'. `url` names
 * another page than the one under test, `hash` follows the address; `prepare(page)` runs before the page loads;
 * `ready: false` does not wait for the first frame; `args` are flags for a Chromium of their own. Errors the page reports are collected in `page.problems`,
 * breaches of its Content-Security-Policy among them.
 */
export async function openPage({ url, hash = '', prepare, ready = true, args = [], ...options } = {}) {
  const context = await (await browserWith(args)).newContext({ viewport: { width: 1000, height: 700 }, serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(patience);
  contexts.push(context);
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !harmless.test(message.text())) page.problems.push(message.text());
  });
  if (process.env.PARAMSCOPE_SLOWDOWN) await slowDown(page, Number(process.env.PARAMSCOPE_SLOWDOWN));
  await prepare?.(page);
  await page.goto((url ?? await pageUrl()) + hash);
  if (ready) await page.waitForSelector('html[data-paramscope=ready]', { timeout: patience });
  return page;
}

/** Makes the page's processor slower by a factor, to find tests that rely on a quick machine. */
async function slowDown(page, rate) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** How many frames the page has painted so far. */
export function framesPainted(page) {
  return page.evaluate(() => window.paramscope.frames);
}

/** Waits until the program has painted what happened so far: no frame is due. Tooltips and carets come later by a timer. */
export async function settle(page) {
  await page.waitForFunction(() => window.paramscope.isIdle);
}

/** Waits until the page has not painted for 0.7 s, longer than ImGui waits to show a tooltip: for tests that count frames. */
export async function rest(page) {
  let before;
  let now = await framesPainted(page);
  do {
    before = now;
    await page.waitForTimeout(700);
    now = await framesPainted(page);
  } while (now !== before);
}

/** Pastes text as the person's browser would: through the clipboard event of the focused element. */
export async function paste(page, text) {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }, text);
}

/** Returns the state that the interface publishes; undefined while the first model is counted. */
export function state(page) {
  return page.evaluate(() => window.paramscope.state);
}

/** Waits until the published state satisfies `condition` and gives that state; a busy machine takes its time. */
export async function stateWhere(page, condition) {
  const end = Date.now() + patience / 2;
  let shown = await state(page);
  while (!shown || !condition(shown)) {
    if (Date.now() > end) {
      assert.fail(`the state never satisfied ${condition}: ${JSON.stringify(shown)}`);
    }
    await page.waitForTimeout(20);
    shown = await state(page);
  }
  return shown;
}

/** A widget of the accessible mirror by its role and whole name. */
export const widget = (page, role, name) => page.getByRole(role, { name, exact: true });
export const button = (page, name) => widget(page, 'button', name);
export const row = (page, name) => page.getByRole('treegrid').getByRole('row', { name, exact: true });

/** Waits until `read` gives what is expected. */
export async function until(read, expected) {
  const end = Date.now() + patience / 2;
  let seen = await read();
  while (seen !== expected && Date.now() < end) {
    await new Promise((done) => { setTimeout(done, 20); });
    seen = await read();
  }
  assert.equal(seen, expected);
}

/** Clicks a widget of the canvas once everything has its place: what opened or moved before is painted. */
export async function click(widgetToClick) {
  await widgetToClick.waitFor({ state: 'attached' });
  await settle(widgetToClick.page());
  await widgetToClick.click();
}

/** Brings the keyboard into a field of the canvas, its text selected. */
export async function edit(page, name) {
  await click(widget(page, 'textbox', name));
  await until(() => page.locator('#text-agent').getAttribute('aria-label'), `Paramscope: ${name}`);
  await settle(page);  // ImGui takes shortcuts two frames after the click
  await page.keyboard.press('ControlOrMeta+a');
}

/** Entries of the Share menu, in its order. */
export const shareEntries = ['link', 'element', 'frame', 'offline'];

/** An entry of the open Share menu. */
export const shareEntry = (page, entry) => page.getByRole('menuitem').nth(shareEntries.indexOf(entry));

/** Opens the Share menu and picks an entry. */
export async function share(page, entry) {
  await click(button(page, 'Share'));
  await click(shareEntry(page, entry));
}

/** Keeps a picture in build/screenshots for people to look at; returns its bytes. */
export async function screenshot(page, name) {
  mkdirSync(screenshots, { recursive: true });
  return page.screenshot({ path: `${screenshots}${name}.png` });
}
