// --compare: the tensors of two models in any format.
import assert from 'node:assert/strict';
import test from 'node:test';

import { file, paramscope } from './support.mjs';

const print = file('Net(\n  (fc): Linear(in_features=3, out_features=2, bias=True)\n)\n', 'print.txt');
const listing = file('fc.weight torch.Size([2, 3])\nfc.bias torch.Size([2])\n', 'listing.txt');
const larger = file(
  'fc.weight torch.Size([2, 4])\nfc.bias torch.Size([2])\nhead.weight torch.Size([5, 2])\n',
  'larger.txt',
);

test('a print and a listing of one model are the same', () => {
  const { status, output } = paramscope([print, '--compare', listing]);
  assert.equal(status, 0);
  assert.match(output, /all 2 tensors are the same/);
});

test('differences are printed as text, with status 3', () => {
  const { status, output } = paramscope([print, '--compare', larger]);
  assert.equal(status, 3);
  assert.match(output, /1 tensor is the same, 2 differences/);
  assert.match(output, /^shape +fc\.weight +\(2, 3\) +\(2, 4\)$/m);
  assert.match(output, /^only-right +head\.weight +- +\(5, 2\)$/m);
});

test('differences are printed as JSON', () => {
  const { status, output } = paramscope([print, '--compare', larger, '--format', 'json']);
  assert.equal(status, 3);
  const comparison = JSON.parse(output);
  assert.equal(comparison.format, 'paramscope-comparison');
  assert.equal(comparison.right.tensors, 3);
  assert.deepEqual(
    comparison.differences.map(({ kind, left, right }) => [kind, left?.shape ?? null, right.path]),
    [
      ['shape', [2, 3], 'fc.weight'],
      ['only-right', null, 'head.weight'],
    ],
  );
});

test('modules that differ are listed after the tensors, with status 3', () => {
  const relu = file('Net(\n  (fc): Linear(3, 2)\n  (act): ReLU()\n)\n', 'relu.txt');
  const gelu = file('Net(\n  (fc): Linear(3, 2)\n  (act): GELU()\n)\n', 'gelu.txt');
  const { status, output } = paramscope([relu, '--compare', gelu]);
  assert.equal(status, 3);
  assert.match(output, /all 2 tensors are the same/);
  assert.match(output, /^type +act +ReLU +GELU$/m);
  const json = JSON.parse(paramscope([relu, '--compare', gelu, '--format', 'json']).output);
  assert.deepEqual(json.differences, []);
  assert.deepEqual(
    json.module_differences.map(({ kind, left, right }) => [kind, left.path, right.type]),
    [['type', 'act', 'GELU']],
  );
});

test('a list of tensors does not tell modules: there the tensors decide', () => {
  const relu = file('Net(\n  (fc): Linear(3, 2)\n  (act): ReLU()\n)\n', 'with_relu.txt');
  for (const pair of [[relu, listing], [listing, relu]]) assert.equal(paramscope(['diff', ...pair]).status, 0);
  assert.equal(paramscope(['diff', relu, relu]).status, 0);
  assert.equal(paramscope(['diff', relu, larger]).status, 3);
});

test('a stride is no tensor, but it is a difference', () => {
  const print = (stride) => file(`Sequential(\n  (0): Conv2d(3, 8, kernel_size=(3, 3), stride=(${stride}, ${stride}))\n)\n`, `stride_${stride}.txt`);
  assert.equal(paramscope(['diff', print(1), print(2), '--input', '1,3,32,32']).status, 3);
});

test('a model that cannot be read is wrong input', () => {
  const { status, output, errors } = paramscope([print, '--compare', file('Linear(', 'wrong.txt')]);
  assert.equal(status, 1);
  assert.equal(output, '');
  assert.match(errors, /error/);
});

test('other formats are wrong usage', () => {
  assert.equal(paramscope([print, '--compare', listing, '--format', 'csv']).status, 2);
});

/** The sum of a measure over all causes. */
const sumOf = (causes, measure) => causes.reduce((sum, cause) => sum + cause[measure], 0);

test('the causes add up to the difference, with formulas and hyper-parameters', () => {
  const { output } = paramscope(['preset:llama-2-7b', '--compare', 'preset:llama-3-8b', '--format', 'json']);
  const { left, right, causes } = JSON.parse(output);
  assert.equal(sumOf(causes, 'parameters'), right.parameters - left.parameters);
  const wider = causes.find(({ title }) => title.startsWith('larger gate_proj'));
  assert.equal(wider.kind, 'sizes');
  assert.equal(wider.place, 'model.layers.*.mlp');
  assert.equal(wider.modules, 96);
  assert.equal(wider.left_formulas.parameters, '3*F*H*L');
  assert.deepEqual(wider.variables, [{ name: 'F', before: '11008', after: '14336' }]);
});

test('causes are a table in text and Markdown, and a picture', () => {
  const pair = ['preset:llama-2-7b', '--compare', 'preset:llama-3-8b'];
  assert.match(paramscope(pair).output, /^ *-805,306,368 +smaller k_proj, v_proj: 4,096 → 1,024 +64 in model/m);
  const markdown = paramscope([...pair, '--format', 'markdown']).output;
  assert.match(markdown, /^\| \+1,308,622,848 \| larger gate\\_proj.* \|$/m);
  const { status, output } = paramscope([...pair, '--format', 'waterfall']);
  assert.equal(status, 3);
  assert.match(output, /^<svg .*<\/svg>\n$/s);
  assert.match(output, /−805 M/);
});

test('two files are compared; parts of one checkpoint are one model', () => {
  const { status, output } = paramscope([print, larger, '--format', 'json']);
  assert.equal(status, 3);
  assert.equal(JSON.parse(output).right.source, larger);
  const parts = ['part-00001-of-00002.txt', 'part-00002-of-00002.txt'].map((name) => file('fc.weight torch.Size([2, 3])\n', name));
  assert.equal(JSON.parse(paramscope([...parts, '--format', 'json']).output).format, 'paramscope-report');
});
