// Files of all kinds in the page: only what tells the tensors is read, however large the file is. The Paste button: a field to paste into.
import { strict as assert } from 'node:assert';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after } from 'node:test';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, pageFolder, settle, stateWhere } from './support.mjs';

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
  test(`${what} is opened by its header alone`, async (t) => {
    const { path, parameters, headerSize, size } = make();
    const page = await openPage(wide);
    await settle(page);
    await pick(page, path);
    await stateWhere(page, (shown) => shown.parameters === String(parameters));
    const opened = await last(page);
    t.diagnostic(`${opened.bytesRead} of ${opened.size} bytes read, opener ${opened.memory >> 20} MiB, page ${(await ownMemory(page)) >> 20} MiB`);
    assert.equal(opened.size, size);
    assert.ok(opened.bytesRead >= headerSize && opened.bytesRead <= headerSize + (1 << 17), `${opened.bytesRead} bytes were read`);
    assert.ok(opened.memory < mostMemory, `${opened.memory} bytes of memory`);
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
  const page = await openPage({ ...wide, prepare: (opening) => opening.addInitScript(() => { delete window.Worker; }) });
  await settle(page);
  await pick(page, { name: 'small.safetensors', mimeType: '', buffer: smallSafetensors() });
  const shown = await stateWhere(page, ({ parameters }) => parameters === '15');
  assert.equal(shown.source, 'small.safetensors');
});

test('opens a checkpoint in the offline file', async () => {
  const page = await openPage({ ...wide, url: pathToFileURL(join(pageFolder, 'paramscope.html')).href });
  await settle(page);
  await pick(page, { name: 'small.safetensors', mimeType: '', buffer: smallSafetensors() });
  await stateWhere(page, ({ parameters }) => parameters === '15');
});

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
const is = (parameters) => (state) => state.parameters === parameters;

test('where the clipboard may not be read, a field asks for the text, on a phone too', async () => {
  const page = await openPage(phone);
  await click(button(page, 'Paste'));
  const field = page.getByRole('textbox', { name: /^Paste your model here/ });
  await field.fill('Linear(20, 10)');
  await page.getByRole('button', { name: 'Count it' }).click();
  await stateWhere(page, is('210'));
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('Escape closes the field and leaves the model as it is', async () => {
  const page = await openPage();
  const before = await stateWhere(page, ({ parameters }) => parameters !== undefined);
  await click(button(page, 'Paste'));
  const field = page.getByRole('textbox', { name: /^Paste your model here/ });
  await field.focus();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await stateWhere(page, is(before.parameters));
  await click(button(page, 'Paste'));
  await field.focus();
  await page.evaluate(() => document.execCommand('insertText', false, 'Linear(40, 10)'));
  await page.getByRole('button', { name: 'Count it' }).click();
  await stateWhere(page, is('410'));
});
