// What a count and its report can be asked for, as on the command line: mode, causal, ties, memory, device, comparisons, derivations.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

import { library, packageFolder } from '../support/site.mjs';

const { configure, devices, format, formats, optimizers, parse, ParamscopeError, preset } = await import(library);

/** What the package's command line prints. */
function commandLine(...args) {
  const { stdout, stderr } = spawnSync(process.execPath, [join(packageFolder, 'cli.mjs'), ...args], { encoding: 'utf8', maxBuffer: 1 << 27 });
  if (!stdout) throw new Error(stderr);
  return stdout;
}

const fromCommandLine = (...args) => JSON.parse(commandLine('--format', 'json', ...args));
const plain = (report) => JSON.parse(JSON.stringify(report, (_, value) => (typeof value === 'bigint' ? Number(value) : value)));
const llama = await preset('llama-2-7b');

const asked = {
  'a mode': [{ mode: 'training' }, ['--mode', 'training']],
  'decoding, causal': [{ mode: 'decode', causal: true }, ['--mode', 'decode', '--causal']],
  conventions: [{ conventions: true }, ['--conventions']],
  memory: [{ memory: true }, ['--memory']],
  'memory of training': [
    { memory: { train: 'adam', recompute: true, recomputeAttention: true, accumulate: true, loss: 'cross_entropy', autocast: 'bfloat16', attention: 'eager', kernels: 'cpu', weightsDtype: 'bfloat16', loraRank: 8, loraModules: ['q_proj', 'v_proj'], modulesToSave: 'lm_head', offload: 'optimizer', zero: 3, gpus: 16, tensorParallel: 2, pipelineParallel: 4, expertParallel: 2 } },
    ['--train', 'adam', '--recompute', '--recompute-attention', '--accumulate', '--loss', 'cross_entropy', '--autocast', 'bfloat16', '--attention', 'eager', '--kernels', 'cpu', '--weights-dtype', 'bfloat16', '--lora-rank', '8', '--lora-modules', 'q_proj,v_proj', '--modules-to-save', 'lm_head', '--offload', 'optimizer', '--zero', '3', '--gpus', '16', '--tensor-parallel', '2', '--pipeline-parallel', '4', '--expert-parallel', '2'],
  ],
  'a device': [{ device: 'H100' }, ['--device', 'H100']],
  'everything at once': [{ set: { H: 2048 }, input: [1, 512], mode: 'decode', device: 'a100-80gb', conventions: true }, ['--set', 'H=2048', '--input', '1,512', '--mode', 'decode', '--device', 'A100 80GB', '--conventions']],
};
for (const [what, [settings, args]] of Object.entries(asked)) {
  test(`${what}: the report and the text are those of the command line`, () => {
    assert.deepEqual(plain(llama.report(settings)), fromCommandLine('preset:llama-2-7b', ...args));
    assert.equal(llama.format('text', settings), commandLine('preset:llama-2-7b', ...args));
  });
}

test('a derivation in both languages', () => {
  assert.equal(llama.format('derivation', { lang: 'zh' }), commandLine('preset:llama-2-7b', '--format', 'derivation', '--lang', 'zh'));
  assert.match(llama.format('derivation-latex'), /\\documentclass|\\section/);
});

test('an HTML table in both languages', () => {
  assert.equal(llama.format('html', { lang: 'zh' }), commandLine('preset:llama-2-7b', '--format', 'html', '--lang', 'zh'));
  assert.match(llama.format('html', { lang: 'zh' }), /<caption>.*参数量 6,738,415,616/);
  assert.match(llama.format('html'), /^<table[^>]*>\n<caption>.*6,738,415,616 parameters/);
});

test('ties settle which tensors are one', async () => {
  const model = await parse('Net(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)');
  const { totals } = model.report({ ties: 'head.weight=embed.weight' });
  assert.equal(totals.parameters, 800);
  assert.equal(model.report({ ties: ['none'] }).totals.parameters, 1600);
  assert.equal(model.report().totals.parameters_basis, 'range');
  assert.throws(() => model.report({ ties: 'head.weight' }), { code: 'tie' });
});

test('a comparison is that of the command line, in all its formats', async () => {
  const other = await preset('llama-3-8b');
  const comparison = llama.compare(other);
  const { left, right, ...rest } = plain(comparison);
  const expected = fromCommandLine('diff', 'preset:llama-2-7b', 'preset:llama-3-8b');
  assert.deepEqual(rest, Object.fromEntries(Object.entries(expected).filter(([key]) => key !== 'left' && key !== 'right')));
  assert.deepEqual([left.source, left.parameters, right.parameters], [llama.name, 6738415616, 8030261248]);
  for (const name of await formats('comparison')) assert.ok(format(comparison, name).length > 100, name);
  assert.match(format(comparison, 'markdown'), /^\| parameters \| 6,738,415,616 \| 8,030,261,248 \| \+1,291,845,632 \(\+19\.2%\) \|$/m);
  assert.equal(llama.compare(llama).differences.length, 0);
  assert.throws(() => llama.compare('gpt2'), { code: 'argument' });
  assert.throws(() => format(comparison, 'csv'), { code: 'format' });
  other.delete();
  assert.throws(() => format(comparison, 'text'), { code: 'released' });
});

test('devices and optimizers are listed', async () => {
  const h100 = (await devices()).find(({ name }) => name === 'H100');
  assert.equal(h100.memory, 80 * 2 ** 30);
  assert.ok(h100.usable < h100.memory && h100.reserve < 1e9);
  assert.ok(h100.bfloat16 > 9e14);
  assert.ok((await optimizers()).includes('adam'));
  assert.ok((await formats()).includes('derivation'));
});

const refused = [
  [() => llama.report({ convetion: 'macs' }), /settings has no "convetion"; did you mean convention\?/],
  [() => llama.report({ depth: 1 }), /settings has no "depth": it has set, input, /],
  [() => llama.format('text', { colour: true }), /options has no "colour"/],
  [() => llama.formula('', 'plain', { off: 'macs' }), /options has no "off"/],
  [() => llama.explain('', { notaton: 'latex' }), /did you mean notation/],
  [() => llama.report({ memory: { optimizer: 'adam' } }), /memory has no "optimizer"/],
  [() => llama.report({ memory: { train: 'luck' } }), /train has no "luck"/],
  [() => llama.report({ memory: { cacheDtype: 'heavy' } }), /there is no type of numbers named "heavy"/],
  [() => llama.report({ memory: { train: 'adam', generate: true } }), /for inference: name no optimizer/],
  [() => llama.report({ memory: { gpus: 3 }, device: '2x T4' }), /name different numbers of GPUs/],
  [() => llama.report({ device: 'memory=24GB' }), /a device of your own needs its memory and its bandwidth/],
  [() => llama.report({ memory: { gpus: 3, tensorParallel: 2 } }), /cannot be divided into groups of 2 .* take a multiple of 2/],
  [() => llama.report({ memory: { gpus: 0 } }), /memory\.gpus must be a whole number from 1 to 1000000/],
  [() => llama.report({ memory: { zero: 4 } }), /memory\.zero must be a whole number from 0 to 3/],
  [() => llama.report({ memory: { recompute: true } }), /name an optimizer/],
  [() => llama.report({ memory: { loraModules: 'q_proj' } }), /of which rank/],
  [() => llama.report({ memory: { loraRank: 8, loraModules: 'q' } }), /no module "q"/],
  [() => llama.report({ memory: { offload: 'disk' } }), /offload has no "disk"/],
  [() => llama.report({ memory: { train: 'adam', loss: 'none' } }), /loss has no "none"/],
  [() => llama.report({ memory: { attention: 'full' } }), /attention has no "full"/],
  [() => llama.report({ memory: { kernels: 'tpu' } }), /kernels has no "tpu"/],
  [() => llama.report({ memory: { autocast: 'int8' } }), /autocast has no "int8"/],
  [() => llama.report({ memory: { weightsDtype: 'heavy' } }), /no type of numbers named "heavy"/],
  [() => llama.report({ device: 'abacus' }), /no device named "abacus"/],
  [() => llama.report({ mode: 'sleep' }), /mode must be one of forward, training, decode/],
  [() => llama.report({ causal: 'yes' }), /causal must be true or false/],
  [() => llama.format('derivation', { lang: 'fr' }), /lang must be one of en, zh/],
  [() => configure({ wsm: 'x' }), /did you mean wasm/],
  [() => parse('Linear(2, 3)', { title: 'x' }), /options has no "title"/],
  [() => preset('lama-2-7b'), /did you mean llama-2-7b/],
];
for (const [call, sentence] of refused) {
  test(`refused: ${String(call).slice(6)}`, async () => {
    await assert.rejects(async () => call(), (error) => error instanceof ParamscopeError && sentence.test(error.message));
    assert.equal(llama.report().totals.parameters, 6738415616);
  });
}
