// The output of each --format.
import assert from 'node:assert/strict';
import test from 'node:test';

import { counted, file, paramscope, preset, repeatsNative } from './support.mjs';

const model = `# A net
d = 4     # width
input = (1, d)

Sequential(
  (0-*): 2 x Linear(d, d)
  (odd): Mystery()
)
`;

test('json keeps its contract', () => {
  const { status, report } = preset('llama-2-7b');
  assert.equal(status, 0);
  assert.equal(report.format, 'paramscope-report');
  assert.equal(report.version, 1);
  assert.equal(report.variables.H, 4096);
  assert.deepEqual(report.inputs, [[1, 128]]);
  assert.equal(report.totals.parameters, 6738415616);
  assert.equal(report.totals.trainable, 6738415616);
  assert.equal(report.totals.frozen, 0);
  assert.equal(report.totals.buffers, 0);
  assert.equal(report.totals.bytes, 13476831232);
  assert.equal(report.totals.flops, 2 * report.totals.macs);
  assert.equal(report.totals.parameters_complete, true);
  assert.equal(report.totals.flops_complete, true);
  assert.deepEqual(report.diagnostics, []);
  const attention = report.nodes.find((node) => node.path === 'model.layers.0.self_attn');
  assert.equal(attention.type, 'LlamaAttention');
  assert.equal(attention.formula, '4*H^2');
  assert.equal(attention.status, 'counted');
  assert.deepEqual(attention.output, [1, 128, 4096]);
  assert.equal(report.nodes.find((node) => node.path === 'model.layers.0').repeat, 32);
});

test('json says what is unknown and where', () => {
  const { status, report } = counted(model);
  assert.equal(status, 0);
  assert.equal(report.totals.parameters, 40);
  assert.equal(report.totals.parameters_complete, false);
  const odd = report.nodes.find((node) => node.path === 'odd');
  assert.equal(odd.status, 'unknown');
  assert.equal(odd.parameters_complete, false);
  const warning = report.diagnostics.find(({ severity }) => severity === 'warning');
  assert.deepEqual([warning.line, warning.path], [7, 'odd']);
});

test('json integers are exact where doubles are not', () => {
  const { output } = paramscope(['-', '--format', 'json'], 'Linear(10**18 + 1, 10**18 + 1, bias=False)');
  assert.match(output, /"parameters": 1000000000000000002000000000000000001,/);
  assert.doesNotMatch(output, /\de[+-]?\d/);
});

test('text is a table with totals', () => {
  const { status, output } = paramscope(['-'], model);
  assert.equal(status, 0);
  assert.match(output, /^A net\n\nmodule +type/);
  assert.match(output, /^ +0-\* +2 x Linear +\(1, 4\) +40/m);
  assert.match(output, /^ +parameters +at least 40 = 2·d·\(d \+ 1\)$/m);
  assert.match(output, /^unknown\n +odd: Mystery$/m);
});

test('csv has one record a module', () => {
  const { output } = paramscope(['-', '--format', 'csv'], model);
  const [head, ...records] = output.trimEnd().split('\r\n');
  assert.match(head, /^path,type,depth,repeat,parameters,/);
  assert.equal(records.length, 3);
  assert.match(records[1], /^0,Linear,1,2,40,40,0,0,/);
});

test('markdown has a table', () => {
  const { output } = paramscope(['-', '--format', 'markdown'], model);
  assert.match(output, /^## A net\n/);
  assert.match(output, /^\| 0 \| 2 x Linear \| 40 \|/m);
});

test('latex is one tabular', () => {
  const { output } = paramscope(['-', '--format', 'latex'], model);
  assert.match(output, /^\\begin\{tabular\}\{l+r?l*r?\}\n/);
  assert.match(output, /\\end\{tabular\}\n$/);
  assert.match(output, /\$2 d \\left\(d \+ 1\\right\)\$/);
});

test('model is the text again, as it was set', () => {
  const { output } = paramscope(['-', '--format', 'model', '--set', 'd=8', '--input', '2,d'], model);
  const again = counted(output).report;
  assert.equal(again.variables.d, 8);
  assert.deepEqual(again.inputs, [[2, 8]]);
  assert.equal(again.totals.parameters, 144);
});

test('every preset survives a round trip through its text', { skip: repeatsNative }, () => {
  const names = paramscope(['--list-presets']).output.trimEnd().split('\n').slice(1).map((line) => line.split(' ')[0]);
  for (const name of names) {
    const text = paramscope([`preset:${name}`, '--format', 'model']).output;
    const { report } = counted(text);
    assert.deepEqual(report.totals, preset(name).report.totals, name);
  }
});

test('text with control characters does not reach the terminal as it is', () => {
  const { output, errors } = paramscope([file('Net(\n  (a\x1b[31m): Mystery\x1b[2J()\n)\n')]);
  assert.doesNotMatch(output + errors, /\x1b/);
});

const decoder = file(`dtype = float16
input = (1, 10, 8)
Block(
  (q): Linear(8, 8)
  forward(x) = attention(q(x), x, x)
)
`, 'decoder.txt');

test('figures of all conventions, and what makes them differ, come when asked for', () => {
  const report = JSON.parse(paramscope([decoder, '--conventions', '--format', 'json']).output);
  const [first, ...others] = report.conventions;
  assert.deepEqual([first.name, first.total, first.terms], ['flops', report.totals.flops, []]);
  for (const { name, total, terms } of others) {
    assert.equal(total, terms.reduce((sum, term) => sum + term.difference, first.total), name);
  }
  assert.match(paramscope([decoder, '--conventions']).output, /^ +-640 +linear: linear × 640$/m);
  assert.equal(JSON.parse(paramscope([decoder, '--format', 'json']).output).conventions, undefined);
});

test('modes change the count, and are said', () => {
  const totals = (...args) => JSON.parse(paramscope([decoder, '--format', 'json', ...args]).output);
  const forward = totals();
  assert.deepEqual([forward.mode, forward.causal], ['forward', false]);
  const gradients = 2 * (640 + 2 * 8 * 100);  // of the input, in the layer and as keys and as values, which are not computed
  assert.equal(totals('--mode', 'training').totals.flops, 3 * forward.totals.flops - gradients);
  assert.equal(totals('--causal').totals.macs, 640 + 2 * 8 * 55);
  assert.equal(totals('--mode=decode').totals.macs, 64 + 2 * 8 * 11);
});

test('memory comes when asked for, in bytes', () => {
  const { memory } = JSON.parse(paramscope([decoder, '--memory', '--format', 'json']).output);
  assert.deepEqual(memory.weights, { bytes: 144, complete: true, basis: 'printed', formula: '144' });
  assert.equal(memory.kv_cache.bytes, 2 * 10 * 8 * 2);
  assert.match(paramscope([decoder, '--memory']).output, /^ +keys and values +320 bytes$/m);
});

const planOf = (...args) => JSON.parse(paramscope([decoder, '--format', 'json', ...args]).output);

test('a plan of memory has parts and their sum', () => {
  const { memory_plan: plan } = planOf('--memory');
  assert.deepEqual(plan.parts.map(({ name }) => name), ['weights', 'kv_cache', 'activations', 'rounding']);
  assert.deepEqual(plan.parts.slice(0, 2).map(({ bytes }) => bytes), [144, 320]);
  assert.deepEqual([plan.purpose, plan.optimizer, plan.total.bytes], ['inference', null, plan.parts.reduce((sum, { bytes }) => sum + bytes, 0)]);
  assert.match(paramscope([decoder, '--memory']).output, /^memory for inference, float16\n(.*\n)+  total +about [\d,]+ bytes/m);
});

test('a plan of memory names what is not known', () => {
  const model = 'input = (2, 8)\nNet(\n  (a): Linear(8, 8)\n  (b): Mystery()\n  forward(x) = b(a(x))\n)\n';
  const { memory_plan: plan } = JSON.parse(paramscope(['--train', 'sgd', '--format', 'json', '-'], model).output);
  assert.deepEqual([plan.unknown, plan.total.basis, plan.total.complete, plan.kept], [['Mystery'], 'partial', false, null]);
  assert.deepEqual(planOf('--memory').memory_plan.unknown, []);
});

test('a plan of memory has a time line and what is alive at its peak', () => {
  for (const options of [['--memory'], ['--train', 'adam'], ['--train', 'sgd', '--recompute'], ['--train', 'sgd', '--gpus', '3', '--zero', '2']]) {
    const { time_line: line, alive_at_peak: alive, total, parts } = planOf(...options).memory_plan;
    const sum = (numbers) => numbers.reduce((before, number) => before + number, 0);
    assert.ok(line.moments.length <= 100);
    assert.equal(sum(line.moments[line.peak].bytes), total.bytes);
    for (const { name, bytes } of parts) assert.equal(line.moments[line.peak].bytes[line.parts.indexOf(name)], bytes, name);
    assert.equal(sum(alive.rows.map(({ bytes }) => bytes)) + alive.others, total.bytes);
    for (const row of alive.rows) assert.equal(sum(Object.values(row.parts)), row.bytes, row.path);
    assert.deepEqual([line.backward !== null, line.step !== null], Array(2).fill(options[0] === '--train'));
  }
  assert.equal(JSON.parse(paramscope([file('Linear(2, 2)'), '--memory', '--format', 'json']).output).memory_plan.time_line, null);
  assert.match(paramscope([decoder, '--memory']).output, /^at the peak, in the forward pass of Block\n( .* activations .*\n)+\n/m);
});

test('rows have their memory where it is asked for', () => {
  const { nodes, memory_plan: plan } = planOf('--train', 'sgd');
  const [root, q] = nodes.map(({ memory }) => memory);
  assert.equal(root, plan.kept);
  assert.ok(q > 0 && q < root);
  assert.equal(planOf('--memory').nodes[1].memory, 160, 'the output of the layer');
  assert.equal('memory' in JSON.parse(paramscope([decoder, '--format', 'json']).output).nodes[0], false);
  assert.match(paramscope([decoder, '--format', 'csv', '--memory']).output, /,formula,memory\r\n.*\r\nq,Linear,.*,160\r\n$/);
  assert.match(paramscope([decoder, '--memory']).output, /^module .* memory\n(.*\n)  q .* 160 B\n/m);
});

test('a time line is drawn of the memory that options ask for', () => {
  const picture = (...options) => paramscope([decoder, '--format', 'timeline', ...options]).output;
  assert.match(picture(), /^<svg .*>memory of inference, float16<.*>keys and values 320 B<.*>peak: ≈ /s);
  assert.match(picture('--train', 'momentum', '--lang', 'zh'), />训练的内存，SGD with momentum，float16<.*>反向</s);
});

test('badges and cards are pictures with a name and numbers', () => {
  const picture = (format, ...options) => paramscope([decoder, '--format', format, ...options]).output;
  const cases = [
    [picture('badge'), /^<svg role="img" [^]*<title>[^<]*: params 72<\/title>[^]*>72<\/text>/],
    [picture('badge', '--lang', 'zh'), />参数量<\/text>/],
    [picture('badge-flops'), />FLOPs<\/text>/],
    [picture('card'), /^<svg role="img" [^]*<title>Block: parameters 72, as printed<\/title>/],
  ];
  for (const [svg, expected] of cases) assert.match(svg, expected);
  assert.notEqual(picture('badge-memory'), picture('badge-memory', '--train', 'sgd'), 'of the plan');
});

test('a derivation as a page has the pictures, and formulas as MathML', () => {
  const { output } = paramscope(['-', '--format', 'derivation-html'], model.replace('A net', 'A <net>'));
  assert.match(output, /^<!doctype html>\n<html lang="en">[^]*<title>A &lt;net&gt;<\/title>[^]*<article class="report">\n<svg [^]*<svg [^]*<h1>A &lt;net&gt;: the calculation<\/h1>/);
  assert.match(output, /<li>Input: <math><mo>\(<\/mo><mn>1<\/mn><mo>,<\/mo><mi>d<\/mi><mo>\)<\/mo><\/math> = <math>/);
  assert.match(output, /<\/article>\n$/);
});

test('each option of the plan changes it, and asks for it', () => {
  const bytes = (...args) => Object.fromEntries(planOf(...args).memory_plan.parts.map((part) => [part.name, part.bytes]));
  assert.equal(bytes('--train', 'sgd').activations, bytes('--train', 'adam').activations);
  assert.equal(bytes('--train', 'adam').optimizer, 288);
  assert.equal(bytes('--train=adam_mixed', '--zero', '1', '--gpus', '2').optimizer, 432);
  assert.equal(bytes('--weights-dtype', 'float32').weights, 288);
  assert.equal(bytes('--lora-rank', '1').adapters, 2 * (8 + 8));
  assert.equal(bytes('--tensor-parallel', '2').weights, 72);
  assert.equal(planOf('--train', 'adam', '--recompute').memory_plan.recompute, true);
  assert.ok(bytes('--train', 'sgd', '--loss', 'cross_entropy').activations > bytes('--train', 'sgd').activations);
  assert.equal(bytes('--train', 'sgd', '--accumulate').gradients, 144);
  assert.equal(planOf('--train', 'sgd', '--drop-output').memory_plan.drop_output, true);
});

test('whether it will run is said first, with an exit status', () => {
  const yes = paramscope([decoder, '--will-it-run', '2x RTX 3090', '--recipe', 'lora']);
  assert.match(yes.output, /^fits: 0\.0 of 24\.5 GB each\n\n/);
  assert.equal(yes.status, 0);
  const no = paramscope([decoder, '--will-it-run', 'memory=1kB, bandwidth=1GB/s', '--recipe', 'full', '--format', 'json']);
  assert.equal(no.status, 4);
  const { verdict } = JSON.parse(no.output).memory_plan;
  assert.deepEqual([verdict.fits, verdict.devices, verdict.room], ['no', 1, 1000]);
  assert.match(verdict.sentence, /^does not fit: /);
  assert.equal(planOf('--memory').memory_plan.verdict, null);
});

test('a device adds what fits and the least times of each pass', () => {
  const { memory_plan: plan, roofline } = planOf('--device', 'a100-80gb', '--train', 'adam');
  assert.equal(plan.fits.find(({ device }) => device === 'A100 80GB').fits, 'yes');
  assert.equal(roofline.device, 'A100 80GB');
  assert.deepEqual(roofline.passes.map(({ mode }) => mode), ['forward', 'decode', 'training']);
  for (const pass of roofline.passes) assert.ok(pass.seconds > 0 && pass.seconds <= pass.layer_seconds, pass.mode);
  assert.deepEqual(planOf('--device', 'a100-80gb', '--mode', 'decode').roofline.passes,
    planOf('--device', 'a100-80gb').roofline.passes);
  const { memory_plan: own, roofline: ofOwn } = planOf('--device', '2x memory=24GB, bandwidth=936GB/s, float16=142');
  assert.deepEqual(own.fits.at(-1), { device: 'memory=24GB, bandwidth=936GB/s, float16=142', memory: 24e9, usable: 24e9, reserve: 0, fits: 'yes', largest: own.fits.at(-1).largest });
  assert.deepEqual([own.devices, ofOwn.peak], [2, 142e12]);
  const { output } = paramscope([decoder, '--device', 'T4']);
  assert.match(output, /^least times on T4 of the products as written: 65\.0 TFLOP\/s of float16, 320 GB\/s$/m);
});

test('a derivation is written out, in a language and a markup', () => {
  const { status, output } = paramscope(['--format', 'derivation', '-'], model);
  assert.equal(status, 0);
  assert.match(output, /^## A net: the calculation\n/);
  assert.match(output, /- `0-\*` — Linear: .* = 4·4 \+ 4 = 20; 2 times: 40\n/);
  const chinese = paramscope(['--format=derivation-latex', '--lang=zh', '-'], model).output;
  assert.match(chinese, /^\\section\*\{A net：计算过程\}/);
  const wrong = paramscope(['--lang', 'de', '-'], model);
  assert.equal(wrong.status, 2);
  assert.match(wrong.errors, /--lang expects en or zh, but gets 'de'/);
});

test('a strip tells no parameters from unknown ones', () => {
  const words = (text) => [...paramscope(['--format', 'strip', '-'], text).output.matchAll(/<text[^>]*>([^<]*)/g)].map(([, word]) => word);
  assert.deepEqual(words('Sequential(\n  (0): ReLU()\n)\n').slice(0, 2), ['Parameters', '0']);
  assert.deepEqual(words('Sequential(\n  (0): Strange()\n)\n').slice(0, 2), ['Parameters', 'unknown']);
});

test('pictures have Chinese words with --lang zh', () => {
  const text = 'batch = 2\ninput = (batch, 4)\nSequential(\n  (0): Linear(4, 8)\n)\n';
  const picture = (...options) => paramscope([...options, '--lang', 'zh', '-'], text).output;
  assert.match(picture('--format', 'strip', '--device', 'H100'), />参数量<.*>浮点运算量<.*>激活值<.*>最短时间 \(H100\)</s);
  assert.match(picture('--format', 'roofline', '--device', 'H100'), />H100，前向：67\.0 TFLOP\/s（float32），.*>每字节浮点运算次数</s);
  assert.match(picture('--format', 'diagram'), />输出</);
});

test('an HTML table has Chinese words with --lang zh', () => {
  const table = (text) => paramscope(['--format', 'html', '--lang', 'zh', '-'], text).output;
  const counted = table('d = 4\ninput = (1, d)\nNet(\n  (0): Linear(d, d)\n  (odd): Strange()\n  forward(x) = 0(x)\n)\n');
  assert.match(counted, /^<table[^>]* lang="zh-CN">\n<caption>Net：参数量 至少 20，乘加（MACs）16，浮点运算（FLOPs）32<\/caption>/);
  assert.match(counted, />模块<.*>类型<.*>参数量<.*>输出<.*>参数量的公式</);
  assert.match(counted, />全部</);
  assert.match(table('Net(\n  (a): Embedding(9, 2)\n  (b): Linear(2, 9, bias=False)\n)\n'), /参数量 18 到 36</);
});

test('a strip has the least times on a device that is asked for', () => {
  const text = 'input = (1, 8)\nSequential(\n  (0): Linear(8, 8)\n  (1-3): 3 x Linear(8, 8, bias=False)\n)';
  const strip = (...options) => paramscope(['--format', 'strip', ...options, '-'], text).output;
  assert.doesNotMatch(strip(), /Least time/);
  const timed = strip('--device', 'H100');
  assert.match(timed, />Least time \(H100\)</);
  // 72 and 64 numbers, 8 inputs and 8 outputs of 4 bytes at 3350 GB/s.
  assert.match(timed, /<title>0: 105 ps<\/title>/);
  assert.match(timed, /<title>1: 95\.5 ps<\/title>/);
  assert.match(strip('--device', 'H100', '--weights-dtype', 'float16'), /<title>0: 52\.5 ps<\/title>/);
});
