// --adjustable: the model text with hyper-parameters, and a list of them.
import assert from 'node:assert/strict';
import test from 'node:test';

import { file, paramscope } from './support.mjs';

const print = 'Sequential(\n  (0): Linear(in_features=8, out_features=32, bias=True)\n  (1): Linear(in_features=32, out_features=3, bias=True)\n)\n';

test('the text goes to standard output, what was found to standard error', () => {
  const { status, output, errors } = paramscope(['--adjustable', file(print)]);
  assert.equal(status, 0);
  assert.match(output, /^in_features = 8 .*\nhidden = 32 .*\nclasses = 3 /);
  assert.match(output, /Linear\(in_features=hidden, out_features=classes, bias=True\)/);
  assert.match(errors, /^name +value +places +step +is\nin_features +8 +1 +1 +features of the input\nhidden +32 +2 /);
});

test('the text counts as the print, and follows a setting', () => {
  const { output } = paramscope(['--adjustable', '-'], print);
  const totals = (args, text) => JSON.parse(paramscope([...args, '--format', 'json', '-'], text).output).totals;
  assert.deepEqual(totals([], output), totals([], print));
  assert.equal(totals(['--set', 'hidden=64'], output).parameters, 8 * 64 + 64 + 64 * 3 + 3);
});

test('a text that stays as it is says why', () => {
  for (const [text, reason] of [['d = 4\nLinear(d, 3)\n', /hyper-parameters already/], ['ReLU()\n', /no size is certain/]]) {
    const { status, output, errors } = paramscope(['--adjustable', '-'], text);
    assert.equal(status, 0);
    assert.equal(output, text);
    assert.match(errors, reason);
  }
});

test('inputs of the command line are sent through the model', () => {
  const conv = 'Sequential(\n  (0): Conv2d(3, 6, kernel_size=(3, 3))\n  (1): Flatten(start_dim=1, end_dim=-1)\n  (2): Linear(in_features=5046, out_features=9)\n)\n';
  assert.match(paramscope(['--adjustable', '--input', '1,3,31,31', '-'], conv).output, /in_features=841\*channels/);
});

test('an image is square, of whole patches, where the first kernel is as large as its stride', () => {
  const names = (stride) => paramscope(['--adjustable', '-'], `input = (1, 3, 64, 64)\nNet(\n  forward(x) = b(a(x))\n  (a): Conv2d(3, 8, kernel_size=(4, 4), stride=(${stride}, ${stride}))\n`
    + '  (b): Conv2d(8, 8, kernel_size=(1, 1))\n)\n').output.match(/^image_\w+ = .*$/gm);
  assert.deepEqual(names(4), ['image_size = 64  # height and width of the input; multiples of 4']);
  assert.deepEqual(names(2), ['image_height = 64  # height of the input', 'image_width = 64  # width of the input']);
});
