// Files and texts of all kinds: what they are taken for, what belongs together, what is wrong with them.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, paste, settle, stateWhere } from './support.mjs';

const wide = { viewport: { width: 1440, height: 900 } };

/** A small checkpoint: one linear layer of 4 to 3. */
function smallSafetensors() {
  const json = Buffer.from(JSON.stringify({
    'fc.weight': { dtype: 'F32', shape: [3, 4], data_offsets: [0, 48] },
    'fc.bias': { dtype: 'F32', shape: [3], data_offsets: [48, 60] },
  }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, Buffer.alloc(60)]);
}

test('says what is wrong with a file that was cut off', async () => {
  const page = await openPage(wide);
  await settle(page);
  const whole = smallSafetensors();
  await page.drop(['cut.safetensors', whole.subarray(0, whole.length - 8)]);
  await stateWhere(page, ({ parameters }) => parameters === '15');
  await page.getByText('cut.safetensors: the file ends before the data of 1 of its 2 tensors').waitFor();
});

test('opens a listing that is pasted', async () => {
  const page = await openPage(wide);
  await settle(page);
  await paste(page, 'fc.weight: torch.Size([3, 4])\nfc.bias: torch.Size([3])\n');
  const shown = await stateWhere(page, ({ parameters }) => parameters === '15');
  assert.equal(shown.source, 'Pasted model');
});

test('opens the parts of a checkpoint that are dropped together, with their index', async () => {
  const page = await openPage(wide);
  await settle(page);
  const part = (name, shape) => {
    const bytes = 4 * shape.reduce((all, size) => all * size, 1);
    const json = Buffer.from(JSON.stringify({ [name]: { dtype: 'F32', shape, data_offsets: [0, bytes] } }));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(json.length));
    return Buffer.concat([length, json, Buffer.alloc(bytes)]);
  };
  const names = ['model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors'];
  const index = { metadata: {}, weight_map: { 'fc.weight': names[0], 'fc.bias': names[1] } };
  await page.drop([names[1], part('fc.bias', [3])], ['model.safetensors.index.json', JSON.stringify(index)], [names[0], part('fc.weight', [3, 4])]);
  await stateWhere(page, ({ parameters }) => parameters === '15');
});

test('checkpoints that are dropped together are one model if they share no tensor, else compared', async () => {
  const page = await openPage(wide);
  await settle(page);
  const listing = (name, tensor, size) => {
    const json = Buffer.from(JSON.stringify({ [tensor]: { dtype: 'F32', shape: [size], data_offsets: [0, 4 * size] } }));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(json.length));
    return [name, Buffer.concat([length, json, Buffer.alloc(4 * size)])];
  };
  await page.drop(listing('a.safetensors', 'a.bias', 3), listing('b.safetensors', 'b.bias', 4), listing('c.safetensors', 'c.bias', 5));
  await stateWhere(page, ({ parameters }) => parameters === '12');
  await page.getByText('3 parts of one checkpoint are read as one model.').waitFor();
  await page.drop(listing('d.safetensors', 'd.bias', 3), listing('e.safetensors', 'd.bias', 4));
  await page.getByRole('dialog', { name: /Compare/ }).waitFor({ state: 'attached' });
});

test('opens a config that is pasted', async () => {
  const page = await openPage(wide);
  await settle(page);
  const config = { architectures: ['LlamaForCausalLM'], model_type: 'llama', vocab_size: 100, hidden_size: 16, intermediate_size: 24, num_hidden_layers: 1, num_attention_heads: 4 };
  await paste(page, JSON.stringify(config, null, 2));
  await stateWhere(page, ({ parameters }) => parameters === String(2 * 100 * 16 + 4 * 16 * 16 + 3 * 16 * 24 + 3 * 16));
});

test('names what a text was taken for, and reads it as something else', async () => {
  const page = await openPage(wide);
  const listing = 'fc.weight torch.Size([5, 7])\nfc.bias torch.Size([5])';
  const readAs = async (name) => {
    await click(page.getByRole('button', { name: /^Read as: / }));
    await click(page.getByRole('menuitemcheckbox', { name, exact: true }));
    await settle(page);
  };
  await paste(page, listing);
  await stateWhere(page, ({ parameters }) => parameters === '40');
  await button(page, 'Read as: List of tensors').waitFor({ state: 'attached' });
  await readAs('Table of layers');
  await page.getByText('no row of this summary table can be read').waitFor();
  assert.equal(await button(page, 'Read as: List of tensors').count(), 1);  // still what is shown
  await readAs('Model text');
  await button(page, 'Read as: Model text').waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('textbox', { name: 'Model text' }).inputValue(), listing);
});

/** An archive of stored members, without checksums. */
function zip(members) {
  const files = [];
  const directory = [];
  let offset = 0;
  const numbers = (...pairs) => Buffer.concat(pairs.map(([value, bytes]) => { const b = Buffer.alloc(bytes); b.writeUIntLE(value, 0, bytes); return b; }));
  for (const [name, bytes] of Object.entries(members)) {
    const common = [[20, 2], [0, 2], [0, 2], [0, 4], [0, 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]];
    const head = Buffer.concat([numbers([0x04034b50, 4], ...common), Buffer.from(name), bytes]);
    directory.push(numbers([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), Buffer.from(name));
    files.push(head);
    offset += head.length;
  }
  const list = Buffer.concat(directory);
  const count = files.length;
  return Buffer.concat([...files, list, numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [offset, 4], [0, 2])]);
}

test('opens a Keras archive that is dropped: the config is the model', async () => {
  const page = await openPage(wide);
  await settle(page);
  const config = { module: 'keras', class_name: 'Sequential', config: { name: 'net', layers: [
    { class_name: 'InputLayer', config: { batch_shape: [null, 8, 8, 1], name: 'in' } },
    { class_name: 'Conv2D', config: { name: 'conv', filters: 4, kernel_size: [3, 3], activation: 'relu' } },
    { class_name: 'Flatten', config: { name: 'flat' } },
    { class_name: 'Dense', config: { name: 'out', units: 10 } }] } };
  await page.drop(['net.keras', zip({ 'metadata.json': Buffer.from('{}'), 'config.json': Buffer.from(JSON.stringify(config)), 'model.weights.h5': Buffer.alloc(0) })]);
  const shown = await stateWhere(page, ({ parameters }) => parameters === String(40 + 1450));
  assert.equal(shown.source, 'net.keras');
});

const source = `import torch.nn as nn

class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, width)

class Net(nn.Module):
    def __init__(self, width=8, depth=3):
        super().__init__()
        self.blocks = nn.ModuleList([Block(width) for _ in range(depth)])
        self.head = nn.Linear(width, 10)
`;
const sourceParameters = String(3 * (8 * 8 + 8) + 8 * 10 + 10);

test('opens source code that is dropped', async () => {
  const page = await openPage(wide);
  await settle(page);
  await page.drop(['model.py', Buffer.from(source)]);
  const shown = await stateWhere(page, ({ parameters }) => parameters === sourceParameters);
  assert.equal(shown.source, 'model.py');
});

test('source code that never ends is stopped with a sentence', async () => {
  const page = await openPage(wide);
  await settle(page);
  const endless = 'class Endless(Net):\n    def __init__(self):\n        super().__init__()\n        while True:\n            pass\n';
  await page.drop(['loop.py', Buffer.from(`${source}\n${endless}\nEndless()\n`)]);
  await page.getByText(/the code takes more than \d+ steps/).waitFor();
});

test('Open file asks the page for a file', async () => {
  const page = await openPage(wide);
  await click(button(page, 'Open file'));
  assert.deepEqual(page.host.pickers, ['']);
});

test('no input is made up for a table of layers whose first is not known', async () => {
  const page = await openPage(wide);
  await settle(page);
  await paste(page, `Model: "sequential"
_________________________________________________________________
 Layer (type)                Output Shape              Param #
=================================================================
 conv2d (Conv2D)             (None, 26, 26, 32)        320
 conv2d_1 (Conv2D)           (None, 24, 24, 64)        18496
=================================================================
Total params: 18,816
`);
  await stateWhere(page, ({ parameters }) => parameters === '18816');
  await settle(page);
  assert.equal(await page.getByText('assumed').count(), 0);
  assert.equal(await page.getByText('224').count(), 0);
});
