// Links and the Share menu: the whole state goes into the address and comes back, and no link does harm.
import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';

import { decodeLink } from '../../web/share/link.js';
import { test } from '../support/shuffled.mjs';
import {
  button, click, edit, openPage, pageUrl, paste, row, screenshot, settle, share, state, stateWhere, until,
} from './support.mjs';

const wide = { viewport: { width: 1440, height: 1400 } };  // with text and values at once
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

const linkOf = (content) => `#v1:${deflateRawSync(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url')}`;

const hash = (page) => page.evaluate(() => location.hash);

/** Waits for an address that satisfies `condition` and gives it. */
async function hashWhere(page, condition) {
  await page.waitForFunction(condition);
  return hash(page);
}

/** Waits until the address has a state that satisfies `condition` and gives that state: the page writes it after a pause. */
async function linkedWhere(page, condition) {
  let linked;
  await until(async () => {
    linked = await decodeLink(await hash(page)) ?? {};
    return Boolean(condition(linked));
  }, true);
  return linked;
}

/** Picks a shipped model by its title, at any place in the search. */
async function pick(page, title) {
  await click(button(page, (await state(page)).source));
  await page.keyboard.type(title);
  await click(page.getByRole('dialog').getByRole('option', { name: title, exact: true }));
  await settle(page);
}

test('the first model needs no link', async () => {
  const page = await openPage(wide);
  await settle(page);
  assert.equal(await hash(page), '');
});

test('a shipped model has a readable address', async () => {
  const page = await openPage(wide);
  await settle(page);
  await pick(page, 'GPT-2 small');
  assert.equal(await hashWhere(page, () => location.hash === '#gpt2'), '#gpt2');
  assert.match(await page.title(), /^GPT-2.* – Paramscope$/);

  const other = await openPage({ ...wide, hash: '#resnet-50' });
  assert.equal((await stateWhere(other, ({ source }) => source === 'ResNet-50')).parameters, '25557032');
});

test('a link may ask for the table alone', async () => {
  const page = await openPage({ hash: linkOf({ preset: 'gpt2', set: { layers: '2' }, view: 'table' }), ready: false });
  await page.waitForFunction(() => document.querySelector('param-scope')?.report);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.paramscope), 'table');
  assert.equal(await page.evaluate(() => document.querySelector('param-scope').report.variables.layers), 2);
  await screenshot(page, 'link-table');
  await page.getByRole('link', { name: 'Open the whole calculator' }).click();
  await page.waitForSelector('html[data-paramscope=ready]');
  const shown = await stateWhere(page, ({ source }) => source.startsWith('GPT-2'));
  assert.notEqual(shown.parameters, '124439808');
});

test('a link carries everything that was chosen', async () => {
  const page = await openPage(wide);
  await settle(page);
  await paste(page, 'd = 8\nSequential(\n  (fc): Linear(d, 4)\n  (inner): Sequential(\n    (0): Linear(4, 4)\n  )\n)\n');
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await settle(page);
  await edit(page, 'd');
  await page.keyboard.type('16');
  await page.keyboard.press('Enter');
  await edit(page, 'Input shape');
  await page.keyboard.type('2,16');
  await page.keyboard.press('Enter');
  await click(row(page, 'inner'));
  await page.keyboard.press('ArrowLeft');
  const shown = await stateWhere(page, ({ selected, rows, macs }) => selected === 'inner' && rows === 3 && macs !== null);
  await settle(page);
  const linked = await linkedWhere(page, ({ open, selection }) => open && selection);
  assert.deepEqual(linked.set, { d: '16' });
  assert.equal(linked.input, '2,16');
  assert.equal(linked.selection, 'inner');
  assert.deepEqual(linked.open, { inner: false });
  const address = await hash(page);

  const other = await openPage({ ...wide, hash: address });
  await settle(other);
  assert.deepEqual(await state(other), shown);
  assert.equal(await hash(other), address);
});

test('Back and Forward restore each model with what was changed', async () => {
  const page = await openPage(wide);
  await settle(page);
  await pick(page, 'GPT-2 small');
  await stateWhere(page, ({ source }) => source.startsWith('GPT-2'));
  await click(row(page, 'transformer'));
  await hashWhere(page, () => location.hash.startsWith('#v1:'));
  await pick(page, 'ResNet-50');
  await hashWhere(page, () => location.hash === '#resnet-50');

  await page.goBack();
  const back = await stateWhere(page, ({ source }) => source.startsWith('GPT-2'));
  assert.equal(back.selected, 'transformer');
  await page.goBack();
  await stateWhere(page, ({ source }) => source === 'LLaMA-2 7B');
  assert.equal(await hash(page), '');
  await page.goForward();
  await page.goForward();
  await stateWhere(page, ({ source }) => source === 'ResNet-50');
});

test('small changes do not fill the history', async () => {
  const page = await openPage({ ...wide, fresh: true });  // a long history hides a new entry
  await settle(page);
  const before = await page.evaluate(() => history.length);
  for (const name of ['model', 'embed_tokens']) {
    await click(row(page, name));
    await linkedWhere(page, ({ selection }) => selection?.endsWith(name));
  }
  assert.equal(await page.evaluate(() => history.length), before);
});

test('a link pasted into the address bar is opened', async () => {
  const page = await openPage(wide);
  await settle(page);
  await page.evaluate((link) => { location.hash = link; }, linkOf({ text: 'Linear(3, 4)', name: 'Small' }));
  assert.equal((await stateWhere(page, ({ source }) => source === 'Small')).parameters, '16');
});

const wrongLinks = {
  'cut off': [linkOf({ text: 'Linear(3, 4)\n'.repeat(50) }).slice(0, -4), /cut off or damaged/],
  'of another version': ['#v2:AAAA', /newer version/],
  'a deflate bomb': [linkOf(Buffer.alloc(80 << 20).toString('latin1')), /more than the limit/],
  'no JSON': [linkOf('alert(1)'), /content is not JSON/],
  'of wrong types': [linkOf({ text: ['Linear(3, 4)'] }), /should be a text/],
  'to a model that does not exist': ['#gpt-99', /There is no model called “gpt-99” here\./],
  'markup': ['#<img src=x onerror=alert(1)>', /not a Paramscope link/],
  'with a value that is no number': [linkOf({ preset: 'llama-2-7b', set: { H: '<img src=x onerror=alert(1)>' } }), /which is not a number/],
};

/** Checks that what is wrong with a link is said, that nothing else has changed, and that the words can be closed. */
async function isExplained(page, [link, says]) {
  await page.locator('[role=alert] p').filter({ hasText: says }).waitFor();
  await settle(page);
  assert.equal((await state(page)).source, 'LLaMA-2 7B');
  assert.equal(new URL(page.url()).hash, new URL(link, 'http://x/').hash);
  assert.equal(await page.locator('img').count(), 0);
  await click(page.getByRole('button', { name: 'Close' }));
  await until(() => page.locator('[role=alert]').count(), 0);
}

test('explains links that are wrong, and shows the model before them', async () => {
  const page = await openPage(wide);
  await settle(page);
  for (const wrong of Object.values(wrongLinks)) {
    await page.evaluate((link) => { location.hash = link; }, wrong[0]);
    await isExplained(page, wrong);
  }
});

for (const name of ['cut off', 'with a value that is no number', 'to a model that does not exist']) {
  test(`explains a link ${name} that is opened, and shows the first model`, async () => {
    const wrong = wrongLinks[name];
    const page = await openPage({ ...wide, hash: wrong[0] });
    if (name === 'cut off') await screenshot(page, 'wrong-link');
    await isExplained(page, wrong);
  });
}

test('a model named like an image is a model with a strange name', async () => {
  const name = '<img src=x onerror="window.hacked = 1">';
  const page = await openPage({ ...wide, hash: linkOf({ name, text: `Sequential(\n  (<img src=x onerror=alert(1)>): Linear(3, 4)\n)\n` }) });
  await settle(page);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal((await state(page)).source, name);
  assert.equal(await page.locator('img').count(), 0);
});

/** Picks an entry of the Share menu and gives what is on the clipboard then. */
async function copied(page, entry) {
  const onClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
  await share(page, entry);
  await until(async () => await onClipboard() !== 'nothing yet', true);
  return onClipboard();
}

test('copies the link', async () => {
  const page = await openPage({ ...wide, ...clipboard });
  await settle(page);
  assert.equal(await copied(page, 'link'), `${await pageUrl()}#llama-2-7b`);
  await paste(page, 'Linear(30, 40)');
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await hashWhere(page, () => location.hash.startsWith('#v1:'));
  const link = await copied(page, 'link');
  assert.deepEqual(await decodeLink(new URL(link).hash), { text: 'Linear(30, 40)', name: 'Pasted model' });
});

test('copies code for other pages, with everything escaped', async () => {
  const page = await openPage({ ...wide, ...clipboard, hash: linkOf({ text: 'd = 4 # a < b & "c" </param-scope>\nLinear(d, 5)\n', name: '"><script>', set: { d: '6' } }) });
  await settle(page);
  const element = await copied(page, 'element');
  const frame = await copied(page, 'frame');
  const elsewhere = await page.context().newPage();  // the calculator's policy forbids parsing HTML
  const read = (html) => elsewhere.evaluate((code) => {
    const parsed = new DOMParser().parseFromString(code, 'text/html');
    const found = parsed.querySelector('param-scope, iframe');
    return { scripts: Array.from(parsed.scripts, ({ src }) => src), tag: found.localName, text: found.textContent, set: found.getAttribute('set'), src: found.src, title: found.title };
  }, html);
  const made = await read(element);
  assert.deepEqual(made.scripts, [`${await pageUrl()}paramscope.js`]);
  assert.equal(made.text.trim(), 'd = 4 # a < b & "c" </param-scope>\nLinear(d, 5)');
  assert.equal(made.set, 'd=6');
  const framed = await read(frame);
  assert.deepEqual(framed.scripts, []);
  assert.equal(framed.title, '"><script> in Paramscope');
  assert.ok(framed.src.startsWith(`${await pageUrl()}embed.html#v1:`));
});

test('saves an offline copy, which opens with the model', async () => {
  const saved = { text: 'Linear(3, 4)', name: 'My/Model: </script>' };
  const page = await openPage({ ...wide, hash: linkOf(saved) });
  await settle(page);
  const [download] = await Promise.all([page.waitForEvent('download'), share(page, 'offline')]);
  assert.equal(download.suggestedFilename(), 'My-Model-script.html');
  const file = join(mkdtempSync(join(tmpdir(), 'paramscope-')), 'copy.html');
  await download.saveAs(file);
  const copy = await openPage({ ...wide, url: pathToFileURL(file).href, offline: true });
  const shown = await stateWhere(copy, ({ source }) => source === saved.name);
  assert.equal(shown.parameters, '16');
  rmSync(dirname(file), { recursive: true });
});

test('copies a text that no link holds as a whole', async () => {
  const page = await openPage({ ...wide, ...clipboard });
  const text = `Linear(3, 4)\n${'# a long comment\n'.repeat(300_000)}# its end\n`;
  await paste(page, text);
  await stateWhere(page, ({ parameters, stale }) => parameters === '16' && !stale);
  const code = await copied(page, 'element');
  assert.ok(code.includes(text.trimEnd()));
});

test('a clipboard that is refused is said so, with the link to copy by hand', async () => {
  const page = await openPage({ ...wide, prepare: (opened) => opened.addInitScript(() => {
    Clipboard.prototype.write = Clipboard.prototype.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    Document.prototype.execCommand = () => false;
  }) });
  await settle(page);
  await share(page, 'link');
  await page.waitForSelector('[role=alert]');
  assert.match(await page.innerText('[role=alert] p'), /does not let this page use the clipboard/);
  assert.equal(await page.inputValue('[role=alert] textarea'), `${await pageUrl()}#llama-2-7b`);
  await screenshot(page, 'share-refused');
});
