// Rows about models of torchvision that other tools count, too: how long each takes, and what it comes to.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { findPeers, peerSamples, printOf } from '../peers.mjs';
import { answerOf, paramscope } from '../programs.mjs';
import { rounds } from '../rounds.mjs';
import { root } from '../../steps.mjs';
import { readAndCount } from './engine.mjs';
import { absent, beside, figure } from './figure.mjs';

const shipped = join(root, 'src/presets/models/04-resnet-50.txt');

/** What Paramscope counts in a file: { parameters, macs, flops, conventions: { name: total } }. */
function counted(file) {
  const { totals, conventions } = answerOf([paramscope, '--conventions', '--format', 'json', '--depth', '0', file]);
  const { parameters, macs, flops } = totals;
  return { parameters, macs, flops, conventions: Object.fromEntries(conventions.map(({ name, total }) => [name, total])) };
}

/** What a tool counted, of its sample. */
const answerIn = ({ seconds, failed, ...answer }) => answer;

/** Measures one model: `name` is a person's, `builder` torchvision's, `file` has its text. */
async function modelRow({ name, builder, file }, { runs, peers: folders, progress }) {
  const { here, missing } = findPeers(folders);
  if (missing.length > 0) progress(`${missing.join(', ')}: not here, see --peers`);
  const sample = peerSamples(builder, folders);
  const peers = Object.fromEntries(Object.keys(here).map((tool) => [tool, (round) => sample(tool, round)]));
  const samples = await rounds({ ours: readAndCount(basename(file, '.txt'), file), ...peers }, runs, progress);
  return {
    what: `${name} as PyTorch prints it: read and count`,
    ours: figure(samples.ours),
    beside: [
      ...Object.entries(here).map(([tool, title]) => ({ tool, ...beside(title, samples[tool]), answer: answerIn(samples[tool]) })),
      ...(missing.length > 0 ? [{ ...absent(missing.join(', ')), tools: missing }] : []),
    ],
    model: { name, builder, ...counted(file) },
  };
}

/** The shipped ResNet-50 with numbers in the place of its hyper-parameters: what PyTorch prints. */
function resnetInNumbers() {
  const definition = /^(\w+) = (\d+).*\n/gm;
  const text = readFileSync(shipped, 'utf8');
  const values = new Map([...text.matchAll(definition)].map(([, name, value]) => [name, value]));
  return text.replace(definition, '').replace(/\w+/g, (word) => values.get(word) ?? word);
}

export async function resnetRows(context) {
  const { ours } = await rounds({ ours: readAndCount(basename(shipped, '.txt'), shipped) }, context.runs, context.progress);
  return [
    await modelRow({ name: 'ResNet-50', builder: 'resnet50', file: context.put('resnet50.txt', resnetInNumbers()) }, context),
    { what: 'ResNet-50 with four hyper-parameters, as it is shipped: read and count', ours: figure(ours), beside: [] },
  ];
}

/** More models, each as this machine's PyTorch prints it. */
const others = { mobilenet_v2: 'MobileNetV2', vgg16: 'VGG-16', vit_b_16: 'ViT-B/16' };

export async function modelRows(context) {
  const rows = [];
  for (const [builder, name] of Object.entries(others)) {
    try {
      rows.push(await modelRow({ name, builder, file: context.put(`${builder}.txt`, `input = (1, 3, 224, 224)\n${printOf(builder)}`) }, context));
    } catch (error) {
      rows.push({ what: `${name} as PyTorch prints it: read and count`, ours: { failed: error.message }, beside: [] });
    }
  }
  return rows;
}
