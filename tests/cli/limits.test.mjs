// --max-params, --max-flops and --max-memory: exit status 4 for more, and for what cannot be known.
import assert from 'node:assert/strict';
import test from 'node:test';

import { file, paramscope } from './support.mjs';

const exact = 'input = (1, 3)\nLinear(3, 4)\n';  // 16 parameters, 24 FLOPs, 64 bytes of weights
const custom = 'input = (1, 3)\nNet(\n  (fc): Linear(3, 4)\n)\n';
const unknown = 'input = (1, 3)\nNet(\n  (fc): Linear(3, 4)\n  (own): Mystery()\n)\n';
const maybeTied = 'Net(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)\n';  // 800 or 1600
const maybeBuffer = 'fc.weight: (4, 3)\nfc.bias: (4,)\nfront.window: (4,)\n';  // 16 or 20
const withoutInput = 'Linear(3, 4)\n';

const cases = [
  // text, options, status, what is said
  [exact, ['--max-params', '16'], 0],
  [exact, ['--max-params', '15'], 4, /error: 16 parameters are more than --max-params allows: 15/],
  [exact, ['--max-params', '0.016k'], 0],
  [exact, ['--max-flops', '24'], 0],
  [exact, ['--max-flops', '23 FLOPs'], 4, /24 FLOPs are more than --max-flops allows: 23/],
  [exact, ['--max-flops', '12', '--convention', 'macs'], 0],
  [exact, ['--max-flops', '24', '--mode', 'training'], 4, /FLOPs are more/],
  [exact, ['--max-memory', '2KiB'], 0],
  [exact, ['--max-memory', '63B'], 4, /bytes of memory are more than --max-memory allows: 63/],
  [exact, ['--max-memory', '200', '--train', 'adam'], 4, /bytes of memory are more/],
  [exact, ['--max-params', '16', '--max-flops', '1', '--max-memory', '1'], 4, /--max-flops.*\n.*--max-memory/],
  [custom, ['--max-params', '16'], 0, /note: --max-params: 16 parameters are within 16, if no class holds tensors that print does not show/],
  [custom, ['--max-params', '15'], 4, /more than --max-params/],
  [unknown, ['--max-params', '1B'], 4, /--max-params cannot be checked: there are at least 16 parameters.*own \(Mystery\)/],
  [unknown, ['--max-params', '15'], 4, /16 parameters are more than --max-params/],
  [unknown, ['--max-flops', '1T'], 4, /--max-flops cannot be checked: .* own \(Mystery\)/],
  [unknown, ['--max-memory', '1TB'], 4, /--max-memory cannot be checked/],
  [withoutInput, ['--max-flops', '1T'], 4, /--max-flops cannot be checked: the FLOPs are unknown, because of the missing input shape, which --input SHAPE sets/],
  [maybeTied, ['--max-params', '1600'], 0],
  [maybeTied, ['--max-params', '1000'], 4, /cannot be checked: there are at most 1,600 parameters.*--tie/],
  [maybeTied, ['--max-params', '799'], 4, /more than --max-params/],
  [maybeBuffer, ['--max-params', '20'], 0],
  [maybeBuffer, ['--max-params', '17'], 4, /cannot be checked: there are at most 20 parameters.*fewer if tensors are buffers/],
  [maybeBuffer, ['--max-params', '15'], 4, /more than --max-params/],
  [maybeTied, ['--max-params', '1000', '--tie', 'head.weight=embed.weight'], 0, /note/],
];
for (const [text, options, status, said] of cases) {
  test(`${options.join(' ')} of ${text.split('\n').filter((line) => !line.startsWith('input')).join(' ')}: status ${status}`, () => {
    const result = paramscope(['-', ...options], text);
    assert.equal(result.status, status, result.errors);
    assert.match(result.output, /totals/, 'the report is printed all the same');
    if (said) assert.match(result.errors, said);
    else assert.doesNotMatch(result.errors, /--max-/);
  });
}

test('limits hold in all formats, and of the second of two models', () => {
  for (const format of ['json', 'csv', 'markdown', 'derivation']) {
    assert.equal(paramscope(['-', '--format', format, '--max-params', '15'], exact).status, 4);
  }
  const small = file(exact, 'small.txt'), large = file('input = (1, 3)\nLinear(3, 40)\n', 'large.txt');
  assert.equal(paramscope(['diff', small, large, '--max-params', '100']).status, 4);
  assert.equal(paramscope(['diff', large, small, '--max-params', '100']).status, 3);
  assert.equal(paramscope(['diff', small, small, '--max-params', '100']).status, 0);
  const misnamed = paramscope(['diff', small, large, '--max-memory', '1GB', '--lora-rank', '2', '--lora-modules', 'fx']);
  assert.equal(misnamed.status, 1);
  assert.match(misnamed.errors, /no module is named 'fx'/);
});

test('a wrong model is wrong input, whatever its limits', () => {
  assert.equal(paramscope(['-', '--max-params', '1'], 'Linear(').status, 1);
});

for (const [option, values] of [['--max-params', ['', 'many', '7X', '-3', '1e9']], ['--max-flops', ['2 TFLOP/s']], ['--max-memory', ['24G', '24 XiB']]]) {
  for (const value of values) {
    test(`${option} '${value}' is wrong usage`, () => {
      const { status, errors } = paramscope(['-', option, value], exact);
      assert.equal(status, 2);
      assert.match(errors, new RegExp(`${option} expects .*, but gets '`));
    });
  }
}
