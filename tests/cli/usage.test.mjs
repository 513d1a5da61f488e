// Options of the command line, wrong usage, and exit statuses.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { file, paramscope, preset } from './support.mjs';

const linear = 'Linear(3, 4)\n';

test('a file, standard input and a preset are counted', () => {
  for (const [args, input] of [[[file(linear)], ''], [['-'], linear], [['preset:s0-linear'], '']]) {
    const { status, output } = paramscope(args, input);
    assert.equal(status, 0);
    assert.match(output, /Linear/);
  }
});

test('help, version and the list of presets go to standard output', () => {
  assert.match(paramscope(['--help']).output, /^Counts the parameters/);
  assert.match(paramscope(['--version']).output, /^paramscope \d+\.\d+\.\d+\n$/);
  const { status, output } = paramscope(['--list-presets']);
  assert.equal(status, 0);
  for (const name of ['s0-transformer', 's4-decoder-layer', 'llama-2-7b', 'resnet-50']) {
    assert.match(output, new RegExp(`^${name} +\\S`, 'm'));
  }
});

test('devices are listed with their sources', () => {
  const { status, output } = paramscope(['--list-devices']);
  assert.equal(status, 0);
  assert.match(output, /^A100 80GB +80 GB +84\.6 GB +2\.04 TB\/s +19\.5 TFLOP\/s +312 TFLOP\/s .*NVIDIA, A100/m);
});

const misuse = {
  'no model': [],
  'an unknown option': ['--fast', '-'],
  'an option without its value': ['-', '--set'],
  'a setting without a name': ['-', '--set', '=3'],
  'a setting without a value': ['-', '--set', 'd'],
  'an unknown format': ['-', '--format', 'xml'],
  'an unknown convention': ['-', '--convention', 'mine'],
  'an unknown format of a file': ['-', '--as', 'poem'],
  'an unknown mode': ['-', '--mode', 'sleep'],
  'a depth that is no number': ['-', '--depth', 'deep'],
  'a negative depth': ['-', '--depth=-1'],
  'a tie without a source': ['-', '--tie', 'head.weight='],
  'an unknown optimizer': ['-', '--train', 'luck'],
  'an unknown type of weights': ['-', '--weights-dtype', 'heavy'],
  'an unknown device': ['-', '--device', 'abacus'],
  'a device without a bandwidth': ['-', '--device', 'memory=24GB'],
  'different numbers of GPUs': ['-', '--device', '2x T4', '--gpus', '3'],
  'a stage that ZeRO lacks': ['-', '--zero', '4'],
  'a rank that is no number': ['-', '--lora-rank', 'high'],
  'no GPU': ['-', '--gpus', '0'],
  'GPUs that make no whole groups': ['-', '--gpus', '3', '--tensor-parallel', '2'],
  'GPUs that make no whole models': ['-', '--gpus', '8', '--tensor-parallel', '2', '--pipeline-parallel', '3'],
  'modules of adapters without a rank': ['-', '--lora-modules', 'q_proj'],
  'recomputation without training': ['-', '--recompute'],
  'a loss without training': ['-', '--loss', 'cross_entropy'],
  'a type of autocast that has none': ['-', '--autocast', 'int8'],
  'three models': ['a.txt', 'b.txt', 'c.txt'],
  'a model beside the two that are compared': ['a.txt', 'b.txt', '--compare', 'c.txt'],
  'a waterfall of one model': ['-', '--format', 'waterfall'],
};
for (const [what, args] of Object.entries(misuse)) {
  test(`${what} is wrong usage: one sentence and a hint`, () => {
    const { status, output, errors } = paramscope(args, linear);
    assert.equal(status, 2);
    assert.equal(output, '');
    assert.match(errors, /^paramscope: .+\nTry 'paramscope --help'\.\n$/);
  });
}

test('a text is read as the format that --as names, and the one that was detected is printed', () => {
  const listing = 'fc.weight torch.Size([2, 3])\n';
  const detected = paramscope(['-', '--format', 'json'], listing);
  assert.equal(JSON.parse(detected.output).source, 'tensor-listing');
  assert.match(detected.errors, /read as tensor-listing; --as FORMAT/);
  const { status, output, errors } = paramscope(['-', '--format', 'json', '--as', 'pytorch-repr'], listing);
  assert.equal(status, 1);
  assert.equal(JSON.parse(output).source, 'shape-log');
  assert.doesNotMatch(errors, /read as/);
  assert.match(paramscope(['--help']).output, /--as FORMAT [^]*tensor-listing/);
});

test('the value of an option follows it, or follows =', () => {
  const text = file('d = 2\nLinear(d, d)\n');
  assert.equal(paramscope([text, '--set', 'd=8']).output, paramscope(['--set=d=8', text]).output);
});

test('--tie settles which weights are one', () => {
  const text = 'Net(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)';
  const parameters = (...args) => {
    const { totals } = JSON.parse(paramscope(['--format', 'json', ...args, '-'], text).output);
    return [totals.parameters_basis, totals.parameters, totals.parameters_min];
  };
  assert.deepEqual(parameters(), ['range', 1600, 800]);
  assert.deepEqual(parameters('--tie', 'head.weight=embed.weight'), ['printed', 800, null]);
  assert.deepEqual(parameters('--tie', 'none'), ['printed', 1600, null]);
});

test('after -- a name may start with a dash', () => {
  const { status, errors } = paramscope(['--', '--fast']);
  assert.equal(status, 1);
  assert.match(errors, /^--fast: error: cannot be opened/);
});

test('an unreadable file is wrong input', (context) => {
  const emptyFolder = mkdtempSync(join(tmpdir(), 'paramscope-empty-'));
  context.after(() => rmSync(emptyFolder, { recursive: true }));
  for (const name of ['no/such/file.txt', emptyFolder, 'preset:no-such-preset']) {
    const { status, output, errors } = paramscope([name, '--format', 'json']);
    assert.equal(status, 1);
    assert.equal(output, '');
    assert.match(errors, new RegExp(`^${name}: error: .+\\n$`));
  }
});

test('--set changes a hyper-parameter, and may be repeated', () => {
  const { report } = preset('s4-encoder-layer', '--set', 'd=1024', '--set', 'd_ff=4*d');
  assert.equal(report.variables.d_ff, 4096);
  assert.equal(report.formula.parameters, '12*d^2 + 13*d');
  assert.equal(report.totals.parameters, 12 * 1024 ** 2 + 13 * 1024);
});

test('an error in --set or --input has its position in the option', () => {
  const text = file(linear);
  for (const [option, value, column] of [
    ['--set', 'd=4*', 5],
    ['--set', 'd=', 3],
    ['--set', 'd = 4 +', 8],
    ['--set', `d=${'('.repeat(1000)}`, null],
    ['--input', '1,(', 4],
    ['--input', '1,3;', 5],
  ]) {
    const { status, output, errors } = paramscope([text, option, value]);
    assert.equal(status, 1, value);
    assert.equal(output, '');
    assert.match(errors, new RegExp(`^${option}:1:${column ?? '\\d+'}: error: .+`));
  }
});

test('a --set that the model does not mention gives a warning', () => {
  const { status, errors } = preset('s0-linear', '--set', 'n_inn=3');
  assert.equal(status, 0);
  assert.match(errors, /warning: setting 'n_inn' changes nothing: the model does not mention it/);
});

test('--input gives shapes; several are repeated options or separated by ;', () => {
  const conv = file('Conv2d(3, 8, kernel_size=3)\n');
  for (const shape of ['1,3,10,10', '(1, 3, 10, 10)', '1x3x10x10']) {
    const { report } = JSON.parse(`{"report": ${paramscope([conv, '--input', shape, '--format', 'json']).output}}`);
    assert.deepEqual(report.inputs, [[1, 3, 10, 10]]);
    assert.deepEqual(report.nodes[0].output, [1, 8, 8, 8]);
    assert.equal(report.totals.macs, 8 * 8 * 8 * 27);
  }
  const twice = preset('s0-decoder-layer', '--input', '2,7,512', '--input', '2,9,512').report;
  const once = preset('s0-decoder-layer', '--input', '2,7,512; 2,9,512').report;
  assert.deepEqual(twice.inputs, [[2, 7, 512], [2, 9, 512]]);
  assert.deepEqual(twice.totals, once.totals);
});

test('without an input FLOPs are null and a note suggests one', () => {
  const { status, output, errors } = paramscope([file('Conv2d(3, 8, kernel_size=3)\n'), '--format', 'json']);
  const { totals } = JSON.parse(output);
  assert.equal(status, 0);
  assert.equal(totals.macs, null);
  assert.equal(totals.flops, null);
  assert.equal(totals.flops_complete, false);
  assert.match(errors, /note: no input shape is given.*1, ?3, ?224, ?224/);
});

test('--depth leaves out deeper modules', () => {
  const all = preset('llama-2-7b').report.nodes;
  const few = preset('llama-2-7b', '--depth', '1').report.nodes;
  assert.deepEqual(few, all.filter((node) => node.depth <= 1));
});

test('--convention selects how FLOPs are counted', () => {
  const flops = preset('s2-alexnet-conv1').report;
  const macs = preset('s2-alexnet-conv1', '--convention', 'macs').report;
  assert.equal(flops.totals.flops, 210830400);
  assert.equal(macs.totals.flops, 105415200);
  assert.equal(macs.convention, 'macs');
});
