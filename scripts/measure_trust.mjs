// Measures how far the numbers of a command line program can be trusted: over every text with a known total, how many totals
// are exact, as printed, lower bounds, ranges, estimates or refused, and how many are silently wrong.
//
// Usage: node scripts/measure_trust.mjs [--list] [--only TEXT] PROGRAM FOLDER
//
// FOLDER is the one PARAMSCOPE_TRUTH names. `--list` names the wrong ones. Exit status 1: some are silently wrong.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { parseJson, writeJson } from './compare_reports/json.mjs';
import { main, StepError } from './steps.mjs';

const { values: options, positionals: [program, folder] } = parseArgs({
  allowPositionals: true, options: { list: { type: 'boolean' }, only: { type: 'string', default: '' } },
});

function lines(name) {
  const path = join(folder, name);
  const { stdout, status } = spawnSync('xz', ['-dc', path], { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0) throw new StepError(`${path} cannot be read`);
  return stdout.trimEnd().split('\n').map(parseJson);
}

const shape = (input) => (!input ? [] : ['--input', typeof input === 'string' ? input : [input].flat(Array.isArray(input[0]) ? 1 : 0).map((sizes) => sizes.join(',')).join(';')]);

/** Lists { corpus, name, text, args, parameters, flops, slack }: `slack` are FLOPs that may be missing. */
function cases() {
  const hf = lines('hf_all.jsonl.xz');
  return [
    ...hf.map((row) => ({ corpus: 'hf_all prints', name: row.cls, text: row.print, args: shape(row.input), parameters: row.params, flops: row.flops, slack: row.rot })),
    ...hf.map((row) => ({ corpus: 'hf_all configs', name: row.cls, text: row.config, args: shape(row.input), parameters: row.params, flops: row.flops, slack: row.rot })),
    ...lines('hf_onekey.jsonl.xz').map((row) => ({ corpus: 'hf_onekey', name: `${row.cls} ${row.key}`, text: typeof row.cfg === 'string' ? row.cfg : writeJson(row.cfg), args: [], parameters: row.params })),
    ...lines('timm_prints.jsonl.xz').map((row) => ({ corpus: 'timm prints', name: row.name, text: row.print, args: shape(row.input), parameters: row.params, flops: row.flops })),
    ...Object.entries(parseJson(readFileSync(join(folder, 'torchvision.json'), 'utf8'))).map(([name, row]) => ({ corpus: 'torchvision', name, text: row.repr, args: shape(row.input), parameters: row.params })),
    ...parseJson(readFileSync(join(folder, 'everyday_texts.json'), 'utf8')).map((row) => ({ corpus: 'everyday texts', name: row.name, text: row.text, args: row.args ?? [], parameters: row.params })),
  ].filter(({ corpus, name }) => `${corpus} ${name}`.includes(options.only));
}

/** Runs the program on a text; resolves to its report, undefined without one. */
function report({ text, args }) {
  return new Promise((resolve) => {
    const child = spawn(program, ['--format', 'json', '--depth', '0', ...args, '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const output = [];
    child.stdout.on('data', (piece) => output.push(piece));
    child.stdin.on('error', () => {});
    child.on('close', () => {
      try {
        resolve(JSON.parse(Buffer.concat(output).toString()));
      } catch {
        resolve(undefined);
      }
    });
    child.stdin.end(text);
  });
}

/** The basis of a total; programs before the field had only `complete`. */
const basisOf = (totals, what) => totals[`${what}_basis`] ?? (totals[`${what}_complete`] ? 'exact' : 'partial');

/** Judges a count of parameters against the truth. */
function judge({ parameters: truth }, found) {
  const totals = found?.totals;
  if (!totals || totals.parameters === null || found.diagnostics.some(({ severity }) => severity === 'error')) return 'refused';
  const { parameters: count, parameters_min: least, parameters_max: most } = totals;
  const basis = basisOf(totals, 'parameters');
  if (truth === null || truth === undefined) return basis === 'exact' || basis === 'printed' ? (count === 0 ? 'refused' : 'SILENT') : basis;
  if (basis === 'approximate') return 'approximate';
  if (basis === 'range') return least <= truth && (most === null || truth <= most) ? 'range' : 'SILENT';
  if (basis === 'partial') return count <= truth ? (count === truth ? 'partial, equal' : 'partial') : 'SILENT';
  if (basis === 'printed') return count === truth ? 'printed, equal' : count < truth ? 'printed, low' : 'SILENT';
  if (count === truth) return 'exact';
  return found.diagnostics.some(({ code }) => code === 'tie.possible') && count > truth ? 'tie note' : 'SILENT';
}

function judgeFlops({ flops: truth, slack = 0 }, found) {
  if (truth === null || truth === undefined) return undefined;
  const totals = found?.totals;
  if (!totals || totals.flops === null || basisOf(totals, 'flops') !== 'exact') return 'FLOPs unknown';
  const difference = truth - totals.flops;
  return Math.abs(difference) <= Math.max(slack ?? 0, truth * 1e-4) ? 'FLOPs exact' : 'FLOPs WRONG';
}

await main(async () => {
  if (!folder) throw new StepError('Usage: node scripts/measure_trust.mjs [--list] [--only TEXT] PROGRAM FOLDER');
  const waiting = cases();
  const table = {};
  let wrong = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const found = await report(next);
      for (const verdict of [judge(next, found), judgeFlops(next, found)]) {
        if (!verdict) continue;
        const row = (table[next.corpus] ??= {});
        row[verdict] = (row[verdict] ?? 0) + 1;
        if (!/SILENT|WRONG/.test(verdict)) continue;
        if (verdict === 'SILENT') ++wrong;
        if (options.list) console.log(verdict, next.corpus, '|', next.name, '| truth', next.parameters, 'counted', found.totals.parameters, basisOf(found.totals, 'parameters'), verdict === 'SILENT' ? '' : `FLOPs ${next.flops} counted ${found.totals.flops}`);
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  for (const [corpus, row] of Object.entries(table)) console.log(corpus.padEnd(16), Object.entries(row).sort().map(([verdict, count]) => `${verdict}: ${count}`).join(', '));
  process.exitCode = wrong > 0 ? 1 : 0;
});
