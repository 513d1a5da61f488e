// Exports of both of PyTorch's ONNX exporters: weights as they are in the file, FLOPs as PyTorch counts them, or no claim.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { folder, paramscope, repeatsNative } from './support.mjs';

/** The folder with the unpacked exports, or why there is none. */
function unpacked() {
  const truth = process.env.PARAMSCOPE_TRUTH;
  const archive = truth && join(truth, 'onnx_exports.tar.xz');
  if (repeatsNative) return { reason: repeatsNative };
  if (!archive || !existsSync(archive)) return { reason: 'PARAMSCOPE_TRUTH names no folder with onnx_exports.tar.xz' };
  const { status } = spawnSync('tar', ['-xJf', archive, '-C', folder]);
  return status === 0 ? { files: join(folder, 'onnx') } : { reason: 'tar cannot unpack onnx_exports.tar.xz here' };
}

const { files, reason } = unpacked();
/** Whole numbers that exporters keep among the weights: shapes, axes. */
const mostConstants = 64;

test('exports hold the weights of their files and the FLOPs of their models', { skip: reason ?? false }, () => {
  const rows = JSON.parse(readFileSync(join(files, 'truth.json'))).filter(({ name }) => existsSync(join(files, `${name}.onnx`)));
  assert.ok(rows.length > 0);
  const exact = [];
  for (const { name, flops, initializers } of rows) {
    const { status, output, errors } = paramscope(['--format', 'json', join(files, `${name}.onnx`)]);
    assert.equal(status, 0, `${name}: ${errors}`);
    const { totals } = JSON.parse(output);
    const weights = totals.parameters + totals.buffers;
    assert.ok(weights <= initializers + 512 && weights >= initializers - mostConstants, `${name}: ${weights} of ${initializers}`);
    // PyTorch counts nothing for the kernel that runs a whole LSTM.
    if (totals.flops_basis !== 'exact' || flops === 0) continue;
    assert.equal(totals.flops, flops, name);
    exact.push(name);
  }
  assert.ok(exact.length >= 11, `exact: ${exact.join(', ')}`);
});
