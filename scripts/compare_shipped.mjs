// Compares what is shipped of a library's models with what the library's code says of them: where they differ, one is wrong.
//
//   node scripts/compare_shipped.mjs PROGRAM LIBRARY FACTS [--only REGEX] [--every N] [--tokens 32,500] [--out FILE]
//
// LIBRARY and FACTS are those of compare_with_library.mjs. For each class the totals of parameters, the tensors (names, shapes) and, at each
// number of tokens, the FLOPs of both answers are compared; of FLOPs the shipped ones leave out those of rotary positions. Prints how many
// are equal, the classes that are exact in both and differ, and what only the code knows; FILE gets the classes that differ, one a line.
// Exit status 1: one differs.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

import { configOf, readFacts, tally, table } from './derive/facts.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, every: { type: 'string', default: '1' }, tokens: { type: 'string', default: '32,500' }, out: { type: 'string' } },
});
const [program, library, file] = positionals;
const folder = mkdtempSync(join(tmpdir(), 'paramscope-shipped-'));
const lengths = options.tokens.split(',');

async function report(config, given) {
  const answer = await promisify(execFile)(program, [config, '--format', 'json', ...given], { maxBuffer: 1 << 28, timeout: 60000 }).catch((error) => error);
  return answer.stdout ? JSON.parse(answer.stdout) : { totals: {}, nodes: [], inputs: [] };
}

/** "path.*.name shape" of each tensor, with how many there are. */
function tensorsOf({ nodes }) {
  const found = new Map();
  for (const node of nodes) {
    for (const { name, role, shape, elements, tied_to: tied } of node.tensors ?? []) {
      if (role !== 'parameter' || tied || elements === 0) continue;
      const key = `${node.path.replace(/\b\d+\b/g, '*')}.${name} ${shape}`;
      found.set(key, (found.get(key) ?? 0) + (node.instances ?? 1) * (node.repeat ?? 1));
    }
  }
  return found;
}

const isRotary = ({ type }) => /Rotary|Rope/.test(type);
const rotaryWork = ({ nodes }) => nodes.filter(isRotary).reduce((sum, { flops, instances }) => sum + (flops ?? 0) * (instances ?? 1), 0);
const isExact = ({ totals }, number) => totals[number] !== null && totals[`${number}_basis`] === 'exact';

function compareNumber(shipped, code, number, slack = 0) {
  if (!isExact(code, number)) return isExact(shipped, number) ? 'only shipped' : 'neither';
  if (!isExact(shipped, number)) return 'only code';
  const difference = code.totals[number] - shipped.totals[number];
  return difference === 0 || difference === slack ? 'equal' : 'DIFFER';
}

function compareTensors(shipped, code) {
  if (!isExact(shipped, 'parameters') || !isExact(code, 'parameters')) return 'not known';
  const [ours, theirs] = [tensorsOf(shipped), tensorsOf(code)];
  const other = [...new Set([...ours.keys(), ...theirs.keys()])].filter((key) => ours.get(key) !== theirs.get(key));
  return other.length === 0 ? 'equal' : `differ: ${other.slice(0, 4).join('; ')}`;
}

function compareWork(shipped, code) {
  if (JSON.stringify(shipped.inputs) !== JSON.stringify(code.inputs) && isExact(shipped, 'flops') && isExact(code, 'flops')) return 'of other inputs';
  return compareNumber(shipped, code, 'flops', rotaryWork(code));
}

/** Names of the sizes in the inputs of the model text that are numbers of tokens. */
const lengthsOf = ({ definitions = [] }) => definitions.filter(({ name, origin }) => origin === 'assumed' && /tokens/.test(name)).map(({ name }) => name);

async function compare(fact, index) {
  const config = join(folder, `${index}.json`);
  writeFileSync(config, configOf(fact));
  const fromCode = ['--from-code', '--python-path', library];
  const [shipped, code] = [await report(config, []), await report(config, fromCode)];
  const result = { parameters: compareNumber(shipped, code, 'parameters'), tensors: compareTensors(shipped, code), work: [compareWork(shipped, code)] };
  if (!isExact(shipped, 'flops')) return result;
  for (const length of lengthsOf(shipped).length > 0 && lengthsOf(code).length > 0 ? lengths : []) {
    const set = (of) => lengthsOf(of).flatMap((name) => ['--set', `${name}=${length}`]);
    result.work.push(compareWork(await report(config, set(shipped)), await report(config, [...fromCode, ...set(code)])));
  }
  return result;
}

const all = readFacts(file, options);
const kinds = { parameters: new Map(), tensors: new Map(), work: new Map() };
const differing = [];
let next = 0;
async function run() {
  while (next < all.length) {
    const index = next++;
    const { cls } = all[index];
    const { parameters, tensors, work } = await compare(all[index], index);
    const ofWork = ['DIFFER', 'of other inputs', 'equal'].find((kind) => work.includes(kind)) ?? work[0];
    tally(kinds.parameters, parameters);
    tally(kinds.tensors, tensors.split(':')[0]);
    tally(kinds.work, ofWork);
    if (parameters === 'DIFFER' || ofWork === 'DIFFER' || tensors.startsWith('differ')) differing.push({ cls, parameters, ofWork, tensors });
  }
}
await Promise.all(Array.from({ length: Math.max(1, availableParallelism() - 1) }, run));
rmSync(folder, { recursive: true });
console.log(`parameters of ${all.length}\n${table(kinds.parameters)}\ntensors\n${table(kinds.tensors)}\nFLOPs\n${table(kinds.work)}`);
for (const { cls, parameters, ofWork, tensors } of differing) console.log(`${cls}: parameters ${parameters}, FLOPs ${ofWork}, tensors ${tensors}`);
if (options.out) writeFileSync(options.out, differing.filter(({ ofWork }) => ofWork === 'DIFFER').map(({ cls }) => `${cls}\n`).join(''));
process.exitCode = differing.some(({ parameters, ofWork }) => parameters === 'DIFFER' || ofWork === 'DIFFER') ? 1 : 0;
