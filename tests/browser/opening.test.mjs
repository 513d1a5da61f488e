// Files of all kinds in the page: only what tells the tensors is read, however large the file is.
import { strict as assert } from 'node:assert';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, test } from 'node:test';

import { button, click, openPage, pageFolder, paste, settle, stateWhere } from './support.mjs';

const wide = { viewport: { width: 1440, height: 900 } };
const mostMemory = 64 << 20;
const folder = mkdtempSync(join(tmpdir(), 'paramscope-opening-'));

after(() => rmSync(folder, { recursive: true }));

/** A file with these bytes at its start and nothing else in it: it takes no room on the disk. */
function sparse(name, bytes, size) {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  writeSync(file, bytes);
  ftruncateSync(file, size);
  closeSync(file);
  return path;
}

const layers = 12_500;
const bodySize = 2 * 2 ** 30;

/** 100,000 tensors: eight in each of 12,500 layers. */
function largeSafetensors() {
  const shapes = { 'attn.q': [80, 80], 'attn.k': [80, 80], 'attn.v': [80, 80], 'attn.o': [80, 80], 'mlp.up': [160, 80], 'mlp.down': [80, 160] };
  const header = { __metadata__: { format: 'pt' } };
  let offset = 0;
  let parameters = 0;
  const add = (name, shape) => {
    const elements = shape.reduce((product, size) => product * size, 1);
    header[name] = { dtype: 'F16', shape, data_offsets: [offset, offset + 2 * elements] };
    offset += 2 * elements;
    parameters += elements;
  };
  for (let i = 0; i < layers; ++i) {
    for (const [name, shape] of Object.entries(shapes)) add(`model.layers.${i}.${name}.weight`, shape);
    add(`model.layers.${i}.norm1.weight`, [80]);
    add(`model.layers.${i}.norm2.weight`, [80]);
  }
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  const bytes = Buffer.concat([length, json]);
  const size = Math.max(bytes.length + offset, bytes.length + bodySize);
  return { path: sparse('large.safetensors', bytes, size), parameters, headerSize: bytes.length, size };
}

/** 3 GB of quantised weights, with a vocabulary in the header. */
function largeGguf() {
  const parts = [];
  const u32 = (value) => { const b = Buffer.alloc(4); b.writeUInt32LE(value); parts.push(b); };
  const u64 = (value) => { const b = Buffer.alloc(8); b.writeBigUInt64LE(BigInt(value)); parts.push(b); };
  const text = (value) => { const b = Buffer.from(value); u64(b.length); parts.push(b); };
  const shapes = Array.from({ length: 32 }, (_, i) => [`blk.${i}.ffn_up.weight`, [16384, 11008]]);
  const q4 = 12;  // q4_K: 144 bytes for 256 elements
  parts.push(Buffer.from('GGUF'));
  u32(3); u64(shapes.length); u64(2);
  text('general.architecture'); u32(8); text('llama');
  text('tokenizer.ggml.tokens'); u32(9); u32(8); u64(100_000);
  for (let i = 0; i < 100_000; ++i) text(`token${i}`);
  let offset = 0;
  for (const [name, [rows, columns]] of shapes) {
    text(name); u32(2); u64(columns); u64(rows); u32(q4); u64(offset);
    offset += rows * columns / 256 * 144;
  }
  const bytes = Buffer.concat(parts);
  const size = Math.ceil(bytes.length / 32) * 32 + offset;
  return { path: sparse('large.gguf', bytes, size), parameters: 32 * 16384 * 11008, headerSize: bytes.length, size };
}

/** A graph of one product with half a gigabyte of weights, which lie at the end of the file. */
function largeOnnx() {
  const varint = (value) => {
    const bytes = [];
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
    return Buffer.from([...bytes, value]);
  };
  const number = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
  const head = (field, length) => Buffer.concat([varint(field * 8 + 2), varint(length)]);
  const part = (field, ...inner) => Buffer.concat([head(field, Buffer.concat(inner).length), ...inner]);
  const text = (field, value) => part(field, Buffer.from(value));
  const value = (field, name, ...sizes) => part(field, text(1, name), part(2, part(1, number(1, 1), part(2, ...sizes.map((size) => part(1, number(1, size)))))));
  const [rows, columns] = [1000, 125_000];
  const body = rows * columns * 4;
  const graph = Buffer.concat([part(1, text(1, 'x'), text(1, 'fc.weight'), text(2, 'y'), text(4, 'MatMul')), value(11, 'x', 1, rows), value(12, 'y', 1, columns)]);
  const tensor = Buffer.concat([number(1, rows), number(1, columns), number(2, 1), text(8, 'fc.weight'), head(9, body)]);
  const weight = Buffer.concat([head(5, tensor.length + body), tensor]);
  const bytes = Buffer.concat([number(1, 8), text(2, 'tests'), head(7, graph.length + weight.length + body), graph, weight]);
  return { path: sparse('large.onnx', bytes, bytes.length + body), parameters: rows * columns, headerSize: bytes.length, size: bytes.length + body };
}

/** Picks a file as a person does, and waits until its model is shown. */
async function pick(page, ...paths) {
  const chooser = page.waitForEvent('filechooser');
  await click(button(page, 'Open file'));
  await (await chooser).setFiles(paths);
}

const last = (page) => page.evaluate(() => window.paramscope.host.opening.last);

/** Memory of the page's own program, in bytes. */
const ownMemory = (page) => page.evaluate(() => window.paramscope.HEAPU8?.length);

for (const [what, make] of [['a safetensors file of 100,000 tensors', largeSafetensors], ['a GGUF file of 3 GB', largeGguf],
  ['an ONNX file with a weight of 500 MB', largeOnnx]]) {
  test(`${what} is opened by its header alone`, { timeout: 120_000 }, async (t) => {
    const { path, parameters, headerSize, size } = make();
    const page = await openPage(wide);
    await settle(page);
    const begin = performance.now();
    await pick(page, path);
    await stateWhere(page, (shown) => shown.parameters === String(parameters));
    const opened = await last(page);
    t.diagnostic(`${Math.round(performance.now() - begin)} ms, ${opened.bytesRead} of ${opened.size} bytes read, ` +
      `opener ${opened.memory >> 20} MiB, page ${(await ownMemory(page)) >> 20} MiB`);
    assert.equal(opened.size, size);
    assert.ok(opened.bytesRead >= headerSize && opened.bytesRead <= headerSize + (1 << 17), `${opened.bytesRead} bytes were read`);
    assert.ok(opened.memory < mostMemory, `${opened.memory} bytes of memory`);
    assert.deepEqual(page.problems, []);
  });
}

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

test('opens a checkpoint where no worker can be had', async () => {
  const page = await openPage({ ...wide, prepare: (fresh) => fresh.addInitScript(() => { delete window.Worker; }) });
  await settle(page);
  await pick(page, { name: 'small.safetensors', mimeType: '', buffer: smallSafetensors() });
  const shown = await stateWhere(page, ({ parameters }) => parameters === '15');
  assert.equal(shown.source, 'small.safetensors');
  assert.deepEqual(page.problems, []);
});

test('opens a checkpoint in the offline file', async () => {
  const page = await openPage({ ...wide, url: pathToFileURL(join(pageFolder, 'paramscope.html')).href });
  await settle(page);
  await pick(page, { name: 'small.safetensors', mimeType: '', buffer: smallSafetensors() });
  await stateWhere(page, ({ parameters }) => parameters === '15');
  assert.deepEqual(page.problems, []);
});

test('says what is wrong with a file that was cut off', async () => {
  const page = await openPage(wide);
  await settle(page);
  const whole = smallSafetensors();
  await pick(page, { name: 'cut.safetensors', mimeType: '', buffer: whole.subarray(0, whole.length - 8) });
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

/** Drops files on the page, all at once, as a person does from a folder. */
async function drop(page, ...files) {
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, bytes } of dropped) dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
    const target = document.querySelector('canvas');
    for (const type of ['dragenter', 'dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })));
}

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
  await drop(page, { name: names[1], bytes: part('fc.bias', [3]) }, { name: 'model.safetensors.index.json', bytes: Buffer.from(JSON.stringify(index)) },
    { name: names[0], bytes: part('fc.weight', [3, 4]) });
  await stateWhere(page, ({ parameters }) => parameters === '15');
  assert.deepEqual(page.problems, []);
});

test('checkpoints that are dropped together are one model if they share no tensor, else compared', async () => {
  const page = await openPage(wide);
  await settle(page);
  const listing = (name, tensor, size) => {
    const json = Buffer.from(JSON.stringify({ [tensor]: { dtype: 'F32', shape: [size], data_offsets: [0, 4 * size] } }));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(json.length));
    return { name, bytes: Buffer.concat([length, json, Buffer.alloc(4 * size)]) };
  };
  await drop(page, listing('a.safetensors', 'a.bias', 3), listing('b.safetensors', 'b.bias', 4), listing('c.safetensors', 'c.bias', 5));
  await stateWhere(page, ({ parameters }) => parameters === '12');
  await page.getByText('3 parts of one checkpoint are read as one model.').waitFor();
  await drop(page, listing('d.safetensors', 'd.bias', 3), listing('e.safetensors', 'd.bias', 4));
  await page.getByRole('dialog', { name: /Compare/ }).waitFor({ state: 'attached' });
  assert.deepEqual(page.problems, []);
});

test('opens a config that is pasted', async () => {
  const page = await openPage(wide);
  await settle(page);
  const config = { architectures: ['LlamaForCausalLM'], model_type: 'llama', vocab_size: 100, hidden_size: 16, intermediate_size: 24, num_hidden_layers: 1, num_attention_heads: 4 };
  await paste(page, JSON.stringify(config, null, 2));
  await stateWhere(page, ({ parameters }) => parameters === String(2 * 100 * 16 + 4 * 16 * 16 + 3 * 16 * 24 + 3 * 16));
  assert.deepEqual(page.problems, []);
});

test('names what a text was taken for, and reads it as something else', async () => {
  const page = await openPage(wide);
  const listing = 'fc.weight torch.Size([5, 7])\nfc.bias torch.Size([5])';
  const readAs = async (name) => {
    await click(page.getByRole('button', { name: /^Read as: / }));
    await click(page.getByRole('menuitemcheckbox', { name, exact: true }));
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
  assert.deepEqual(page.problems, []);
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
  await drop(page, { name: 'net.keras', bytes: zip({ 'metadata.json': Buffer.from('{}'), 'config.json': Buffer.from(JSON.stringify(config)), 'model.weights.h5': Buffer.alloc(0) }) });
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
  await drop(page, { name: 'model.py', bytes: Buffer.from(source) });
  const shown = await stateWhere(page, ({ parameters }) => parameters === sourceParameters);
  assert.equal(shown.source, 'model.py');
  assert.deepEqual(page.problems, []);
});

test('source code that never ends is stopped with a sentence', async () => {
  const page = await openPage(wide);
  await settle(page);
  const endless = 'class Endless(Net):\n    def __init__(self):\n        super().__init__()\n        while True:\n            pass\n';
  await drop(page, { name: 'loop.py', bytes: Buffer.from(`${source}\n${endless}\nEndless()\n`) });
  await page.getByText(/the code takes more than \d+ steps/).waitFor();
  assert.deepEqual(page.problems, []);
});
