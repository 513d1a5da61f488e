// The library opens files of other formats than model text.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { library } from '../support/site.mjs';

const { parse } = await import(library);

/** Makes a safetensors file of one linear layer, 4 to 3. */
function checkpoint(name = 'fc') {
  const header = Buffer.from(JSON.stringify({
    [`${name}.weight`]: { dtype: 'F16', shape: [3, 4], data_offsets: [0, 24] },
    [`${name}.bias`]: { dtype: 'F16', shape: [3], data_offsets: [24, 30] },
  }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return new Uint8Array(Buffer.concat([length, header, Buffer.alloc(30)]));
}

test('opens bytes and says what they were', async () => {
  const model = await parse(checkpoint());
  assert.equal(model.report().totals.parameters, 15);
  assert.equal(model.report().totals.bytes, 30);
  assert.equal(model.opened.source, 'safetensors');
  assert.match(model.opened.text, /\(fc\): Linear\(in_features=4, out_features=3/);
});

test('opens a File, of which only the ranges needed are read', async () => {
  const body = new Uint8Array(1 << 22);
  const header = Buffer.from(JSON.stringify({ w: { dtype: 'U8', shape: [body.length], data_offsets: [0, body.length] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const model = await parse(new File([length, header, body], 'large.safetensors'));
  assert.equal(model.name, 'large.safetensors');
  assert.equal(model.opened.size, 8 + header.length + body.length);
  assert.ok(model.opened.bytesRead < 100_000);
});

test('opens the parts of one checkpoint', async () => {
  const parts = ['a', 'b'].map((name, i) => new File([checkpoint(name)], `m-0000${i + 1}-of-00002.safetensors`));
  assert.equal((await parse(parts)).report().totals.parameters, 30);
});

test('lack of memory is a crash with its own message', async () => {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => { throw new RangeError('no more pages'); };
  try {
    const listing = Array.from({ length: 400_000 }, (_, i) => `layer${i}.weight: torch.Size([3, 4])`).join('\n');
    await assert.rejects(parse(listing), ({ code, message }) => code === 'crashed' && /out of memory/.test(message));
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
});

test('opens a listing and leaves model text alone', async () => {
  const listing = await parse('fc.weight: torch.Size([3, 4])\nfc.bias: torch.Size([3])\n');
  assert.equal(listing.opened.source, 'tensor-listing');
  assert.equal(listing.report().totals.parameters, 15);
  assert.equal((await parse('Linear(4, 3)')).opened, undefined);
  assert.equal((await parse(new File(['Linear(4, 3)'], 'm.txt'))).opened, undefined);
});

test('a file that was cut off is an error that names the byte', async () => {
  await assert.rejects(parse(checkpoint().subarray(0, 160)), ({ code, message }) => code === 'model' && /the file ends before .*\(byte 160\)/.test(message));
});

test('reads a source as the format that is asked for', async () => {
  const text = 'fc.weight: torch.Size([3, 4])\n';
  for (const source of [text, new TextEncoder().encode(text), new File([text], 'm.txt')]) {
    assert.equal((await parse(source, { as: 'tensor-listing' })).opened.source, 'tensor-listing');
    await assert.rejects(parse(source, { as: 'summary-table' }), ({ code, message }) => code === 'model' && /no row of this summary table/.test(message));
    await assert.rejects(parse(source, { as: 'listing' }), ({ code, message }) => code === 'model' && /no format 'listing': .*tensor-listing/.test(message));
  }
  assert.equal((await parse('Linear(4, 3)', { as: 'pytorch-repr' })).report().totals.parameters, 15);
});

test('source code is built as it suggests, or as `build` names it', async () => {
  const code = `import torch.nn as nn

class Net(nn.Module):
    def __init__(self, width=8, depth=3):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
`;
  const model = await parse(code);
  assert.equal(model.opened.source, 'python');
  assert.equal(model.report().totals.parameters, 3 * 72);
  assert.equal(model.report({ set: { depth: 5 } }).totals.parameters, 5 * 72);
  const built = await parse(code, { build: 'Net(4, depth=2)' });
  assert.equal(built.report().totals.parameters, 2 * 20);
  assert.deepEqual(built.opened.text.match(/depth = \d+/)?.[0], 'depth = 2');
  await assert.rejects(parse(code, { build: 'Other()' }), ({ code: kind, message }) => kind === 'model' && /Other/.test(message));
  await assert.rejects(parse(code, { build: '3' }), /3 gives no module but a value of the type int/);
});
