// Rows about whole programs, from their start to their end: the command line, native and in node.
import { join } from 'node:path';

import { whole } from '../figures.mjs';
import { sourceOfOneClass } from '../inputs.mjs';
import { convolutions } from '../onnx.mjs';
import { costOf, paramscope } from '../programs.mjs';
import { rounds } from '../rounds.mjs';
import { peerVersion } from '../../setup/peers.mjs';
import { netronIn } from '../peers.mjs';
import { root } from '../../steps.mjs';
import { absent, beside, figure } from './figure.mjs';

const node = process.execPath;
const notBuilt = { absent: 'not here: npm run build' };

/** Measures commands in turn, each from a cold start. */
const costs = (commands, { runs, progress }) =>
  rounds(Object.fromEntries(Object.entries(commands).map(([key, command]) => [key, () => costOf(command)])), runs, progress);

export async function coldRows(context) {
  const text = join(root, 'src/presets/models/04-resnet-50.txt');
  const [script, nothing] = [context.release('cli.mjs'), context.put('nothing.mjs', '')];
  const source = context.put('net.py', sourceOfOneClass);
  const samples = await costs({
    native: [paramscope, text],
    process: ['true'],
    sourceNative: [paramscope, source],
    ...(script && { inNode: [node, script, text], sourceInNode: [node, script, source] }),
    node: [node, nothing],
  }, context);
  const native = (what, sample) => ({ what: `${what}: native`, ours: figure(sample), beside: [beside('a process that does nothing', samples.process)] });
  const inNode = (what, sample) => ({ what: `${what}: in node`, ours: script ? figure(sample) : notBuilt, beside: [beside('node that does nothing', samples.node)] });
  const [print, code] = ['ResNet-50 from a cold start', 'code of one class from a cold start'];
  return [native(print, samples.native), inNode(print, samples.inNode), native(code, samples.sourceNative), inNode(code, samples.sourceInNode)];
}

/** Other readers of ONNX: { key: { name, command } }, or { name, absent } for one that is not here. */
function otherReaders(folders) {
  const version = peerVersion('onnx-proto');
  const name = ['onnx-proto', version, 'that only decodes it'].filter(Boolean).join(' ');
  return {
    decoder: version ? { name, command: [node, join(root, 'scripts/bench/onnx_proto.mjs')] } : absent(name),
    netron: netronIn(folders) ?? absent('netron', 'not here: --peers'),
  };
}

export async function onnxRows(context) {
  const layers = 10_000;
  const file = context.put('convolutions.onnx', convolutions(layers));
  const [script, nothing] = [context.release('cli.mjs'), context.put('nothing.mjs', '')];
  const others = Object.entries(otherReaders(context.peers));
  for (const [, { name, command }] of others) if (!command) context.progress(`${name}: not here`);
  const samples = await costs({
    ...(script && { inNode: [node, script, file] }),
    node: [node, nothing],
    ...Object.fromEntries(others.filter(([, { command }]) => command).map(([key, { command }]) => [key, [...command, file]])),
  }, context);
  return [{
    what: `ONNX graph of ${whole(layers)} Conv, opened and counted in node`,
    ours: script ? figure(samples.inNode) : notBuilt,
    beside: [beside('node that does nothing', samples.node), ...others.map(([key, other]) => (other.command ? beside(other.name, samples[key]) : other))],
  }];
}
