// Memory that PyTorch allocated on an H100, beside the plans.
import assert from 'node:assert/strict';
import test from 'node:test';

import { gpuRuns } from './gpu_runs.mjs';
import { paramscope } from './support.mjs';

const { runs, reason } = gpuRuns();

/** The plan of a run. */
function planOf({ name, config, print, dtype, amp, attention, input, opt, params }, training) {
  const isEager = attention === 'eager' || name.includes('eager');
  const options = ['--weights-dtype', dtype, '--input', input, '--attention', isEager ? 'eager' : 'fused', ...(amp ? ['--autocast', amp] : []), ...(training ? ['--train', opt] : ['--memory'])];
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
  judge(context, 'inference', ratiosOf(false, predicted, (run) => run.infer_peak), { 5: 47, 10: 50 });
});

test('peaks of training are near those of the runs', { skip: reason ?? false }, (context) => {
  judge(context, 'training', ratiosOf(true, (plan) => plan.total.bytes, (run) => run.train_peak), { 5: 40, 10: 44 });
});

test('what autograd keeps is near that of the runs', { skip: reason ?? false }, (context) => {
  const kept = (plan) => plan.kept ?? 0;
  const measured = (run) => (run.saved_by_op ? Object.values(run.saved_by_op).reduce((sum, [, , stored]) => sum + stored, 0) : run.saved_without_input);
  judge(context, 'kept', ratiosOf(true, kept, measured), { 2: 46, 10: 49 });
});
