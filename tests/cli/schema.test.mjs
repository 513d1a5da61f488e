// Reports follow docs/report.schema.json: those of every shipped model, of invalid texts, of every option that extends them.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import Ajv2020 from 'ajv/dist/2020.js';

import { counted, file, paramscope } from './support.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const schema = JSON.parse(read('docs/report.schema.json'));
const isReport = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false }).compile(schema);

function assertReport(report, name) {
  assert.ok(isReport(report), `${name}: ${JSON.stringify(isReport.errors?.slice(0, 5), undefined, 1)}`);
}

test('the schema refuses what is no report', () => {
  const { report } = counted('Linear(3, 4)');
  assertReport(report, 'a report');
  const wrong = [
    {}, { ...report, version: 2 }, { ...report, more: 1 }, { ...report, totals: { ...report.totals, parameters: '16' } },
    { ...report, nodes: [{ ...report.nodes[0], status: 'perhaps' }] }, { ...report, diagnostics: [{ severity: 'error', message: 'no code' }] },
  ];
  for (const each of wrong) assert.equal(isReport(each), false);
});

test('shipped models', () => {
  const names = paramscope(['--list-presets']).output.trim().split('\n').slice(1).map((line) => line.split(' ')[0]);
  assert.ok(names.length > 10);
  for (const name of names) {
    const { status, output } = paramscope(['--format', 'json', '--memory', '--device', 'A10', '--train', 'adam', '--conventions', `preset:${name}`]);
    assert.equal(status, 0, name);
    assertReport(JSON.parse(output), name);
  }
});

const texts = [
  '', 'Linear(', 'Mystery()', 'Linear(d, 4)', 'd = 5/2\nNet(\n  (a): Linear(3, 4)  # a comment\n)', 'd = 10**30\nLinear(d, d)', 'd = 1/0\nLinear(d, 2)',
  'input = (batch, 3, h, w)\nConv2d(3, 8, kernel_size=3)', 'Net(\n  (w): Parameter(5/2)\n)', 'tie: a.weight = b.weight\nNet(\n  (a): Linear(2, 3)\n  (b): Linear(2, 3)\n)',
  'Net(\n  forward(x) = a(x) + c(\n  (a): Linear(2, 3)\n)', 'freeze: zz\nLinear(2, 3)', '\0',
];
for (const text of texts) {
  test(`the text ${JSON.stringify(text)}`, () => assertReport(counted(text, '--device', 'A10', '--conventions').report, text));
}

test('every depth, mode and input', () => {
  for (const options of [['--depth', '0'], ['--mode', 'training'], ['--mode', 'decode'], ['--causal'], ['--input', '1,8'], ['--convention', 'thop'],
    ['--memory', '--mode', 'decode'], ['--train', 'adam', '--recompute', '--lora-rank', '2'], ['--train', 'adafactor', '--accumulate', '--drop-output', '--autocast', 'float16', '--attention', 'eager', '--kernels', 'cpu', '--loss', 'cross_entropy'], ['--device', 'M2 Ultra', '--weights-dtype', 'int4'],
    ['--train', 'muon', '--lora-rank', '2', '--lora-modules', '0', '--modules-to-save', '1', '--offload', 'parameters', '--loss', 'fused_cross_entropy', '--recompute-attention', '--input', '1,8']]) {
    assertReport(counted('Sequential(\n  (0): Linear(8, 4)\n  (1): ReLU()\n)', ...options).report, options.join(' '));
  }
});

test('models of files', () => {
  const config = file('{"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100, "unknown_key": 1}', 'config.json');
  const listing = file('fc.weight torch.Size([5, 7])\nfc.bias torch.Size([5])\n', 'listing.txt');
  for (const path of [config, listing]) {
    const { output } = paramscope(['--format', 'json', path]);
    assertReport(JSON.parse(output), path);
  }
});

test('docs/report.md has a row for every field', () => {
  const words = read('docs/report.md');
  const fields = (part) => [...Object.keys(part.properties ?? {}), ...Object.values(part.properties ?? {}).filter(({ type }) => type === 'object').flatMap(fields)];
  const all = new Set([...fields(schema), ...Object.values(schema.$defs).flatMap(fields)]);
  assert.deepEqual([...all].filter((field) => !words.includes(`\`${field}\``)), []);
});

