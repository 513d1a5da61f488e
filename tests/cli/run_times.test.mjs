// Times that PyTorch took on an H100: none is below a bound.
import assert from 'node:assert/strict';
import test from 'node:test';

import { gpuRuns } from './gpu_runs.mjs';
import { paramscope } from './support.mjs';

const { runs: all, reason } = gpuRuns();
const runs = all?.filter((run) => run.infer_ms);

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
