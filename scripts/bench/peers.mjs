// Tools to compare with: counters of PyTorch models, which peers.py runs in a Python that has them, and netron. A tool may also be in a
// folder that the person names.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { has, root } from '../steps.mjs';
import { answerOf, outputOf } from './programs.mjs';

const python = () => process.env.PARAMSCOPE_BENCH_PYTHON ?? '/usr/bin/python3';

/** The command that runs peers.py, with the packages in `folders`. */
const counters = (folders, ...args) =>
  ['env', `PYTHONPATH=${folders.join(delimiter)}`, python(), join(root, 'scripts/bench/peers.py'), ...args];

/**
 * Asks which counters there are: { here: { tool: "torchinfo 1.8.0" }, missing: [tool] }. Without PyTorch and torchvision all are
 * missing.
 */
export function findPeers(folders) {
  const nothing = { here: {}, missing: ['PyTorch with torchvision, and counters for it'] };
  if (!has(python())) return nothing;
  try {
    return answerOf(counters(folders, '--list'));
  } catch {
    return nothing;
  }
}

/** What PyTorch prints for a model of torchvision. Throws an Error if it is not there. */
export const printOf = (model) => outputOf(counters([], '--print', model));

/**
 * Returns a function that gives the sample of a tool in a round: { seconds, parameters, macs, flops }, the last three if the tool
 * counts them. In each round all tools count the model once, in one process.
 */
export function peerSamples(model, folders) {
  let last = { round: -1 };
  return (tool, round) => {
    if (last.round !== round) last = { round, answer: answerOf(counters(folders, model)) };
    const { failed, ...sample } = last.answer[tool];
    if (failed) throw new Error(failed);
    return sample;
  };
}

/** How to open a file by netron, if one of `folders` is a checkout of it: { name, command }; undefined without. */
export function netronIn(folders) {
  for (const folder of folders) {
    const manifest = join(folder, 'package.json');
    const { name, version } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
    if (name === 'netron') return { name: `netron ${version}`, command: [process.execPath, join(root, 'scripts/bench/netron.mjs'), folder] };
  }
  return undefined;
}
