// Memory that PyTorch allocated on an H100, beside the plans.
import assert from 'node:assert/strict';
import test from 'node:test';

import { gpuRuns } from './gpu_runs.mjs';
import { paramscope } from './support.mjs';

const { runs, reason } = gpuRuns();

/** The plan of a run. The script of the first runs did not hold the output: model(x).mean().backward(). */
function planOf({ name, config, print, dtype, amp, attention, input, opt, params, set }, training) {
  const isEager = attention === 'eager' || name.includes('eager');
  const options = ['--weights-dtype', dtype, '--input', input, '--attention', isEager ? 'eager' : 'fused', ...(amp ? ['--autocast', amp] : []), ...(training ? ['--train', opt, ...(set === 'first' ? ['--drop-output'] : [])] : ['--memory'])];
  const count = (...more) => {
    const { status, output, errors } = paramscope(['--format', 'json', '--depth', '0', ...options, ...more, '-'], config ?? print);
    assert.equal(status, 0, `${name}: ${errors}`);
    return JSON.parse(output);
  };
  const report = count();
  const ties = (report.possible_ties ?? []).map(({ tied, source }) => ['--tie', `${tied}=${source}`]);
  return (ties.length > 0 && report.totals.parameters_min === params ? count(...ties.flat()) : report).memory_plan;
}

/** Says how many ratios are how near to 1; fails where fewer are than there were. */
function judge(context, what, ratios, least) {
  const shares = Object.keys(least).map(Number);
  const within = (share) => ratios.filter(({ ratio }) => Math.abs(ratio - 1) <= share / 100).length;
  context.diagnostic(`${what}, ${ratios.length} runs: ${shares.map((share) => `${within(share)} within ${share} %`).join(', ')}`);
  const worst = ratios.filter(({ ratio }) => Math.abs(ratio - 1) > 0.02).map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`);
  context.diagnostic(`beyond 2 %: ${worst.join(', ')}`);
  for (const share of shares) assert.ok(within(share) >= least[share], `${what}: ${within(share)} within ${share} %, ${least[share]} were`);
}

const ratiosOf = (training, predicted, measured) =>
  runs.map((run) => ({ name: `${run.name} ${run.dtype}${run.amp ? ` ${run.amp}` : ''}`, ratio: predicted(planOf(run, training), run) / measured(run) }));

test('peaks of inference are near those of the runs', { skip: reason ?? false }, (context) => {
  // Keys and values are of a cache that the runs do not have.
  const predicted = ({ parts }) => parts.filter(({ name }) => name !== 'kv_cache').reduce((sum, { bytes }) => sum + bytes, 0);
  judge(context, 'inference', ratiosOf(false, predicted, (run) => run.infer_peak), { 5: 50, 10: 51 });
});

test('peaks of training are near those of the runs', { skip: reason ?? false }, (context) => {
  judge(context, 'training', ratiosOf(true, (plan) => plan.total.bytes, (run) => run.train_peak), { 5: 50, 10: 50 });
});

test('what autograd keeps is near that of the runs', { skip: reason ?? false }, (context) => {
  const kept = (plan) => plan.kept ?? 0;
  const measured = (run) => (run.saved_by_op ? Object.values(run.saved_by_op).reduce((sum, [, , stored]) => sum + stored, 0) : run.saved_without_input);
  judge(context, 'kept', ratiosOf(true, kept, measured), { 2: 51, 10: 51 });
});

/** Nodes of autograd, with what they keep, as kinds of operations; null for what is no activation. */
function kindOfNode(key, hasCopies) {
  const [, node, kept] = key.match(/^(\w+)Backward\d\.(\w+)$/);
  if (/^(Addmm|Mm)$/.test(node)) return kept === 'mat2' && !hasCopies ? null : 'Linear';
  if (node === 'Convolution') return kept === 'weight' && !hasCopies ? null : 'Conv';
  if (/^(weight|bias|running_\w+|philox_\w+|indices)$/.test(kept)) return null;
  const names = { CudnnBatchNorm: 'BatchNorm', NativeBatchNorm: 'BatchNorm', NativeLayerNorm: 'LayerNorm', NativeDropout: 'Dropout', MaxPool2DWithIndices: 'MaxPool', AdaptiveAvgPool2D: 'AdaptiveAvgPool', AvgPool2D: 'AvgPool', Bmm: '@', Mul: '*', Relu: 'ReLU', Gelu: 'GELU', Silu: 'SiLU', Tanh: 'tanh', Softmax: 'softmax', SafeSoftmax: 'softmax', Pow: 'pow', Rsqrt: 'sqrt' };
  return node.startsWith('ScaledDotProduct') ? 'attention' : names[node] ?? node;
}

/** A kind of the plan as those of the nodes: Conv2d is Conv. */
function kindOfOperation(operation) {
  const names = { NonDynamicallyQuantizableLinear: 'Linear', Conv1D: 'Linear', relu: 'ReLU', dropout: 'Dropout', gelu: 'GELU', GELUActivation: 'GELU', silu: 'SiLU', SiLUActivation: 'SiLU', Softmax: 'softmax', Tanh: 'tanh', sigmoid: 'Sigmoid' };
  return names[operation] ?? operation.replace(/[123]d$/, '');
}

function sums(pairs) {
  const found = new Map();
  for (const [kind, bytes] of pairs) if (kind !== null) found.set(kind, (found.get(kind) ?? 0) + bytes);
  return found;
}

test('each kind of operation keeps what it kept in the runs', { skip: reason ?? false }, (context) => {
  const off = [];
  let all = 0;
  for (const run of runs.filter((each) => each.saved_by_op)) {
    const hasCopies = Boolean(run.amp);  // of weights
    const theirs = sums(Object.entries(run.saved_by_op).map(([key, [, bytes, stored]]) => [kindOfNode(key, hasCopies), /mat2|weight/.test(key) && !key.startsWith('Bmm') ? stored : bytes]));
    const ours = sums(planOf(run, true).kept_by.map(({ operation, bytes }) => [kindOfOperation(operation), bytes]));
    const most = [...theirs.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const kind of new Set([...ours.keys(), ...theirs.keys()])) {
      const [own, other] = [ours.get(kind) ?? 0, theirs.get(kind) ?? 0];
      all += 1;
      if (Math.abs(own - other) > Math.max(other / 100, most / 500)) off.push(`${run.name} ${run.dtype} ${kind} ${(own / other).toFixed(2)}`);
    }
  }
  context.diagnostic(`${all - off.length} of ${all} within 1 %; beyond: ${off.join(', ')}`);
  assert.ok(off.length <= 0.05 * all, `${off.length} of ${all} are off`);
});
