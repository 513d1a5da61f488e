// What the page shows before the program is there: a headline, and a place to paste that keeps what is put there.
import { strict as assert } from 'node:assert';

import { test } from '../support/shuffled.mjs';
import { violations } from './axe.mjs';
import { openPage, screenshot, stateWhere, until } from './support.mjs';
import { encodeLink } from '../../web/share/link.js';

const model = 'Sequential(\n  (0): Linear(in_features=3, out_features=5, bias=True)\n)';

/** Lets a hundred seconds be one for the page, so that no pause between the keys of a test is a pause for it. */
function slowDownClock() {
  const now = performance.now.bind(performance);
  performance.now = () => now() / 100;
}

/** Opens the page without the program, or those of its files that are `held`, which come when `release` is called; `opened` resolves when it is ready. */
async function openEarly({ slowClock = false, held = /\.wasm$/, ...options } = {}) {
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  let opened;
  const page = await new Promise((resolve, reject) => {
    const prepare = async (opening) => {
      if (slowClock) await opening.addInitScript(slowDownClock);
      await opening.route(held, (route) => released.then(() => route.continue()));
      resolve(opening);
    };
    opened = openPage({ ...options, prepare });
    opened.catch(reject);
  });
  await page.locator('.early').waitFor();
  return { page, release, opened };
}

/** Fails with what axe-core finds wrong with the page as it is; keeps a picture. */
async function hasNoViolation(page, name) {
  await screenshot(page, `early-${name}`);
  assert.deepEqual(await violations(page), [], name);
}

const isCounted = ({ parameters }) => parameters === String(3 * 5 + 5);

test('counts what was pasted before the program was there', async () => {
  const { page, release, opened } = await openEarly();
  await page.getByRole('heading', { name: /Every parameter and every FLOP/ }).waitFor();
  await page.getByLabel(/Paste your model/).fill(model);
  release();
  await opened;
  await stateWhere(page, isCounted);
  assert.equal(await page.locator('.early').isVisible(), false);
  await until(() => page.evaluate(() => document.activeElement.id), 'text-agent');
});

/** Pastes into the early field as a browser does. */
async function pasteEarly(page, text) {
  await page.getByLabel(/Paste your model/).focus();
  await page.evaluate((pasted) => {
    const field = document.activeElement;
    field.value = pasted;
    field.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));
  }, text);
}

/** Lists the parts of the readers that a page asks for: first, config, code, count and others. */
function readersOf(page) {
  const asked = [];
  page.on('request', (request) => {
    const [found, part = 'first'] = /paramscope-open(?:\.(\w+))?-[^/]*$/.exec(request.url()) ?? [];
    if (found) asked.push(part);
  });
  return asked;
}

const code = 'import torch.nn as nn\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(3, 5)\n\n    def forward(self, x):\n        return self.fc(x)\n';
const library = `import torchvision\n${code}`;
const config = JSON.stringify({ model_type: 'gpt2', n_layer: 2, n_embd: 64, n_head: 4, vocab_size: 100, n_positions: 32, architectures: ['GPT2LMHeadModel'] });

for (const text of [model, 'nn.Linear(3, 5)']) {
  test(`a print pasted early needs no reader of files: ${text.slice(0, 10)}`, async () => {
    const { page, release, opened } = await openEarly();
    const asked = readersOf(page);
    await pasteEarly(page, text);
    release();
    await opened;
    await stateWhere(page, isCounted);
    assert.deepEqual(asked, []);
  });
}

for (const [name, text, parts] of [['code', code, 'code,count,first'], ['a config', config, 'config,count,first'], ['code with a library', library, 'code,count,first,other']]) {
  test(`${name} pasted early has its readers fetched at once, each file once`, async () => {
    const { page, release, opened } = await openEarly({ fresh: true });
    const asked = readersOf(page);
    await pasteEarly(page, text);
    await until(() => [...asked].sort().join(), parts);  // before the program is there
    release();
    await opened;
    await stateWhere(page, ({ parameters }) => parameters === (text === config ? '108544' : '20'));
    assert.deepEqual([...new Set(asked)].sort(), [...asked].sort());
  });
}

const needless = /-app\.(interface|later)-/;

for (const [name, text, held, number, locale = 'en'] of [
  ['a print', model, needless, /^20 parameters · 30 FLOPs$/],
  ['one layer', 'nn.Linear(3, 5)', needless, /^20 parameters · 30 FLOPs$/],
  ['code', code, /-app[.-].*wasm|\.(config|other|rest)-/, /^20 parameters · 30 FLOPs$/],
  ['a config', config, /-app[.-].*wasm|\.(code|other|rest)-/, /^108,544 parameters · [\d.]+ [kMG] FLOPs$/],
  ['a part of a print', 'Net(\n  (fc): Linear(in_features=3, out_features=5, bias=True)\n  (unknown): Mystery()\n)', needless, /^至少 20 个参数/, 'zh-CN'],
]) {
  test(`the numbers of ${name} are there before the interface`, async () => {
    const { page, release, opened } = await openEarly({ fresh: true, locale, held });
    await pasteEarly(page, text);
    await page.locator('.early .number').getByText(number).waitFor();
    release();
    await opened;
  });
}

test('waits for a person who is typing', async () => {
  const { page, release, opened } = await openEarly({ slowClock: true });
  const field = page.getByLabel(/Paste your model/);
  await field.focus();
  await page.keyboard.type('Linear(3');
  release();
  await page.locator('.early.kept').waitFor();
  await page.keyboard.type(', 5)');
  await field.blur();
  await opened;
  await stateWhere(page, isCounted);
});

test('shows the program’s own first model when nothing was put there', async () => {
  const { page, release, opened } = await openEarly();
  release();
  await opened;
  await stateWhere(page, ({ parameters }) => parameters === '6738415616');
  assert.equal(await page.locator('.early').isVisible(), false);
});

test('offers no place to paste where the link asks for a model', async () => {
  const { page, release, opened } = await openEarly({ hash: await encodeLink({ text: model }) });
  await page.getByRole('status').getByText(/Opening the model/).waitFor();
  assert.equal(await page.locator('#early-text').isVisible(), false);
  release();
  await opened;
  await stateWhere(page, isCounted);
});

test('speaks Chinese to those who do; axe-core finds nothing wrong with it on a phone', async () => {
  const { page, release, opened } = await openEarly({ viewport: { width: 390, height: 780 }, locale: 'zh-CN' });
  await page.getByLabel(/粘贴您的模型/).waitFor();
  await page.getByText('Every parameter').waitFor({ state: 'hidden' });
  await hasNoViolation(page, 'phone');
  release();
  await opened;
});

test('axe-core finds nothing wrong with it in a wide window, and in a low, dark one', async () => {
  const { page, release, opened } = await openEarly({ viewport: { width: 1600, height: 1000 } });
  await hasNoViolation(page, 'wide');
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await hasNoViolation(page, 'laptop');
  release();
  await opened;
});
