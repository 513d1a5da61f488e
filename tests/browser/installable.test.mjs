// The installable page: its manifest and icons, and its service worker from one build to the next.
import { strict as assert } from 'node:assert';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { bundleServiceWorker } from '../../scripts/bundle/installable.mjs';
import { serve } from '../../scripts/serve.mjs';
import { test } from '../support/shuffled.mjs';
import { openPage, pageFolder, until } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'paramscope-'));
const hosts = [];
after(async () => {
  for (const host of hosts) await host.stop();
  rmSync(folder, { recursive: true });
});

/** A site that shows its build number: in its page, and in the name of its first script. */
async function makeBuild(number) {
  const site = join(folder, `build-${number}`);
  cpSync(pageFolder, site, { recursive: true, filter: (path) => !/package$|\.mjs$|\.(br|gz)$/.test(path) });
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  const [, script] = /"assets\/(start-[^"]+\.js)"/.exec(html);
  renameSync(join(site, 'assets', script), join(site, `assets/start-BUILD${number}.js`));
  writeFileSync(join(site, 'index.html'), html.replace('<html', `<html data-build="${number}"`).replace(script, `start-BUILD${number}.js`));
  await bundleServiceWorker(site);
  return site;
}

/** A server that may go away and come back at its address, with another site. */
class Host {
  #server;
  #port = 0;

  async start(site) {
    hosts.push(this);
    this.#server = await serve(site, this.#port);
    this.#port = Number(new URL(this.#server.url).port);
    return this.#server.url;
  }

  async stop() {
    await this.#server?.close();
    this.#server = undefined;
  }
}

/** Opens the page of a site, for the first time in its browser, and waits until its worker is there. */
async function visit(url) {
  const page = await openPage({ url, fresh: true, serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state === 'activated') return;
    await new Promise((done) => active.addEventListener('statechange', () => active.state === 'activated' && done()));
  });
  return page;
}

const ready = (page) => page.waitForSelector('html[data-paramscope=ready]');

/** Which build the page is of, and its first script: the same, unless builds have mixed. */
const buildsOf = (page) => page.evaluate(() => [
  document.documentElement.dataset.build,
  /start-BUILD(\d+)\.js/.exec(document.querySelector('script[src]').src)[1],
]);

/** Waits until the worker that waits is the active one, which `act` leads to. Any page of the browser sees it. */
async function untilTakenOver(page, act) {
  const devtools = await page.context().newCDPSession(page);
  let waiting;
  const isActive = new Promise((done) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => versions.forEach(({ versionId, status }) => {
      if (status === 'installed') waiting = versionId;
      if (status === 'activated' && versionId === waiting) done();
    }));
  });
  await devtools.send('ServiceWorker.enable');
  await until(() => waiting !== undefined, true);
  await act();
  await isActive;
}

const cacheCount = (page) => page.evaluate(async () => (await caches.keys()).length);

test('the manifest names icons that are what they say', async () => {
  const manifest = JSON.parse(readFileSync(join(pageFolder, 'manifest.webmanifest'), 'utf8'));
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = readFileSync(join(pageFolder, src));
    if (type === 'image/svg+xml') {
      assert.match(bytes.toString(), /^<svg /);
    } else {
      assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
    }
  }
});

test('Chromium finds nothing to say against installing it', async () => {
  const page = await openPage({ fresh: true, serviceWorkers: 'allow' });
  const devtools = await page.context().newCDPSession(page);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  assert.match(url, /manifest\.webmanifest$/);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
});

test('a visited page opens after its server has stopped, in any folder', async () => {
  const host = new Host();
  cpSync(pageFolder, join(folder, 'deep/down'), { recursive: true });
  const url = `${await host.start(join(folder, 'deep'))}down/`;
  const page = await visit(url);
  const keptWithout = await page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => url));
  assert.ok(!keptWithout.some((each) => /paramscope\.html$|paramscope-element|licenses/.test(each)), 'what is rarely asked for is not fetched');
  assert.equal(await page.evaluate(async () => (await fetch('paramscope.html')).status), 200);  // it is kept from now on
  await host.stop();
  for (const address of [url, `${url}index.html`, `${url}?from=home`]) {
    await page.goto(address);
    await ready(page);
    assert.equal(await page.evaluate(() => window.paramscope.state.parameters), '6738415616');
  }
  assert.equal(await page.getByRole('alert').count(), 0);
  const offline = await page.evaluate(async () => (await fetch('paramscope.html')).status);
  assert.equal(offline, 200);
  assert.deepEqual(page.problems, []);
});

test('a build takes over whole, when no page of the one before is open', async () => {
  const builds = [await makeBuild(1), await makeBuild(2)];
  const host = new Host();
  const url = await host.start(builds[0]);
  const page = await visit(url);
  assert.deepEqual(await buildsOf(page), ['1', '1']);

  // The new build is fetched beside the old one, and waits.
  await host.stop();
  await host.start(builds[1]);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    if (worker.state === 'installed') return;
    await new Promise((done) => worker.addEventListener('statechange', () => worker.state === 'installed' && done()));
  });
  assert.equal(await cacheCount(page), 2);

  // With a server, the page is the server's; without, of either build, but never of both.
  await page.reload();
  await ready(page);
  assert.deepEqual(await buildsOf(page), ['2', '2']);
  await host.stop();
  await page.reload();
  await ready(page);
  const [html, script] = await buildsOf(page);
  assert.equal(html, script);

  const next = await page.context().newPage();
  await untilTakenOver(next, () => page.goto('about:blank'));
  await next.goto(url);
  await ready(next);
  assert.deepEqual(await buildsOf(next), ['2', '2']);
  assert.equal(await cacheCount(next), 1);
});

test('a page whose files are missing on the server is not taken, and the one before says that it is older', async () => {
  const builds = [await makeBuild(5), await makeBuild(6)];
  rmSync(join(builds[1], 'assets/start-BUILD6.js'));
  const host = new Host();
  const page = await visit(await host.start(builds[0]));
  await host.stop();
  await host.start(builds[1]);
  await page.reload();
  await ready(page);
  assert.deepEqual(await buildsOf(page), ['5', '5']);
  await page.getByRole('alert').getByText(/older version/).waitFor();
});

test('a tab keeps the files of its build while another tab has the next one', async () => {
  const builds = [await makeBuild(7), await makeBuild(8)];
  const host = new Host();
  const url = await host.start(builds[0]);
  const page = await visit(url);
  await host.stop();
  await host.start(builds[1]);
  const other = await page.context().newPage();
  await other.goto(url);
  await ready(other);
  assert.deepEqual(await buildsOf(other), ['8', '8']);
  const status = (tab, number) => tab.evaluate(async (name) => (await fetch(name)).status, `assets/start-BUILD${number}.js`);
  assert.equal(await status(page, 7), 200);
  assert.equal(await status(other, 8), 200);
  assert.equal(await other.getByRole('alert').count(), 0);
});

test('without room for the files the page works, and nothing is kept', async () => {
  const host = new Host();
  const url = await host.start(pageFolder);
  const statuses = new Set();
  const page = await openPage({
    url,
    fresh: true,
    serviceWorkers: 'allow',
    prepare: async (opened) => {
      const devtools = await opened.context().newCDPSession(opened);
      await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(url).origin, quotaSize: 100_000 });
      await devtools.send('ServiceWorker.enable');
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => versions.forEach(({ status }) => statuses.add(status)));
    },
  });
  await until(() => statuses.has('redundant'), true);
  assert.ok(!statuses.has('activated'));
  assert.equal(await cacheCount(page), 0);
  assert.equal(await page.evaluate(() => window.paramscope.state.parameters), '6738415616');
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('a build that is not whole does not take over', async () => {
  const builds = [await makeBuild(3), await makeBuild(4)];
  writeFileSync(join(builds[1], 'assets/start-BUILD4.js'), '// not what the build made');
  const host = new Host();
  const url = await host.start(builds[0]);
  const page = await visit(url);
  await host.stop();
  await host.start(builds[1]);
  const outcome = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    await new Promise((done) => {
      const look = () => ['installed', 'redundant'].includes(worker.state) && done();
      worker.addEventListener('statechange', look);
      look();
    });
    return worker.state;
  });
  assert.equal(outcome, 'redundant');
  assert.equal(await cacheCount(page), 1);
  await host.stop();
  await page.reload();
  await ready(page);
  assert.deepEqual(await buildsOf(page), ['3', '3']);
});
