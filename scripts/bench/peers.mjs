// Other counters of PyTorch models, in a Python that has them: peers.py runs them.
import { join } from 'node:path';

import { has, root } from '../steps.mjs';
import { answerOf, outputOf } from './programs.mjs';

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

/** What PyTorch prints for a model of torchvision. Throws an Error if it is not there. */
export const printOf = (model) => outputOf([python(), script, '--print', model]);

/**
 * Returns a function that gives the sample of a tool in a round: { seconds, parameters, macs, flops }, the last three if the tool
 * counts them. In each round all tools count the model once, in one process.
 */
export function peerSamples(model) {
  let last = { round: -1 };
  return (tool, round) => {
    if (last.round !== round) last = { round, answer: answerOf([python(), script, model]) };
    const { failed, ...sample } = last.answer[tool];
    if (failed) throw new Error(failed);
    return sample;
  };
}
