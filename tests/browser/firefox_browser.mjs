// Starts Firefox on an invisible display, driven by WebDriver BiDi.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import puppeteer from 'puppeteer-core';

import { patience } from './pages.mjs';

const executablePath = process.env.FIREFOX ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** The reason to skip tests in Firefox; false where there is one. */
export const skip = executablePath ? false : 'no Firefox found: install it, or name one in FIREFOX';

/** An invisible display for windows: headless Firefox has no WebGL without a graphics card, Mesa on X has. */
async function startDisplay() {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1024x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((done, fail) => {
    display.on('error', fail);
    display.stdio[3].once('data', (data) => done(String(data).trim()));
  });
  return { name: `:${number}`, stop: () => display.kill() };
}

let display;
let browser;
let preferencesNow;  // of the browser that runs

after(async () => {
  await browser?.close();
  display?.stop();
});

/**
 * Opens a page in a Firefox with these preferences beside the usual ones; one browser runs at a time. `page.problems` collects
 * its errors.
 */
export async function open(url, preferences = {}) {
  display ??= await startDisplay();
  if (preferencesNow !== JSON.stringify(preferences)) {
    await browser?.close();
    preferencesNow = JSON.stringify(preferences);
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: false,
      env: { ...process.env, DISPLAY: display.name },
      extraPrefsFirefox: { 'webgl.force-enabled': true, ...preferences },
    });
  }
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') page.problems.push(message.text());
  });
  await page.goto(url);
  return page;
}

/**
 * Sets the size of the page's view. Puppeteer sets the orientation of the screen beside it, which Firefox 140, Debian 12's own, does not
 * know: the size is set all the same.
 */
export async function resize(page, size) {
  await page.setViewport(size).catch((error) => {
    if (!/unknown command emulation\.setScreenOrientationOverride/.test(error.message)) throw error;
  });
}

/** Pastes text into the focused element; Firefox takes it in the event's own words. */
export async function paste(page, text) {
  await page.evaluate((data) => {
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { dataType: 'text/plain', data, bubbles: true, cancelable: true }));
  }, text);
}
