// What autograd keeps of layers and models, beside PyTorch's MemTracker on fake tensors.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { paramscope, repeatsNative } from './support.mjs';

const TRUTH = process.env.PARAMSCOPE_TRUTH;
const ARCHIVE = TRUTH && join(TRUTH, 'memory_tracked.jsonl.xz');
/** What real runs keep, where transformers give fake ones a mask (make_sdpa_kept.py). */
const REAL = JSON.parse(readFileSync(new URL('../golden/sdpa_kept.json', import.meta.url), 'utf8'));

/** { rows }, or { reason } why there are none. */
function trackedRows() {
  if (repeatsNative) return { reason: repeatsNative };
  if (!ARCHIVE || !existsSync(ARCHIVE)) return { reason: 'PARAMSCOPE_TRUTH names no folder with memory_tracked.jsonl.xz' };
  const { status, stdout } = spawnSync('xz', ['-dc', ARCHIVE], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) return { reason: 'xz cannot unpack memory_tracked.jsonl.xz here' };
  return { rows: stdout.trimEnd().split('\n').map((line) => JSON.parse(line)) };
}

/** Bytes that a row's model keeps; null where that is not known. */
function keptByUs({ name, config, print, dtype, input, attention }) {
  const options = ['--weights-dtype', dtype, '--input', input, '--kernels', 'cpu', '--attention', attention === 'eager' ? 'eager' : 'fused', '--train', 'sgd'];
  const { status, output, errors } = paramscope(['--format', 'json', '--depth', '0', ...options, '-'], config ?? print);
  assert.equal(status, 0, `${name}: ${errors}`);
  return JSON.parse(output).memory_plan.kept;
}

/** Bytes that PyTorch keeps, without the loss, which the tracker has too. */
function keptByPyTorch({ name, dtype, attention, kept }) {
  const real = REAL.find((row) => row.name === name && row.dtype === dtype);
  return attention === 'sdpa' && real ? real.kept : kept - (dtype === 'float32' ? 4 : 2);
}

const { rows, reason } = trackedRows();

test('what autograd keeps is what MemTracker and real runs say', { skip: reason ?? false }, (context) => {
  const known = rows.map((row) => ({ row, ours: keptByUs(row), theirs: keptByPyTorch(row) })).filter(({ ours }) => ours !== null);
  const off = known.filter(({ ours, theirs }) => Math.abs(ours - theirs) > theirs / 100);
  context.diagnostic(`${known.length - off.length} of ${known.length} within 1 %; beyond: ${off.map(({ row, ours, theirs }) => `${row.name} ${row.dtype} ${(ours / theirs).toFixed(2)}`).join(', ')}`);
  assert.ok(off.length <= 3, `${off.length} are off`);
});
