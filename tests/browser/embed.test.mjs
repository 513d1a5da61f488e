// embed.html in pages of other origins: in an iframe, in a sandboxed one, several at once.
import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { test } from '../support/shuffled.mjs';
import { framesLater, openPage, pageUrl, rest, screenshot, settle, stateWhere, until } from './support.mjs';

const linkOf = (value) => `#v1:${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

/** The surrounding page: a tall one, which records the messages of its embeds. */
const around = (frames) => `<!doctype html><meta charset="utf-8"><title>A page of someone else</title>
<style>body { margin: 0; font: 16px/1.5 serif } iframe { border: 0; display: block }</style>
<p>Words before.</p>${frames}<p style="height: 3000px">Words after.</p>
<script>
  const messages = [];
  addEventListener('message', (event) => messages.push({ origin: event.origin, body: event.data.paramscope,
    frame: [...document.querySelectorAll('iframe')].findIndex((frame) => frame.contentWindow === event.source) }));
  const post = (body, frame = 0) => document.querySelectorAll('iframe')[frame].contentWindow.postMessage(body, '*');
  const say = (body, frame) => post({ paramscope: { version: 1, ...body } }, frame);
</script>`;

let host;
let frames = '';

before(async () => {
  host = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(around(frames));
  });
  await new Promise((done) => host.listen(0, '127.0.0.1', done));
});
after(() => host.close());

const iframe = (src, attributes = '') => `<iframe src="${src}" width="700" height="480" title="A model" ${attributes}></iframe>`;

/** Opens the page around `sources` (what follows embed.html), and waits until each embed has told its height: it listens then. */
async function openAround(sources, { attributes = '', ...options } = {}) {
  const url = await pageUrl();
  frames = sources.map((source) => iframe(`${url}embed.html${source}`, attributes)).join('\n');
  const page = await openPage({ ready: false, url: `http://127.0.0.1:${host.address().port}/`, ...options });
  await page.waitForFunction((count) => new Set(messages.map(({ frame }) => frame)).size === count, sources.length);
  return page;
}

/** Says something to an embed and gives the answer with the same id. */
async function ask(page, body, frame = 0) {
  const id = Math.random();
  await page.evaluate(([said, index]) => say(said, index), [{ ...body, id }, frame]);
  const answer = await page.waitForFunction((wanted) => messages.find(({ body: heard }) => heard?.id === wanted), id);
  return answer.jsonValue();
}

for (const [kind, attributes] of Object.entries({ iframe: '', 'sandboxed iframe': 'sandbox="allow-scripts"' })) {
  test(`answers the page around it: ${kind}`, async () => {
    const page = await openAround([linkOf({ text: 'd = 8\nLinear(d, 4)\n', name: 'Mine' })], { attributes });
    const { origin, body: { report, name } } = await ask(page, { type: 'report' });
    assert.equal(origin, kind === 'iframe' ? new URL(await pageUrl()).origin : 'null');
    assert.equal(name, 'Mine');
    assert.equal(report.format, 'paramscope-report');
    assert.equal(report.nodes.length, 1);
    assert.equal(report.totals.parameters, 36);
    assert.equal(report.totals.parameters_complete, true);
    assert.equal(report.formula.parameters, '4*d + 4');
    assert.deepEqual(report.variables, { d: 8 });

    const changed = await ask(page, { type: 'set', set: { d: '100' } });
    assert.equal(changed.body.report.totals.parameters, 404);
    const opened = await ask(page, { type: 'set', preset: 'gpt2' });
    assert.equal(opened.body.report.totals.parameters, 124439808);
    const text = await ask(page, { type: 'set', text: 'Linear(', name: '<b>' });
    assert.equal(text.body.stale, true);
    assert.ok(text.body.report.diagnostics.some(({ severity, line }) => severity === 'error' && line > 0));
  });
}

test('a setting of a text that no link holds keeps the text', async () => {
  const page = await openAround(['#gpt2']);
  const text = `d = 8\nLinear(d, 4)\n${'# a long comment\n'.repeat(300_000)}`;
  const opened = await ask(page, { type: 'set', text });
  assert.equal(opened.body.report.totals.parameters, 36);
  const changed = await ask(page, { type: 'set', set: { d: '100' } });
  assert.equal(changed.body.report.totals.parameters, 404);
});

test('tells what is wrong with a request, and carries on', async () => {
  const page = await openAround(['#gpt2']);
  for (const [body, says] of [
    [{ type: 'set', set: { H: 7 } }, /should be a text/],
    [{ type: 'set', preset: 'gpt-99' }, /no model called “gpt-99”/],
    [{ type: 'set', set: { H: 'many' } }, /not a number/],
  ]) {
    const { body: answer } = await ask(page, body);
    assert.equal(answer.type, 'error');
    assert.match(answer.message, says);
  }
  const { body: { report } } = await ask(page, { type: 'report' });
  assert.equal(report.totals.parameters, 124439808);
});

test('ignores what is no message for it', async () => {
  const page = await openAround(['#gpt2']);
  await rest(page.frames()[1]);
  await ask(page, { type: 'report' });
  const before = await page.evaluate(() => messages.length);
  await page.evaluate(async () => {
    for (const body of [null, 'ping', { paramscope: 'ping' }, { paramscope: { type: 'ping' } }, { paramscope: { version: 2, type: 'ping' } },
      { paramscope: { version: 1, type: 'eval', code: 'alert(1)' } }]) post(body);
    // Another window than the one around: an iframe of the page's own.
    const other = document.body.appendChild(document.createElement('iframe'));
    other.srcdoc = `<script>parent.frames[0].postMessage({ paramscope: { version: 1, type: 'set', preset: 'alexnet' } }, '*')</` + 'script>';
    await new Promise((done) => { other.onload = done; });
  });
  // What comes after all this is answered, and nothing else is.
  const { body: { report } } = await ask(page, { type: 'report' });
  assert.equal(report.totals.parameters, 124439808);
  assert.equal(await page.evaluate(() => messages.length), before + 1);
});

test('a window that a page opened does not obey it', async () => {
  const page = await openAround([]);
  const opening = page.waitForEvent('popup');
  await page.evaluate((url) => { window.popup = open(url); }, `${await pageUrl()}embed.html#gpt2`);
  const popup = await opening;
  await popup.waitForSelector('html[data-paramscope=ready]');
  await page.evaluate(() => {
    for (const body of [{ type: 'ping', id: 1 }, { type: 'report', id: 2 }, { type: 'set', preset: 'alexnet', id: 3 }]) {
      window.popup.postMessage({ paramscope: { version: 1, ...body } }, '*');
    }
  });
  await framesLater(popup);
  await rest(popup);
  await framesLater(page);
  assert.equal((await stateWhere(popup, ({ parameters }) => parameters)).parameters, '124439808');
  assert.deepEqual(await page.evaluate(() => messages), []);
});

test('tells no report to a page that has not spoken', async () => {
  const page = await openAround(['#gpt2']);
  const embed = page.frames()[1];
  await stateWhere(embed, ({ parameters }) => parameters === '124439808');
  await rest(embed);
  await framesLater(page);
  assert.deepEqual([...new Set(await page.evaluate(() => messages.map(({ body }) => body.type)))], ['resize']);
  const [{ body: { height } }] = await page.evaluate(() => messages);
  assert.ok(height >= 300 && height <= 1000, String(height));
});

/** Turns the wheel, waits until the page has scrolled to the end of it, and returns to the top. */
async function wheelScrolls(page) {
  await page.evaluate(() => { window.isScrolled = false; addEventListener('scrollend', () => { window.isScrolled = true; }, { once: true }); });
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => window.isScrolled && scrollY > 0);
  await page.evaluate(() => scrollTo(0, 0));
}

test('the wheel is the page’s until the embed is clicked, and Escape gives the keys back', async () => {
  const page = await openAround(['#llama-2-7b']);
  const embed = page.frames()[1];
  await page.mouse.move(350, 300);
  await wheelScrolls(page);

  await page.mouse.click(350, 300);
  await settle(embed);
  await embed.evaluate(() => addEventListener('wheel', ({ defaultPrevented }) => { window.isKept = defaultPrevented; }));
  await page.mouse.wheel(0, 100);
  await until(() => embed.evaluate(() => window.isKept), true);
  await framesLater(page);
  assert.equal(await page.evaluate(() => scrollY), 0);

  await page.keyboard.press('Escape');
  await settle(embed);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement === document.body && document.hasFocus());
  await page.keyboard.press('End');
  await page.waitForFunction(() => scrollY > 100);
  await page.evaluate(() => scrollTo(0, 0));
  await wheelScrolls(page);
});

test('leads to the hosted page with the same state, and leaves the history of the page around alone', async () => {
  // Fresh, since a long history hides a new entry.
  const page = await openAround([linkOf({ text: 'd = 8\nLinear(d, 4)\n', name: 'Mine' })], { fresh: true });
  await ask(page, { type: 'set', set: { d: '100' } });
  const history = await page.evaluate(() => history.length);
  await ask(page, { type: 'set', preset: 'gpt2' });
  await ask(page, { type: 'set', preset: 'alexnet' });
  const embed = page.frames()[1];
  await embed.waitForFunction(() => document.getElementById('open').href.endsWith('#alexnet'));
  assert.equal(await embed.getAttribute('#open', 'href'), `${await pageUrl()}#alexnet`);
  assert.equal(await page.evaluate(() => window.history.length), history);
});

test('five embeds at once, those out of sight too', async () => {
  const presets = { gpt2: 124439808, 'resnet-50': 25557032, alexnet: 61100840, 'llama-2-7b': 6738415616, 'vgg-16': 138357544 };
  const page = await openAround(Object.keys(presets).map((name) => `#${name}`));
  for (const [index, parameters] of Object.values(presets).entries()) {
    const { frame, body: { report } } = await ask(page, { type: 'report' }, index);
    assert.equal(frame, index);
    assert.equal(report.totals.parameters, parameters);
  }
});

test('an element from another origin shows the interface, and reports what it counted', async () => {
  const url = await pageUrl();
  frames = `<script type="module" src="${url}paramscope.js"></script><param-scope view="app" preset="gpt2"></param-scope>`;
  const page = await openPage({ ready: false, url: `http://127.0.0.1:${host.address().port}/` });
  const reports = () => page.waitForFunction(() =>
    messages.find(({ body }) => body?.type === 'report')?.body.report);
  assert.equal((await (await reports()).jsonValue()).totals.parameters, 124439808);
  await page.evaluate(() => { messages.length = 0; document.querySelector('param-scope').setAttribute('preset', 'alexnet'); });
  assert.equal((await (await reports()).jsonValue()).totals.parameters, 61100840);
});

test('explains a wrong link inside the embed', async () => {
  const page = await openAround(['#v9:later']);
  assert.match(await page.frames()[1].innerText('[role=alert] p'), /newer version/);
});

test('is drawn in the page around, in light and dark', async () => {
  const page = await openAround(['#llama-2-7b'], { viewport: { width: 720, height: 620 }, pixels: true });
  const drawn = async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await framesLater(page);
    await rest(page.frames()[1]);
    await screenshot(page, `embed-${colorScheme}`);
    return page.frames()[1].locator('canvas').screenshot();
  };
  assert.ok(!(await drawn('light')).equals(await drawn('dark')));
});
