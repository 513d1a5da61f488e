// The tree, and the inspector, found by role and name as a screen reader finds them.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, paste, settle, state, stateWhere, until, widget } from './support.mjs';

const tall = { viewport: { width: 1440, height: 1400 } };  // only rows in view are there

const opened = (options = {}) => openPage({ ...tall, ...options });

async function press(page, role, name) {
  await click(page.getByRole(role, { name }).first());
  await settle(page);
}

/** Types into a field, as a person does: once the keyboard is there. */
async function enter(page, field, text) {
  await click(field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await settle(page);
}

const rowNames = (page) => page.getByRole('treegrid').getByRole('row').evaluateAll(
  (rows) => rows.map((row) => row.getAttribute('aria-label')).filter(Boolean));

test('the filter shows what it finds and what that stands in', async () => {
  const page = await opened();
  await enter(page, page.getByRole('textbox', { name: /^Filter/ }), 'proj >20M');
  assert.equal((await state(page)).rows, 8);
  assert.deepEqual((await rowNames(page)).slice(-3), ['gate_proj', 'up_proj', 'down_proj']);
  await page.getByText('3 of 19 modules match').waitFor({ state: 'attached' });
  await press(page, 'button', 'Clear');
  assert.equal((await state(page)).rows, 19);
});

test('levels open and close, columns sort, equal neighbours gather', async () => {
  const page = await opened();
  await paste(page, 'Sequential(\n  (a): Linear(8, 8)\n  (b): Linear(8, 8)\n  (c): Sequential(\n    (x): Linear(9, 99)\n  )\n)\n');
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await settle(page);
  await press(page, 'button', 'Collapse one level');
  assert.deepEqual(await rowNames(page), ['Pasted model', 'a', 'b', 'c']);
  await press(page, 'columnheader', 'Parameters');
  assert.deepEqual(await rowNames(page), ['Pasted model', 'c', 'a', 'b']);
  assert.equal(await page.getByRole('columnheader', { name: 'Parameters' }).getAttribute('aria-sort'), 'descending');
  await press(page, 'button', 'Group equal neighbours');
  assert.deepEqual(await rowNames(page), ['Pasted model', 'c', 'a … b']);
  await press(page, 'button', /^Expand one level/);
  assert.deepEqual(await rowNames(page), ['Pasted model', 'c', 'x', 'a … b']);
});

test('all layers are one list, by their paths, which sorts', async () => {
  const page = await opened();
  await paste(page, 'Sequential(\n  (a): Linear(8, 8)\n  (c): Sequential(\n    (x): Linear(9, 99)\n    (y): Linear(99, 2)\n  )\n)\n');
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await settle(page);
  await press(page, 'button', 'List all layers');
  assert.deepEqual(await rowNames(page), ['Pasted model', 'a', 'c.x', 'c.y']);
  await press(page, 'columnheader', 'Parameters');
  assert.deepEqual(await rowNames(page), ['Pasted model', 'c.x', 'c.y', 'a']);
  await press(page, 'button', 'List all layers');
  assert.deepEqual(await rowNames(page), ['Pasted model', 'c', 'x', 'y', 'a']);
});

test('an attribute that is changed in the inspector changes in the text', async () => {
  const page = await opened();
  await press(page, 'row', 'gate_proj');
  await enter(page, page.getByRole('textbox', { name: 'in_features' }), '2*H');
  // Every key counts on its way there.
  await stateWhere(page, (shown) => shown.parameters === '8181256192');
});

test('formulas are said, and told with numbers put in', async () => {
  const page = await opened();
  await press(page, 'row', 'gate_proj');
  await page.getByText('d_in·d_out', { exact: true }).first().waitFor({ state: 'attached' });
  await page.getByText('= F·H', { exact: true }).first().waitFor({ state: 'attached' });
  await page.getByText('= 11008·4096').first().waitFor({ state: 'attached' });
});

test('looking at a convention changes no number, using it does, and there is a way back', async () => {
  const page = await opened();
  const shown = (words) => page.getByText(words).first().waitFor({ state: 'attached' });
  const { flops, macs } = await state(page);
  await press(page, 'tab', 'Conventions');
  await press(page, 'button', 'fvcore');
  await shown(/^850 G multiply-accumulates of linear layers and attention = 850 G$/);
  assert.equal((await state(page)).flops, flops);
  await press(page, 'button', 'macs');
  await press(page, 'button', 'Use in the page');
  assert.equal((await state(page)).flops, macs);
  await press(page, 'button', /^counted like macs/);
  assert.equal((await state(page)).flops, flops);
  assert.equal(await page.getByRole('button', { name: /^counted like/ }).count(), 0);
});

test('two pinned conventions show their difference as a sum', async () => {
  const page = await opened();
  await press(page, 'tab', 'Conventions');
  await press(page, 'button', 'fvcore');
  await press(page, 'button', /^Pin$/);
  await page.getByText('fvcore is pinned: pin another to see the difference as a sum.').waitFor({ state: 'attached' });
  await press(page, 'button', /^torch$/);
  await press(page, 'button', /^Pin$/);
  await page.getByText(/^torch 1\.70 T = fvcore 850 G \+ 850 G multiply-accumulates of .*, counted 2 × instead of 1 ×$/).waitFor({ state: 'attached' });
});

test('a mode changes what is counted', async () => {
  const page = await opened();
  await press(page, 'tab', 'Conventions');
  const { macs } = await state(page);
  await press(page, 'button', 'macs');
  await press(page, 'button', 'Use in the page');
  await press(page, 'radio', 'Training');
  assert.equal(BigInt((await state(page)).flops), 3n * BigInt(macs));
});

/** Chooses a value in the menu of a setting. */
async function setTo(page, setting, value) {
  await press(page, 'button', new RegExp(`^${setting}: `));
  await press(page, 'menuitemcheckbox', value);
}

test('memory answers first, and follows recipes and settings', async () => {
  const page = await opened({ state: [['preset', 'llama-2-7b'], ['device', 'A100 80GB']] });
  const shown = (words) => page.getByText(words, { exact: true }).first().waitFor({ state: 'attached' });
  await press(page, 'tab', 'Will it run');
  for (const words of ['Fits A100 80GB', '≈ 13.6 GB of 84.1 GB', 'Keys and values', '67.1 MB']) await shown(words);
  await setTo(page, 'Weights', 'int4');
  await shown('≈ 3.45 GB of 84.1 GB');
  await setTo(page, 'Weights', 'as in the model');
  await press(page, 'radio', 'Mixed');
  for (const words of ['Does not fit A100 80GB', 'Optimizer state']) await shown(words);
  await setTo(page, 'Optimizer', 'Adam, mixed precision');
  await page.getByRole('radio', { name: 'Own' }).waitFor({ state: 'attached' });
  await setTo(page, 'Checkpointing', 'off');
  await shown('Activations, fused kernel');
  await press(page, 'radio', 'QLoRA');
  await shown('Fits A100 80GB');
  await press(page, 'radio', 'Inference');
  await setTo(page, 'Program', 'vLLM');
  await page.getByRole('button', { name: 'Scores: of all tokens' }).waitFor({ state: 'detached' });
});

/** A config with long names of sizes. */
const config = JSON.stringify({
  architectures: ['Qwen3ForCausalLM'], model_type: 'qwen3', head_dim: 128, hidden_size: 5120, intermediate_size: 25600, num_attention_heads: 64,
  num_hidden_layers: 64, num_key_value_heads: 8, vocab_size: 151936, tie_word_embeddings: false, torch_dtype: 'bfloat16',
});

for (const viewport of [{ width: 1366, height: 650 }, { width: 390, height: 844 }]) {
  test(`formulas of memory are short and whole, ${viewport.width} wide`, async () => {
    const page = await opened({ viewport });
    await paste(page, config);
    await stateWhere(page, ({ parameters }) => parameters === '32762123264');
    await press(page, 'tab', viewport.width < 600 ? 'Run' : 'Will it run');
    await press(page, 'radio', 'LoRA');
    const formulas = (await page.getByText(/·L·/).evaluateAll((texts) => texts.map((text) => [text.textContent, text.getBoundingClientRect().right])))
      .filter(([words]) => !words.includes(':'));
    assert.ok(formulas.length > 4, JSON.stringify(formulas));
    for (const [words, right] of formulas) {
      assert.doesNotMatch(words, /num_hidden_layers|…/);
      assert.ok(right <= viewport.width, `${words} ends at ${right}`);
    }
  });
}

test('devices are typed, and sizes of the input beside the answer', async () => {
  const page = await opened();
  const shown = (words) => page.getByText(words, { exact: true }).first().waitFor({ state: 'attached' });
  await press(page, 'tab', 'Will it run');
  const devices = page.getByRole('textbox', { name: 'Devices, as 2x RTX 3090' });
  await enter(page, devices, '2x RTX 3090');
  await shown('Fits 2 × RTX 3090');
  await enter(page, devices, 'RTX 9999 Turbo');
  assert.equal(await page.getByText(/RTX 9999 Turbo/).count() > 0, true);
  await enter(page, page.getByRole('textbox', { name: 'tokens', exact: true }).last(), '100000');
  await shown('Does not fit 2 × RTX 3090');
});

test('memory over the pass is a picture with its peak, follows the switches, and finds the module at work', async () => {
  const page = await opened();
  await paste(page, 'batch = 4096\ninput = (batch, 32)\nSequential(\n  (0): Linear(32, 64)\n  (1): ReLU()\n  (2): Linear(64, 4)\n)\n');
  await press(page, 'tab', 'Will it run');
  const picture = (peak) => page.getByRole('img', { name: peak });
  await picture(/^Memory over the pass: Peak ≈ 2\.\d+ MB, Forward pass, 1: Weights 9\.49 kB, Activations 2\.62 MB/).waitFor({ state: 'attached' });
  await press(page, 'radio', 'Full');
  const training = picture(/^Memory over the pass: Peak .*, (Forward|Backward) pass, [0-2]: .*Optimizer state/);
  await training.waitFor({ state: 'attached' });
  const rows = page.getByRole('list', { name: 'Alive at the peak' }).getByRole('listitem');
  assert.match(await rows.first().getAttribute('aria-label'), /^[0-2]$/);
  const { x, y, width, height } = await training.boundingBox();
  await page.mouse.click(x + width * 0.25, y + height * 0.7);
  await stateWhere(page, ({ selected }) => selected === '0' || selected === '1');
});

test('training shared among devices takes what one of them holds', async () => {
  const page = await opened({ state: [['preset', 'llama-2-7b'], ['device', 'A100 80GB']] });
  const shown = (words) => page.getByText(words, { exact: true }).first().waitFor({ state: 'attached' });
  await press(page, 'tab', 'Will it run');
  await press(page, 'radio', 'Full');
  await press(page, 'button', /^LoRA, several devices/);
  await press(page, 'radio', 'Stage 3');
  const place = (name) => page.getByRole('textbox', { name, exact: true }).boundingBox();
  const [devices, tensors] = [await place('Devices'), await place('Tensor parallel')];
  assert.ok(devices.y === tensors.y || devices.x === tensors.x, `${JSON.stringify([devices, tensors])} are in line`);
  await enter(page, page.getByRole('textbox', { name: 'Devices', exact: true }), '8');
  await shown('Fits 8 × A100 80GB');
  await enter(page, page.getByRole('textbox', { name: 'Pipeline parallel' }), '3');
  await shown('The number of devices must be a multiple of those that hold one model.');
  await enter(page, page.getByRole('textbox', { name: 'Pipeline parallel' }), '1');
  await enter(page, page.getByRole('textbox', { name: /^LoRA rank/ }), '8');
  await enter(page, page.getByRole('textbox', { name: 'Modules with adapters' }), 'q_proj,v_proj');
  await shown('Adapters');
});

test('switches of memory are in the link, in a reloaded page and in undo', async () => {
  const page = await opened({ state: [['preset', 'llama-2-7b'], ['device', 'A100 80GB']] });
  const shown = (words, of = page) => of.getByText(words, { exact: true }).first().waitFor({ state: 'attached' });
  await press(page, 'tab', 'Will it run');
  await press(page, 'radio', 'QLoRA');
  await press(page, 'radio', 'Stage 3');
  await enter(page, page.getByRole('textbox', { name: 'Devices', exact: true }), '8');
  await shown('Fits 8 × A100 80GB');
  await press(page, 'checkbox', 'All devices');
  await page.getByRole('radio', { name: 'H100', exact: true }).evaluate((radio) => radio.click());
  await shown('Lower bound on time, H100');
  await page.pass(1);  // the address follows after a pause
  const saved = page.host.state.filter(([name]) => /^(memory:|device$)/.test(name));
  const wanted = {
    'memory:purpose': 'training', 'memory:weights_dtype': 'nf4', 'memory:values_dtype': 'bfloat16', 'memory:optimizer': 'adam_8bit', 'memory:recompute': '1',
    'memory:loss': 'cross_entropy', 'memory:lora_rank': '16', 'memory:zero': '3', 'memory:gpus': '8', device: 'H100',
  };
  assert.deepEqual(Object.fromEntries(saved), wanted);
  const need = () => page.getByText(/ GB each$/).first().textContent();
  const before = await need();

  await page.reload();
  await settle(page);
  await press(page, 'tab', 'Will it run');
  await shown('Fits 8 × H100');
  await shown('Lower bound on time, H100');
  assert.equal(await page.getByRole('textbox', { name: 'Devices', exact: true }).inputValue(), '8');
  assert.equal(await need(), before);

  await press(page, 'radio', 'off');
  assert.notEqual(await need(), before);
  await press(page, 'button', /^Undo/);
  assert.equal(await need(), before);
});

test('a link with switches that are none is explained, and opens without them', async () => {
  const page = await opened({ state: [['preset', 'gpt2'], ['memory:gpus', '-8']] });
  await page.getByText('The link sets the memory switch “gpus” to “-8”', { exact: false }).first().waitFor({ state: 'attached' });
  await press(page, 'tab', 'Will it run');
  await page.getByText('Keys and values', { exact: true }).first().waitFor({ state: 'attached' });
});

test('devices show what fits, and the least times on the one that is chosen', async () => {
  const page = await opened({ state: [['preset', 'llama-2-7b'], ['device', 'A100 80GB']] });
  await press(page, 'tab', 'Will it run');
  const device = page.getByRole('radiogroup', { name: 'Fits into' }).getByRole('radio', { name: /^A10\b/ });
  await device.waitFor({ state: 'attached' });
  assert.match(await device.getAttribute('aria-description'), /batch ≤ 104 · tokens ≤ 13,439/);
  await page.getByText('Lower bound on time, A100 80GB').waitFor({ state: 'attached' });
  await page.getByText('6.48 ms').first().waitFor({ state: 'attached' });
  await device.evaluate((radio) => radio.click());
  await page.getByText('Lower bound on time, A10', { exact: true }).waitFor({ state: 'attached' });
});

test('the keys are shown', async () => {
  const page = await opened();
  await press(page, 'button', 'Help');
  await press(page, 'menuitem', 'Keys');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'attached' });
  await page.getByText('Expand all').waitFor({ state: 'attached' });
});

test('a column has the memory of each row in the pass', async () => {
  const page = await openPage({ viewport: { width: 1440, height: 1400 } });
  await settle(page);
  await click(button(page, 'Columns'));
  await click(widget(page, 'menuitemcheckbox', 'Memory'));
  await page.keyboard.press('Escape');
  const cells = async (name) => page.getByRole('row', { name, exact: true }).getByText(/B$/).allTextContents();
  await until(async () => (await cells('embed_tokens')).at(-1), '≈ 1.05 MB');
  await until(async () => (await cells('mlp')).at(-1), '≈ 8.45 MB');
});
