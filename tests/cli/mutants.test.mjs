// No text that was altered as copying, chats and logs do gives a total that is called exact and is another one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Counter } from '../../scripts/trust/counter.mjs';
import { mutations, randomNumbers } from '../../scripts/trust/mutations.mjs';
import { counted, repeatsNative } from './support.mjs';

const print = 'Net(\n  (conv): Conv2d(3, 6, kernel_size=(5, 5), stride=(1, 1))\n  (layers): Sequential(\n    (0): Linear(in_features=4, out_features=5, bias=True)\n'
  + '    (1): ReLU()\n    (2): Linear(in_features=5, out_features=6, bias=False)\n  )\n)';
const texts = [
  { kind: 'pytorch-repr', text: print.replace('Net', 'Sequential'), parameters: 456 + 25 + 30 },
  { kind: 'pytorch-repr', text: 'Linear(in_features=4, out_features=5, bias=True)', parameters: 25 },
  { kind: 'tensor-listing', text: 'fc.weight torch.Size([5, 4])\nfc.alpha torch.Size([7])\nfc.bias torch.Size([5])', parameters: 32 },
  {
    kind: 'summary-table', parameters: 16,
    text: 'Layer (type)                 Output Shape              Param #\n=====\nd (Dense)                    (None, 2)                 16\n'
      + '=====\nTotal params: 16\nTrainable params: 16\nNon-trainable params: 0\n',
  },
];

test('small texts, each mutation', { skip: repeatsNative }, () => {
  for (const [name, mutate] of Object.entries(mutations)) {
    for (const [i, { kind, text, parameters }] of texts.entries()) {
      const mutant = mutate(text, randomNumbers(i), kind);
      if (mutant === undefined) continue;
      const { status, report } = counted(mutant, '--depth', '0');
      const isExact = status === 0 && report.totals.parameters_basis === 'exact';
      assert.ok(!isExact || report.totals.parameters === parameters, `${name}: ${report.totals.parameters} of\n${mutant}`);
    }
  }
});

const many = fileURLToPath(new URL('../../build/native/tests/paramscope_count_texts', import.meta.url));
const isMissing = repeatsNative || (existsSync(many) ? false : `${many} is not built`);

test('many texts in one process are counted as by the command line', { skip: isMissing }, async () => {
  const counter = new Counter(many);
  const broken = { text: 'Net(\n  (a): Linear(', kind: 'pytorch-repr' };
  for (const { text } of [...texts, broken, ...texts]) {
    for (const args of [[], ['--input', '1,4']]) {
      assert.deepEqual(await counter.count({ text, args }), counted(text, '--depth', '0', ...args).report);
    }
  }
  counter.close();
});

test('a seeded sample of all known texts', { skip: process.env.PARAMSCOPE_TRUTH ? isMissing : 'PARAMSCOPE_TRUTH is not set' }, () => {
  const script = fileURLToPath(new URL('../../scripts/mutate_texts.mjs', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, '--count', '2000', '--seed', '20', many, process.env.PARAMSCOPE_TRUTH], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});
