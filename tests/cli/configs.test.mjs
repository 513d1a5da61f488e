// Configs of Hugging Face's libraries: from a file, from standard input, and back as model text.
import assert from 'node:assert/strict';
import test from 'node:test';

import { counted, file, paramscope } from './support.mjs';

const config = JSON.stringify({
  architectures: ['LlamaForCausalLM'], model_type: 'llama', vocab_size: 100, hidden_size: 16, intermediate_size: 24,
  num_hidden_layers: 5, num_attention_heads: 4, torch_dtype: 'bfloat16',
});
const layer = 4 * 16 * 16 + 3 * 16 * 24 + 2 * 16;

test('a config is counted, from a file and from standard input', () => {
  const { report } = counted(config);
  assert.equal(report.source, 'huggingface-config');
  assert.equal(report.totals.parameters, 2 * 100 * 16 + 5 * layer + 16);
  assert.equal(report.totals.bytes, 2 * report.totals.parameters, 'bfloat16 takes two bytes');
  assert.match(paramscope([file(config, 'config.json')]).output, /LlamaForCausalLM/);
});

test('its keys are hyper-parameters', () => {
  const { report, errors } = counted(config, '--set', 'num_hidden_layers=2');
  assert.equal(report.totals.parameters, 2 * 100 * 16 + 2 * layer + 16);
  assert.equal(errors, '');
});

test('as model text it is the same model', () => {
  const { output } = paramscope(['--format', 'model', '-'], config);
  assert.deepEqual(counted(output).report.totals, counted(config).report.totals);
});

test('errors have their position in the file', () => {
  const { status, errors } = paramscope(['-'], '{"model_type": "llama",\n "hidden_size": "big"}');
  assert.equal(status, 1);
  assert.match(errors, /^<stdin>:2:17: error: hidden_size: expected a whole number but found a text$/m);
});

test('diagnostics say whether their position is in the file or in its model text', () => {
  const { report } = counted('{"model_type": "llama",\n "hidden_size": "big"}');
  const { line, column, in: where } = report.diagnostics[0];
  assert.deepEqual({ line, column, where }, { line: 2, column: 17, where: 'file' });
  const unknown = counted('{"class_name": "Sequential", "config": {"layers": [{"class_name": "Own", "config": {}}]}}').report;
  const [first, ...others] = unknown.diagnostics;
  assert.equal(first.in, 'file');
  assert.ok(others.length > 0 && others.every((each) => each.in === 'model-text'));
  assert.ok(counted('Net(\n  (a): Own()\n)').report.diagnostics.every((each) => !('in' in each)), 'one text needs no name');
});
