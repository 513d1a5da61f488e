// What browser tests share: pages (pages.mjs), what the page says of itself, and a person's acts.
import { strict as assert } from 'node:assert';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { site as pageFolder } from '../support/site.mjs';
import { keepsPictures, openPage, pageUrl, patience, setPixelRatio } from './pages.mjs';

export { openPage, pageFolder, pageUrl, patience, setPixelRatio };

const screenshots = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));

/** The time between two looks at something, in milliseconds. */
const pace = 20;

/** How many frames the page has painted so far. */
export function framesPainted(page) {
  return page.evaluate(() => window.paramscope.frames);
}

/** Waits until the program has painted what happened so far: no frame is due. Tooltips and carets come later by a timer. */
export async function settle(page) {
  await page.waitForFunction(() => window.paramscope.isIdle);
}

/** Waits until the page has nothing to do without an event: tooltips have come, the address is written. */
export async function rest(page) {
  await page.waitForFunction(() => window.paramscope.isAtRest);
}

/** Waits until the browser has shown two frames: what happened before is on the screen, and what it led to has begun. */
export async function framesLater(page) {
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => done())); }));
}

/** Lets a hundred seconds be one for the page, until the function that it gives is called: what a test does then is done in no time. */
export async function slowClock(page) {
  const change = (rate) => page.evaluate((each) => {
    const real = Object.getPrototypeOf(performance).now.bind(performance);
    const [start, shown] = [real(), performance.now()];
    performance.now = () => shown + (real() - start) * each;
  }, rate);
  await change(0.01);
  return () => change(1);
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

/** Waits for a time between two looks. */
const pause = () => new Promise((done) => { setTimeout(done, pace); });

/** Waits until the published state satisfies `condition` and gives that state. */
export async function stateWhere(page, condition) {
  const end = Date.now() + patience;
  let shown = await state(page);
  while (!shown || !condition(shown)) {
    if (Date.now() > end) assert.fail(`the state never satisfied ${condition}: ${JSON.stringify(shown)}`);
    await pause();
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
  const end = Date.now() + patience;
  let seen = await read();
  while (seen !== expected && Date.now() < end) {
    await pause();
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

/** Shows an open page on another screen: its viewport, pixel ratio and colour scheme. */
export async function showOn(page, { viewport, deviceScaleFactor = 1, colorScheme = 'light' }) {
  await page.emulateMedia({ colorScheme });
  const { width, height } = page.viewportSize();
  if (width !== viewport.width || height !== viewport.height) await page.setViewportSize(viewport);  // with a ratio of 1
  await setPixelRatio(page, deviceScaleFactor);
  await page.waitForFunction(({ width, height, ratio }) => innerWidth === width && innerHeight === height && devicePixelRatio === ratio,
    { ...viewport, ratio: deviceScaleFactor });
  await framesLater(page);  // the page learns of its size before the second one
  await settle(page);
}

/** Takes the graphics context away and gives it back. */
export async function loseGraphics(page) {
  await page.evaluate(async () => {
    const canvas = document.querySelector('canvas');
    const happens = (type) => new Promise((done) => { canvas.addEventListener(type, () => setTimeout(done), { once: true }); });
    const [isLost, isRestored] = ['webglcontextlost', 'webglcontextrestored'].map(happens);
    const loss = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    loss.loseContext();
    await isLost;
    loss.restoreContext();
    await isRestored;
  });
}

/** Keeps a picture in build/screenshots for people to look at, where they asked for them (PARAMSCOPE_PICTURES). */
export async function screenshot(page, name) {
  if (!keepsPictures) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: `${screenshots}${name}.png` });
}
