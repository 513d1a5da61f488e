// The library builds source code of PyTorch; hostile code does not overflow the stack of its WebAssembly.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { library } from '../support/site.mjs';
import { hostileSources } from '../support/hostile_sources.mjs';

const { parse } = await import(library);

test('builds a class', async () => {
  const model = await parse('import torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self, width=8):\n        super().__init__()\n        self.fc = nn.Linear(width, 10)\n');
  assert.equal(model.opened.source, 'python');
  assert.equal(model.report().totals.parameters, 90);
  assert.match(model.opened.text, /width = 8/);
});

test('builds a class of several files', async () => {
  const layers = 'import torch.nn as nn\nclass Block(nn.Module):\n    def __init__(self, d):\n        super().__init__()\n        self.fc = nn.Linear(d, d)\n';
  const net = 'import torch.nn as nn\nfrom .layers import Block\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.block = Block(8)\n';
  const model = await parse([new File([layers], 'layers.py'), new File([net], 'net.py')]);
  assert.equal(model.report().totals.parameters, 72);
  const sentences = model.opened.diagnostics.map(({ message }) => message);
  assert.ok(sentences.includes('net.py is read and shown, of 2 files: imports lead to the others'), sentences.join('\n'));
});

const strided = `class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, padding=1)
        self.down = nn.Conv2d(8, 8, 2, stride=2)
    def forward(self, x):
        x = self.conv(x)
        while x.shape[-1] > 50:
            x = self.down(x)
        return x
`;
const convolution = (size) => 8 * 3 * 9 * size * size;
const halves = (size, times) => Array.from({ length: times }, (_, i) => 8 * 8 * 4 * (size >> (i + 1)) ** 2).reduce((a, b) => a + b);

test('the forward pass is read for the input', async () => {
  const read = await parse(strided, { input: '1,3,400,400' });
  assert.equal(read.report().totals.macs, convolution(400) + halves(400, 3));
  const usual = await parse(strided);
  assert.equal(usual.report().totals.macs, convolution(224) + halves(224, 3));
  // Its loop was read for another width.
  const other = usual.report({ input: '1,3,448,448' });
  assert.equal(other.totals.macs, null);
  assert.ok(other.diagnostics.some(({ message }) => /was read from source code for the input/.test(message)));
  // The height decides nothing.
  assert.equal(usual.report({ input: '2,3,224,224' }).totals.macs, 2 * usual.report().totals.macs);
  await assert.rejects(parse(strided, { input: '(1, 3' }), { code: 'model' });
});

for (const { name, text } of hostileSources) {
  test(`does not crash: ${name}`, async () => {
    try {
      await parse(text);
    } catch (error) {
      assert.notEqual(error.code, 'crashed', error.message);
    }
  });
}
