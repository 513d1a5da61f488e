// Says where the figures were measured.
import { cpus } from 'node:os';

/** The machine: { processor, platform, node }. */
export function machine() {
  const processors = cpus();
  return {
    processor: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`,
    platform: `${process.platform} ${process.arch}`,
    node: `Node.js ${process.version}`,
  };
}

/** One sentence on what the figures are. */
export function caption(runs) {
  const { processor, platform, node } = machine();
  return `Processor time, medians of ${runs} interleaved runs on ${processor}, ${platform}, ${node}; the ratio is Paramscope's time to the other's.`;
}
