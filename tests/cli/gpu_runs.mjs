// Runs of eager PyTorch on an H100, with what was measured.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { repeatsNative } from './support.mjs';

/** { runs }, or { reason } why there are none. */
export function gpuRuns() {
  const truth = process.env.PARAMSCOPE_TRUTH;
  const archive = truth && join(truth, 'gpu_memory.jsonl.xz');
  if (repeatsNative) return { reason: repeatsNative };
  if (!archive || !existsSync(archive)) return { reason: 'PARAMSCOPE_TRUTH names no folder with gpu_memory.jsonl.xz' };
  const { status, stdout } = spawnSync('xz', ['-dc', archive], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) return { reason: 'xz cannot unpack gpu_memory.jsonl.xz here' };
  return { runs: stdout.trimEnd().split('\n').map((line) => JSON.parse(line)) };
}
