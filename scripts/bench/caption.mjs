// Says in one sentence what the figures are and where they were measured.
import { cpus } from 'node:os';

export function caption(runs) {
  const processors = cpus();
  const machine = `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${process.platform} ${process.arch}, Node.js ${process.version}`;
  return `Processor time, medians of ${runs} interleaved runs on ${machine}; the ratio is Paramscope's time to the other's.`;
}
