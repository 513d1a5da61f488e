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

for (const { name, text } of hostileSources) {
  test(`does not crash: ${name}`, { timeout: 60_000 }, async () => {
    try {
      await parse(text);
    } catch (error) {
      assert.notEqual(error.code, 'crashed', error.message);
    }
  });
}
