// A config of a type that is not known, and a print of a class: the page offers to read its code from the library's public repository, of which there is a double here.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { pathToFileURL } from 'node:url';

import { macsOfInner, parametersOfOuter, printOfInner, startCodeHost } from '../support/code_double.mjs';
import { startHub } from '../support/hub_double.mjs';
import { jsonFile, small } from '../support/hub_models.mjs';
import { test } from '../support/shuffled.mjs';
import { openPage, pageFolder, pageUrl, paste, screenshot, settle, state, stateWhere, until } from './support.mjs';

const fields = { model_type: 'outer', architectures: ['OuterModel'], hidden_size: 16, transformers_version: '5.1.0' };

let host;
let hub;
before(async () => {
  host = await startCodeHost(['v5.1.0', 'main']);
  hub = await startHub({ 'org/outer': { files: { 'config.json': jsonFile(fields), ...small() } } }, { secure: true });
});
beforeEach(() => {
  host.log.length = 0;
  host.fault = undefined;
});
after(() => Promise.all([host.close(), hub.close()]));

/** A page that reaches the double as the host of the code. The browser notes files that are missing. */
async function open(options = {}) {
  const page = await openPage({
    viewport: { width: 1440, height: 900 }, ignoreHTTPSErrors: true, complains: /404/, args: [`--host-resolver-rules=MAP raw.githubusercontent.com:443 127.0.0.1:${host.port},MAP huggingface.co:443 127.0.0.1:${hub.port}`], ...options,
  });
  await page.evaluate(() => globalThis.caches?.delete('paramscope-code').catch(() => {}));
  return page;
}

const config = (others) => JSON.stringify({ ...fields, ...others });

const bar = (page) => page.locator('.message-bar');
const barButton = (page, name) => bar(page).getByRole('button', { name, exact: true });
const sentence = (page) => bar(page).locator('p').innerText();
const saysThat = (page, pattern) => page.waitForFunction((words) => new RegExp(words).test(document.querySelector('.message-bar p')?.textContent), pattern.source);
const read = 'Read the code of transformers';

/** Pastes a config or a name and waits until the page has opened it. */
async function pasteText(page, text) {
  await settle(page);
  await page.locator('#text-agent').focus();
  await paste(page, text);
  await settle(page);
}

test('nothing is fetched before the person agrees, then the code of the version that the config states counts it', async () => {
  const page = await open();
  await pasteText(page, config());
  await barButton(page, read).waitFor();
  assert.match(await sentence(page), /type outer\..*raw\.githubusercontent\.com\/huggingface\/transformers\/v5\.1\.0\/src/);
  assert.deepEqual(host.log, []);
  await screenshot(page, 'library-ask');
  await barButton(page, read).click();
  await stateWhere(page, (shown) => shown.parameters === String(parametersOfOuter(16)));
  await saysThat(page, /counted by the code of transformers 5\.1\.0, 10 files from raw\.githubusercontent\.com/);
  await screenshot(page, 'library-done');
  assert.ok(host.log.every((path) => path.startsWith('/huggingface/transformers/v5.1.0/src/transformers/')));
  assert.equal(new Set(host.log).size, host.log.length, 'no file is asked for twice');
});

test('the code of a published version is fetched once', async () => {
  const page = await open();
  for (const width of [16, 32]) {
    await pasteText(page, config({ hidden_size: width }));
    await barButton(page, read).click();
    await stateWhere(page, (shown) => shown.parameters === String(parametersOfOuter(width)));
  }
  assert.equal(new Set(host.log).size, host.log.length);
});

for (const [version, branch] of [[undefined, 'main'], ['5.2.0.dev0', 'main'], ['5.1.0', 'v5.1.0']]) {
  test(`the code of a config of version ${version} is read at ${branch}`, async () => {
    const page = await open();
    await pasteText(page, config({ transformers_version: version }));
    await barButton(page, read).click();
    await stateWhere(page, (shown) => shown.parameters === String(parametersOfOuter(16)));
    assert.ok(host.log.every((path) => path.startsWith(`/huggingface/transformers/${branch}/src/`)));
  });
}

test('a version without code, and a type that the library does not have, are said', async () => {
  const page = await open({ complains: /404|no code/ });
  await pasteText(page, config({ transformers_version: '3.0.0' }));
  await barButton(page, read).click();
  await saysThat(page, /there is no code of transformers at huggingface\/transformers\/v3\.0\.0\/src/);
  await pasteText(page, config({ model_type: 'elsewhere' }));
  await barButton(page, read).click();
  await saysThat(page, /code of transformers 5\.1\.0 does not tell more about elsewhere/);
  await barButton(page, 'Read the newest code').click();
  await saysThat(page, /code of transformers \(newest\) does not tell more about elsewhere/);
});

test('reading is stopped by its button', async () => {
  host.fault = 'silent';
  const page = await open();
  await pasteText(page, config());
  await barButton(page, read).click();
  await barButton(page, 'Stop').click();
  await until(() => bar(page).count(), 0);
});

test('nothing is offered for a type that is known, nor for one whose config names its own code', async () => {
  const page = await open();
  await pasteText(page, '{"model_type": "gpt2", "n_embd": 8, "n_layer": 1, "n_head": 2, "vocab_size": 10, "n_positions": 4, "architectures": ["GPT2Model"]}');
  await stateWhere(page, (shown) => shown.parameters !== undefined);
  assert.equal(await bar(page).count(), 0);
  await pasteText(page, config({ auto_map: { AutoModel: 'modeling_outer.OuterModel' } }));
  assert.equal(await barButton(page, read).count(), 0);
});

test('beside a model of the hub the code is offered, too', async () => {
  const page = await open();
  await pasteText(page, 'org/outer');
  await barButton(page, 'Open from huggingface.co').click();
  await barButton(page, read).waitFor();
  assert.deepEqual(host.log, []);
  await barButton(page, read).click();
  await stateWhere(page, (shown) => shown.parameters === String(parametersOfOuter(16)));
});

test('the class of a print is found by the tables of the newest library, and nothing is fetched before the person agrees', async () => {
  const page = await open();
  await pasteText(page, printOfInner(6));
  await barButton(page, read).waitFor();
  assert.match(await sentence(page), /type InnerForScoring\..*raw\.githubusercontent\.com\/huggingface\/transformers\/main\/src/);
  assert.deepEqual(host.log, []);
  await screenshot(page, 'library-ask-print');
  await barButton(page, read).click();
  await stateWhere(page, (shown) => shown.macs === String(macsOfInner(6)));
  await saysThat(page, /InnerForScoring: counted by the code of transformers \(newest\)/);
  const { parameters } = await state(page);
  assert.equal(parameters, String(10 * 6 + 6 * 6 + 6));
  assert.ok(host.log.every((path) => !path.includes('/outer/')), 'no other folder is asked for');
});

for (const [what, text, reason] of [
  ['a class that the library does not have', printOfInner(6).replace('InnerForScoring', 'InnerForNothing'), /it has no class InnerForNothing/],
  ['a print of another class of that name', printOfInner(6).replace('(linear)', '(other)'), /its class has another InnerForScoring\.inner/],
]) {
  test(`${what} is said, and the print stays as it is`, async () => {
    const page = await open();
    await pasteText(page, text);
    await barButton(page, read).click();
    await saysThat(page, reason);
    assert.equal((await state(page)).parameters, String(10 * 6 + 6 * 6 + 6));
    assert.equal(await barButton(page, 'Read the newest code').count(), 0);
  });
}

test('the text that is read is the present one', async () => {
  const page = await open();
  await pasteText(page, printOfInner(6));
  await barButton(page, read).waitFor();
  await pasteText(page, printOfInner(4));
  await barButton(page, read).click();
  await stateWhere(page, (shown) => shown.macs === String(macsOfInner(4)));
});

test('nothing is offered for a print whose class is known, nor for a class of one\'s own', async () => {
  const page = await open();
  await pasteText(page, 'MyModel(\n  (block): MyBlock(\n    (fc): Linear(in_features=4, out_features=4, bias=True)\n  )\n)\n');
  await stateWhere(page, (shown) => shown.parameters === '20');
  await pasteText(page, 'Sequential(\n  (0): Linear(in_features=4, out_features=5, bias=True)\n)\n');
  await stateWhere(page, (shown) => shown.parameters === '25');
  assert.equal(await bar(page).count(), 0);
});

test('in Chinese everything that is said is Chinese', async () => {
  const page = await open({ locale: 'zh-CN' });
  await pasteText(page, config());
  await barButton(page, '读取 transformers 的代码').click();
  await saysThat(page, /按 transformers 5\.1\.0 的代码计算/);
});

test('an embed offers nothing unless its author allows it', async () => {
  const refused = await open({ url: `${await pageUrl()}embed.html` });
  for (const text of [config(), printOfInner(6)]) {
    await pasteText(refused, text);
    assert.equal(await barButton(refused, read).count(), 0);
  }
  const allowed = await open({ url: `${await pageUrl()}embed-network.html` });
  await pasteText(allowed, config());
  await barButton(allowed, read).click();
  await stateWhere(allowed, (shown) => shown.parameters === String(parametersOfOuter(16)));
});

test('the offline file offers nothing', async () => {
  const page = await open({ url: pathToFileURL(join(pageFolder, 'paramscope.html')).href });
  await pasteText(page, config());
  await until(async () => (await state(page)) !== undefined, true);
  assert.equal(await barButton(page, read).count(), 0);
});
