// Counts models by the code of the library that defines them, and compares with facts.
//
//   node scripts/compare_with_library.mjs PROGRAM LIBRARY FACTS [--prints] [--only REGEX] [--every N] [--out FILE]
//
// LIBRARY is the folder that holds the package, as --python-path takes it. FACTS is a file of lines of JSON, or its .xz: `config`, the
// text of a config.json, or `code` that makes the model; `cls`, the class or name; `params`, where known, at most `within` beside
// the truth; where known `flops`, at `input` ("1,32"). --prints counts `print`, what print(model) shows, in place of the config.
// Prints how many are exact and equal, what is exact and wrong, and the reasons of the others; FILE gets a line for each. Exit
// status 1: one is wrong.
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

import { configOf, readFacts, tally, table } from './derive/facts.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { prints: { type: 'boolean' }, only: { type: 'string' }, every: { type: 'string', default: '1' }, out: { type: 'string' } },
});
const [program, library, file] = positionals;
const folder = mkdtempSync(join(tmpdir(), 'paramscope-library-'));

const inputOf = ({ input }) => input.split(';').map((shape) => `(${shape})`).join(', ');

/** The file that a fact becomes, and the arguments with which the program reads it. */
function question(fact, index) {
  if (fact.code) {
    const file = join(folder, `${index}.py`);
    writeFileSync(file, fact.code);
    return [file, ...fact.input ? ['--input', fact.input] : []];
  }
  if (options.prints) {
    const file = join(folder, `${index}.txt`);
    writeFileSync(file, fact.print);
    return [file, ...fact.flops ? ['--input', inputOf(fact)] : []];
  }
  const file = join(folder, `${index}.json`);
  writeFileSync(file, configOf(fact));
  const tokens = /^1,(\d+)(;|$)/.exec(fact.input ?? '')?.[1];
  return [file, '--from-code', ...tokens ? ['--set', `tokens=${tokens}`] : []];
}

/** What the program says of a fact: at the input that the class suggests, and at the fact's where that is another. */
async function count(fact, index) {
  const asked = question(fact, index);
  const first = await answer(fact, asked);
  if (!['open', 'of another input'].includes(judgeWork(fact, first.report)) || asked.includes('--input') || !fact.input) return first;
  const second = await answer(fact, [asked[0], '--from-code', '--input', inputOf(fact)]);
  return { ...first, work: second.report };
}

async function answer(fact, asked) {
  const given = [...asked, '--python-path', library, '--format', 'json'];
  const begin = process.hrtime.bigint();
  const said = await promisify(execFile)(program, given, { maxBuffer: 1 << 28, timeout: 600000 })
    .catch((error) => error);
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  const messages = String(said.stderr).split('\n').filter((line) => /: (error|warning): /.test(line));
  const report = said.stdout ? JSON.parse(said.stdout) : undefined;
  return { cls: fact.cls, seconds, reason: messages[0]?.replace(/^.*?: (error|warning): /, ''), report };
}

/** "equal", "WRONG" (exact or a range, and another number) or why it is neither; without a truth, the basis. */
function judge({ parameters: number = null, parameters_basis: basis, parameters_min: least = null, parameters_max: most = null } = {}, { params: truth, within = 0 }) {
  if (truth === undefined) return basis ?? 'refused';
  if (least !== null && most !== null) return least <= truth && truth <= most ? 'a right range' : 'WRONG';
  if (number !== null && Math.abs(number - truth) <= within) return basis === 'exact' ? 'equal' : `${basis}, equal`;
  return basis === 'exact' && number !== null ? 'WRONG' : basis ?? 'refused';
}

/** Exact FLOPs are compared where the same input was counted. */
function judgeWork(fact, report) {
  if (fact.flops === null || fact.flops === undefined) return undefined;
  const totals = report?.totals ?? { flops: null };
  const same = report?.inputs?.map((shape) => shape?.join()).join(';') === fact.input;
  if (totals.flops_min !== null && totals.flops_min !== undefined) return totals.flops_min <= fact.flops && fact.flops <= totals.flops_max ? 'a right range' : 'WRONG';
  if (totals.flops === null || totals.flops_basis !== 'exact') return 'open';
  return totals.flops === fact.flops ? 'equal' : same ? 'WRONG' : 'of another input';
}

const all = readFacts(file, options);
const [parameters, work, reasons] = [new Map(), new Map(), new Map()];
const wrong = [];
let [next, time, longest] = [0, 0, 0];
async function run() {
  while (next < all.length) {
    const index = next++;
    const fact = all[index];
    const { report, work: again, reason, seconds } = await count(fact, index);
    time += seconds;
    longest = Math.max(longest, seconds);
    const kind = judge(report?.totals, fact);
    const kindOfWork = judgeWork(fact, again ?? report);
    tally(parameters, kind);
    if (kindOfWork) tally(work, kindOfWork);
    if (kind === 'WRONG' || kindOfWork === 'WRONG') wrong.push(`${fact.cls}: ${report.totals.parameters}, ${(again ?? report).totals.flops}; in truth ${fact.params}, ${fact.flops}`);
    if (!['equal', 'exact'].includes(kind) || (kindOfWork && kindOfWork !== 'equal')) tally(reasons, (reason ?? 'no reason').replace(/'[^']*'|\d+/g, '*').slice(0, 140));
    if (options.out) appendFileSync(options.out, `${JSON.stringify({ cls: fact.cls, kind, kindOfWork, seconds, reason, params: report?.totals.parameters, flops: (again ?? report)?.totals.flops })}\n`);
  }
}
await Promise.all(Array.from({ length: Math.max(1, availableParallelism() - 1) }, run));
rmSync(folder, { recursive: true });
console.log(`parameters of ${all.length}\n${table(parameters)}\nFLOPs\n${table(work)}\nreasons\n${table(new Map([...reasons].slice(0, 40)))}`);
console.log(`${(time / all.length).toFixed(2)} s each, at most ${longest.toFixed(2)} s`);
for (const each of wrong) console.log('WRONG', each);
process.exitCode = wrong.length > 0 ? 1 : 0;
