// Other counters of PyTorch models, in a Python that has them: peers.py runs them.
import { join } from 'node:path';

import { has, root } from '../steps.mjs';
import { answerOf } from './programs.mjs';

const python = () => process.env.PARAMSCOPE_BENCH_PYTHON ?? '/usr/bin/python3';
const script = join(root, 'scripts/bench/peers.py');

/**
 * Asks which tools there are: { here: { tool: "torchinfo 1.8.0" }, missing: [tool] }. Without PyTorch and torchvision all are
 * missing.
 */
export function findPeers() {
  const nothing = { here: {}, missing: ['PyTorch with torchvision, and counters for it'] };
  if (!has(python())) return nothing;
  try {
    return answerOf([python(), script, '--list']);
  } catch {
    return nothing;
  }
}

/** Returns a function that gives the sample of a tool in a round; in each round all tools are run once, in one process. */
export function peerSamples() {
  let last = { round: -1 };
  return (tool, round) => {
    if (last.round !== round) last = { round, answer: answerOf([python(), script]) };
    const { seconds, failed } = last.answer[tool];
    if (failed) throw new Error(failed);
    return { seconds };
  };
}
