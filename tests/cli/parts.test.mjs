// Parts of a checkpoint that are named together.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

import { file, paramscope } from './support.mjs';

const folder = dirname(file('', 'parts.txt'));

/** Writes safetensors: { name: shape }. */
function safetensors(name, shapes) {
  let end = 0;
  const header = Object.fromEntries(Object.entries(shapes).map(([tensor, shape]) => {
    const begin = end;
    end += 4 * shape.reduce((all, size) => all * size, 1);
    return [tensor, { dtype: 'F32', shape, data_offsets: [begin, end] }];
  }));
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([length, json, Buffer.alloc(end)]));
  return path;
}

const encoder = safetensors('encoder.safetensors', { 'enc.weight': [4, 3], 'enc.bias': [4] });
const decoder = safetensors('decoder.safetensors', { 'dec.weight': [3, 4], 'dec.bias': [3] });
const other = safetensors('other.safetensors', { 'enc.weight': [4, 3] });
const head = safetensors('head.safetensors', { 'head.weight': [9, 3] });
const index = join(folder, 'model.safetensors.index.json');
writeFileSync(index, JSON.stringify({ weight_map: { 'enc.weight': 'encoder.safetensors', 'enc.bias': 'encoder.safetensors', 'head.weight': 'head.safetensors' } }));

const parameters = (...files) => JSON.parse(paramscope([...files, '--format', 'json']).output).totals.parameters;

test('files without a tensor of the same name are read as one model, which is said', () => {
  assert.equal(parameters(encoder, decoder), 31);
  assert.equal(parameters(head, encoder, decoder), 58);
  assert.match(paramscope([encoder, decoder]).errors, /note: these 2 files have no tensor of the same name, so they are read as the parts of one model/);
});

test('two that have one are compared, and so are two for diff', () => {
  assert.match(paramscope([encoder, other]).output, /1 tensor is the same, 1 difference/);
  assert.match(paramscope(['diff', encoder, decoder]).output, /0 tensors are the same, 4 differences/);
});

test('two of one model take the options of a count; two that are compared do not', () => {
  assert.match(paramscope([encoder, decoder, '--depth', '0', '--format', 'csv']).output, /^path,type[^\n]*\n[^\n]*\n$/);
  const { status, errors } = paramscope([encoder, other, '--depth', '0']);
  assert.equal(status, 2);
  assert.match(errors, /--depth/);
});

test('three that have one are refused, and so is a file that is no checkpoint', () => {
  const { status, errors } = paramscope([encoder, decoder, other]);
  assert.equal(status, 1);
  assert.match(errors, /two of them have a tensor named enc\.weight/);
  const text = file('not a checkpoint', 'text.safetensors');
  assert.match(paramscope([encoder, decoder, text]).errors, /only checkpoints can be put together/);
});

test('of an index beside its parts the parts are read', () => {
  for (const files of [[index, encoder, head], [encoder, index, head], [head, encoder, index], [index]]) assert.equal(parameters(...files), 43);
});
