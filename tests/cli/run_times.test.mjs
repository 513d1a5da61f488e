// Times that PyTorch took on an H100: none is below a bound.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { paramscope, repeatsNative } from './support.mjs';

/** The runs with times, or why there are none. */
function timedRuns() {
  const truth = process.env.PARAMSCOPE_TRUTH;
  const archive = truth && join(truth, 'gpu_memory.jsonl.xz');
  if (repeatsNative) return { reason: repeatsNative };
  if (!archive || !existsSync(archive)) return { reason: 'PARAMSCOPE_TRUTH names no folder with gpu_memory.jsonl.xz' };
  const { status, stdout } = spawnSync('xz', ['-dc', archive], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) return { reason: 'xz cannot unpack gpu_memory.jsonl.xz here' };
  return { runs: stdout.trimEnd().split('\n').map((line) => JSON.parse(line)).filter((run) => run.infer_ms) };
}

const { runs, reason } = timedRuns();

test('no pass of eager PyTorch is faster than the least time layer by layer', { skip: reason ?? false }, () => {
  assert.ok(runs.length > 0);
  for (const { name, print, input, dtype, opt, infer_ms: forward, train_ms: training } of runs) {
    const options = ['--format', 'json', '--device', 'H100', '--weights-dtype', dtype, '--input', input, '--train', opt, '--mode', 'training'];
    const { status, output, errors } = paramscope([...options, '-'], print);
    assert.equal(status, 0, `${name}: ${errors}`);
    const took = { forward, training };
    for (const { mode, seconds, layer_seconds: layerSeconds } of JSON.parse(output).roofline.passes) {
      if (!(mode in took)) continue;
      assert.ok(took[mode] >= 1000 * Math.max(seconds, layerSeconds), `${name}, ${mode}: ${took[mode]} ms, bound ${1000 * layerSeconds}`);
    }
  }
});
