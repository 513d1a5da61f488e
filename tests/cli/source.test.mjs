// Source code of PyTorch: what is built of it, and that hostile code ends with a sentence.
import assert from 'node:assert/strict';
import test from 'node:test';

import { hostileSources } from '../support/hostile_sources.mjs';
import { counted, file, paramscope } from './support.mjs';

const gpt = `
from dataclasses import dataclass
import torch.nn as nn

@dataclass
class GPTConfig:
    n_layer: int = 4
    n_embd: int = 8

class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.fc = nn.Linear(config.n_embd, config.n_embd)

class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.blocks = nn.ModuleList([Block(config) for _ in range(config.n_layer)])

class Head(nn.Module):
    def __init__(self, width, num_classes):
        super().__init__()
        self.fc = nn.Linear(width, num_classes)
`;
const block = 8 * 8 + 8;

test('the last class that can be built is read', () => {
  const { status, report } = counted(gpt);
  assert.equal(status, 0);
  assert.equal(report.totals.parameters, 4 * block);
  assert.equal(report.source, 'python');
});

const builds = {
  'GPT(GPTConfig(n_layer=2))': 2 * block,
  'GPT(GPTConfig(n_layer=3, n_embd=4))': 3 * (4 * 4 + 4),
  'Head(16, num_classes=10)': 170,
  'Block(GPTConfig())': block,
  'nn.Linear(3, 4)': 16,
};
for (const [expression, parameters] of Object.entries(builds)) {
  test(`--build '${expression}'`, () => {
    const { status, report } = counted(gpt, '--build', expression);
    assert.equal(status, 0);
    assert.equal(report.totals.parameters, parameters);
  });
}

test('what --build names by name can be set', () => {
  assert.equal(counted(gpt, '--build', 'GPT(GPTConfig(n_layer=2))', '--set', 'n_layer=6').report.totals.parameters, 6 * block);
});

test('--set reads code again with a number that is in no formula', () => {
  const code = `import torch.nn as nn
class Net(nn.Module):
    def __init__(self, d=64, n=2):
        super().__init__()
        if d > 100: self.extra = nn.Linear(d, d)
        self.layers = nn.ModuleList([nn.Linear(d, d) for _ in range(n)])
`;
  const layer = (d) => d * d + d;
  const set = (...options) => counted(code, ...options).report.totals.parameters;
  assert.equal(set('--set', 'd=128'), 3 * layer(128));
  assert.equal(set('--build', 'Net(d=64)', '--set', 'd=128'), 3 * layer(128));
  assert.equal(set('--build', 'Net(n=1)', '--set', 'd=8', '--set', 'n=3'), 3 * layer(8));
  assert.equal(set('--set', 'n=1', '--set', 'd=96'), layer(96));
});

test('--set of a number that the code does not have is an error', () => {
  const code = 'import torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self, d=64):\n        super().__init__()\n        self.l = nn.Linear(d, 2)  # width\n';
  for (const setting of ['dd=3', 'width=3', 'l=3']) {
    const { status, output, errors } = paramscope(['-', '--set', setting], code);
    assert.equal(status, 1, setting);
    assert.equal(output, '');
    assert.match(errors, /cannot be set/);
  }
});

const wrongBuilds = {
  'Nothing()': /Nothing is not defined in this text/,
  'GPT(': /not valid Python/,
  'Head(16)': /missing 1 required positional argument: 'num_classes'/,
  'GPTConfig()': /no module but a value of the type GPTConfig/,
};
for (const [expression, sentence] of Object.entries(wrongBuilds)) {
  test(`--build '${expression}' is an error in one sentence`, () => {
    const { status, output, errors } = paramscope(['-', '--build', expression], gpt);
    assert.equal(status, 1);
    assert.equal(output, '');
    assert.match(errors, sentence);
  });
}

test('--list-classes prints the classes that no other uses, with the arguments they need', () => {
  for (const [args, input] of [[[file(gpt, 'gpt.py')], ''], [['-'], gpt]]) {
    const { status, output } = paramscope(['--list-classes', ...args], input);
    assert.equal(status, 0);
    assert.equal(output, 'GPT()\nHead(width, num_classes)\n');
  }
});

test('--list-classes of a text without a class is an error, and without a text wrong usage', () => {
  const none = paramscope(['--list-classes', '-'], 'Linear(3, 4)\n');
  assert.deepEqual([none.status, none.output], [1, '']);
  assert.match(none.errors, /no class that derives from nn\.Module/);
  assert.equal(paramscope(['--list-classes']).status, 2);
  assert.equal(paramscope(['--list-classes', 'missing.py']).status, 1);
});

for (const { name, text, says } of hostileSources) {
  test(`ends with a sentence: ${name}`, () => {
    const { status, errors } = paramscope(['-', '--format', 'json'], text);
    assert.ok(status === 0 || status === 1, `status ${status}`);
    if (says) assert.match(errors, says);
  });
}
