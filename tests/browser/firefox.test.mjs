// The hosted page and the offline file in Firefox, driven by WebDriver BiDi.
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

import { pageFolder, pageUrl, until } from './support.mjs';

const executablePath = process.env.FIREFOX ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
const skip = executablePath ? false : 'no Firefox found: install it, or name one in FIREFOX';

/** An invisible display for windows: headless Firefox has no WebGL without a graphics card, Mesa on X has. */
async function startDisplay() {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((done, fail) => {
    display.on('error', fail);
    display.stdio[3].once('data', (data) => done(String(data).trim()));
  });
  return { name: `:${number}`, stop: () => display.kill() };
}

let display;
let browser;

after(async () => {
  await browser?.close();
  display?.stop();
});

async function open(url) {
  display ??= await startDisplay();
  browser ??= await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: false,
    env: { ...process.env, DISPLAY: display.name },
    extraPrefsFirefox: { 'webgl.force-enabled': true },
  });
  const page = await browser.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') page.problems.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector('html[data-paramscope]', { timeout: 90000 });
  return page;
}

const editions = {
  'the hosted page': pageUrl,
  'the offline file from disk': () => pathToFileURL(join(pageFolder, 'paramscope.html')).href,
};

for (const [name, address] of Object.entries(editions)) {
  test(`Firefox counts a model: ${name}`, { skip }, async () => {
    const page = await open(await address());
    assert.equal(await page.evaluate(() => document.documentElement.dataset.paramscope), 'ready',
      await page.evaluate(() => document.body.innerText));
    // Not waitForFunction(): it makes a function of a text, which the page's policy refuses.
    await until(() => page.evaluate(() => window.paramscope.state?.parameters), '6738415616');
    assert.deepEqual(page.problems, []);
    await page.close();
  });
}
