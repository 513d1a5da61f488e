// Models by name in the page: nothing is fetched before the person agrees, then headers only. The hub is a double of it that
// the browser reaches under the hub's own names.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';

import { test } from '../support/shuffled.mjs';
import { startHub } from '../support/hub_double.mjs';
import { gguf, headerBytes, jsonFile, llama, llamaConfig, llamaParameters, mixtral, mixtralParameters, safetensors, small, textFile } from '../support/hub_models.mjs';
import { edit, openPage, pageFolder, pageUrl, paste, screenshot, settle, state, stateWhere, until } from './support.mjs';

const quantised = gguf(150_000);
const repositories = {
  'meta-llama/Llama-2-7b-hf': { files: llama() },
  'mistralai/Mixtral-8x7B-v0.1': { files: mixtral() },
  'org/fewer-layers': { files: llama(30) },
  'org/quantised': { files: { 'model.Q4_K_M.gguf': quantised.file } },
  'org/gated': { files: llama(), access: 'gated' },
  'org/silent': { files: { 'model.safetensors': safetensors({ 'a.weight': [1000, 1000] }) }, fault: 'silent' },
  'org/no-cors': { files: { 'model.safetensors': safetensors({ 'a.weight': [1000, 1000] }) }, fault: 'no-cors' },
  'org/hidden-range': { files: { 'model.safetensors': safetensors({ 'fc.weight': [4096, 4096] }) }, fault: 'hidden-range' },
  'org/strange-config': { files: { 'config.json': textFile('{"model_type": '), ...small([64, 32]) } },
  'org/sentences': { files: { ...small(), '2_Dense/model.safetensors': safetensors({ 'linear.weight': [32, 64] }), 'modules.json': jsonFile([{ path: '2_Dense' }]) } },
  'org/lacking': { files: { 'model_index.json': jsonFile({ first: ['transformers', 'A'], second: ['diffusers', 'B'], scheduler: ['diffusers', 'C_Scheduler'] }), 'first/config.json': jsonFile(llamaConfig) } },
  'org/pipeline': { files: { 'model_index.json': jsonFile({ _class_name: 'Two', first: ['transformers', 'A'], second: ['diffusers', 'B'] }), 'first/config.json': jsonFile(llamaConfig), 'second/model.safetensors': safetensors({ 'fc.weight': [4, 4] }) } },
  'org/text': { files: { 'model.txt': textFile('Linear(8, 4)'), 'config.json': jsonFile(llamaConfig) } },
};

let hub;
before(async () => { hub = await startHub(repositories, { secure: true, fileHost: 'https://files.hf.co' }); });
after(() => hub.close());

const wide = { viewport: { width: 1440, height: 900 } };

/** Opens a page that reaches the double as the hub. */
const open = (options = {}) => openPage({
  ...wide, ignoreHTTPSErrors: true, args: [`--host-resolver-rules=MAP huggingface.co:443 127.0.0.1:${hub.port},MAP files.hf.co:443 127.0.0.1:${hub.filesPort}`], ...options,
});

const bar = (page) => page.locator('.message-bar');
const barButton = (page, name) => bar(page).getByRole('button', { name, exact: true });
const openFrom = 'Open from huggingface.co';

/** Pastes a name where no text is edited, and waits until it is offered. */
async function name(page, text) {
  await settle(page);
  await page.locator('#text-agent').focus();
  await paste(page, text);
  await bar(page).waitFor();
  await settle(page);
}

const parameters = (page) => state(page).then((shown) => shown?.parameters);
const sentence = (page) => bar(page).locator('p').innerText();

for (const [id, expected, remark] of [
  ['meta-llama/Llama-2-7b-hf', llamaParameters, /agree: 291 tensors, 6,738,415,616 parameters/],
  ['mistralai/Mixtral-8x7B-v0.1', mixtralParameters, /both have 46,702,792,704 parameters, but 896 of their tensors differ/],
]) {
  test(`${id} is asked for, fetched by its headers and compared with its config`, async () => {
    const page = await open();
    const before = hub.log.length;
    await name(page, id);
    assert.match(await sentence(page), new RegExp(`Fetch “${id}” from huggingface\\.co\\?`));
    if (id.startsWith('meta')) await screenshot(page, 'hub-ask');
    assert.equal(hub.log.length, before, 'nothing is fetched before the click');
    await barButton(page, openFrom).click();
    await stateWhere(page, (shown) => shown.parameters === String(expected));
    await page.waitForFunction(() => /fetched in/.test(document.querySelector('.message-bar p')?.textContent));
    assert.match(await sentence(page), remark);
    if (id.startsWith('meta')) await screenshot(page, 'hub-done');
    const { files } = repositories[id];
    const listing = hub.log.slice(before).find(({ path }) => path.startsWith('/api/')).sent;
    const headers = headerBytes(files, ['config.json', 'model.safetensors.index.json', ...Object.keys(files).filter((each) => each.endsWith('.safetensors'))]);
    assert.equal(hub.log.slice(before).reduce((sum, { sent }) => sum + sent, 0), headers + listing);
  });
}

test('weights that contradict the config are a warning, and the difference is one click away', async () => {
  const page = await open();
  await name(page, 'org/fewer-layers');
  await barButton(page, openFrom).click();
  await barButton(page, 'Show the differences').waitFor();
  assert.match(await sentence(page), /config\.json gives 6,738,415,616 parameters, the weights have 6,333,648,896/);
  await barButton(page, 'Show the differences').click();
  await page.getByRole('dialog', { name: 'Compare' }).getByText('6.33 B parameters').first().waitFor({ state: 'attached' });
  await screenshot(page, 'hub-differences');
});

test('a GGUF file is fetched as far as its header goes', async () => {
  const page = await open();
  const before = hub.sent();
  await name(page, 'hf:org/quantised');
  await barButton(page, openFrom).click();
  await stateWhere(page, (shown) => shown.parameters === String(quantised.parameters));
  const sent = hub.sent() - before;
  const header = quantised.file.bytes.length;
  assert.ok(sent >= header && sent < 2 * header + (1 << 17), `${sent} for a header of ${header}`);
});

test('a name typed into the editor is offered', async () => {
  const page = await open();
  await edit(page, 'Model text');
  await page.keyboard.type('meta-llama/Llama-2-7b-hf');
  await barButton(page, openFrom).waitFor();
  await barButton(page, 'Close').click();
  await until(() => bar(page).count(), 0);
});

for (const [what, text] of [['a model', 'Linear(8, 4)'], ['the name of a shipped model', 'resnet50']]) {
  test(`${what} that is pasted ends the question`, async () => {
    const page = await open();
    await name(page, 'org/fewer-layers');
    await page.locator('#text-agent').focus();
    await paste(page, text);
    await until(() => bar(page).count(), 0);
  });
}

test('another model takes the question about a name away', async () => {
  const page = await open();
  await name(page, 'org/fewer-layers');
  assert.match(await sentence(page), /Fetch “org\/fewer-layers”/);
  await paste(page, 'Linear(3, 4)');
  await stateWhere(page, (shown) => shown.parameters === '16');
  await page.waitForFunction(() => !/Fetch/.test(document.querySelector('.message-bar p')?.textContent ?? ''));
});

test('everything is done by keyboard', async () => {
  const page = await open();
  await name(page, 'org/fewer-layers');
  const focused = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.id);
  await until(focused, openFrom);
  await page.keyboard.press('Enter');
  await until(focused, 'Show the differences');
  await page.keyboard.press('Escape');
  await until(() => bar(page).count(), 0);
  assert.equal(await focused(), 'text-agent');
});

test('a question that comes while somebody types leaves the keyboard to the text', async () => {
  const page = await open();
  await edit(page, 'Model text');
  await page.keyboard.type('org/name');
  await barButton(page, openFrom).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'text-agent');
});

test('a link with ?hf= asks, too', async () => {
  const before = hub.log.length;
  const page = await open({ url: `${await pageUrl()}?hf=meta-llama/Llama-2-7b-hf`, isFirstVisit: true });
  await barButton(page, openFrom).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(hub.log.length, before);
});

test('in Chinese everything that is said is Chinese', async () => {
  const page = await open({ locale: 'zh-CN' });
  await name(page, 'meta-llama/Llama-2-7b-hf');
  assert.match(await sentence(page), /^要从 huggingface\.co 读取/);
  await barButton(page, '从 huggingface.co 打开').click();
  await page.waitForFunction(() => /请求读取了/.test(document.querySelector('.message-bar p')?.textContent));
  assert.match(await sentence(page), /config\.json 与权重一致：291 个张量/);
});

const refusals = [
  ['org/gated', /“org\/gated” is gated: .*https:\/\/huggingface\.co\/org\/gated.*drop it here/],
  ['org/missing', /huggingface\.co shows no model “org\/missing” to the public/],
  ['https://huggingface.co/datasets/org/name', /is a data set/],
  ['org/no-cors', /does not let pages of other sites read its files \(CORS\)|cannot be reached/],
  ['https://nothing.invalid/model.gguf', /nothing\.invalid cannot be reached/],
];

test('what is wrong and what to do is said', async () => {
  const page = await open({ complains: /./ });
  for (const [id, expected] of refusals) {
    await name(page, id);
    const button = bar(page).getByRole('button', { name: /^Open from/ });
    if (await button.count() > 0) await button.click();
    await page.waitForFunction((words) => new RegExp(words).test(document.querySelector('.message-bar p')?.textContent), expected.source);
    await barButton(page, 'Close').click();
    await until(() => bar(page).count(), 0);
  }
});

test('fetching is stopped by its button', async () => {
  const page = await open();
  await name(page, 'org/silent');
  await barButton(page, openFrom).click();
  await barButton(page, 'Stop').click();
  await until(() => bar(page).count(), 0);
});

test('a file server that hides Content-Range is believed, with the size in the list', async () => {
  const page = await open();
  await name(page, 'org/hidden-range');
  await barButton(page, openFrom).click();
  await until(() => parameters(page), String(4096 * 4096));
});

test('where config.json cannot be read the headers are the model', async () => {
  const page = await open();
  await name(page, 'org/strange-config');
  await barButton(page, openFrom).click();
  await until(() => parameters(page), String(64 * 32 + 64));
  await page.waitForFunction(() => /config\.json could not be read/.test(document.querySelector('.message-bar p')?.textContent));
});

test('modules in folders of their own are counted, beside weights without a config too', async () => {
  const page = await open();
  await name(page, 'org/sentences');
  await barButton(page, openFrom).click();
  await until(() => parameters(page), String(16 * 8 + 16 + 32 * 64));
});

test('a pipeline is the sum of its components', async () => {
  const page = await open();
  await name(page, 'hf.co/org/pipeline');
  await barButton(page, openFrom).click();
  await until(() => parameters(page), String(llamaParameters + 16));
});

test('a component without files is named, and the total says at least', async () => {
  const page = await open();
  await name(page, 'org/lacking');
  await barButton(page, openFrom).click();
  await page.getByText('second: no files that tell the model, so totals say “at least”.').waitFor();
  assert.equal(await parameters(page), String(llamaParameters));
});

test('a text of a repository is opened like a pasted one', async () => {
  const page = await open();
  await name(page, 'https://huggingface.co/org/text/blob/main/model.txt');
  await barButton(page, openFrom).click();
  await until(() => parameters(page), '36');
});

test('without a network a known name still works, and an unknown one says so', async () => {
  const page = await open();
  await settle(page);
  await name(page, 'mistralai/Mixtral-8x7B-v0.1');  // loads the scripts
  await barButton(page, 'Close').click();
  await page.context().setOffline(true);
  await name(page, 'org/unknown');
  assert.match(await sentence(page), /offline/);
  assert.equal(await bar(page).getByRole('button').count(), 1);
  await name(page, 'mistralai/Mixtral-8x7B-v0.1');
  await until(() => bar(page).getByRole('button').count(), 2);
});

test('an embed reaches no network unless its author allows it', async () => {
  const refused = await open({ url: `${await pageUrl()}embed.html` });
  await name(refused, 'org/quantised');
  assert.match(await sentence(refused), /the author of the page did not allow it/);
  assert.equal(await bar(refused).getByRole('button').count(), 1);
  const allowed = await open({ url: `${await pageUrl()}embed-network.html` });
  await name(allowed, 'org/quantised');
  await barButton(allowed, openFrom).click();
  await stateWhere(allowed, (shown) => shown.parameters === String(quantised.parameters));
});

test('the offline file reaches no network, and has the known names', async () => {
  const page = await open({ url: pathToFileURL(join(pageFolder, 'paramscope.html')).href });
  await name(page, 'mistralai/Mixtral-8x7B-v0.1');
  assert.match(await sentence(page), /offline copy of the page never uses the network/);
  await barButton(page, 'Use the built-in copy').click();
  await until(() => parameters(page), String(mixtralParameters));
});
