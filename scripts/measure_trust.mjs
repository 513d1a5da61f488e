// Measures how far the numbers of a command line program can be trusted: over every text with a known total, how many totals
// are exact, as printed, lower bounds, ranges, estimates or refused, and how many are silently wrong; and of the FLOPs how many
// are exact, unknown and the report says so, or wrong.
//
// Usage: node scripts/measure_trust.mjs [--list] [--only TEXT] PROGRAM FOLDER
//
// FOLDER is the one PARAMSCOPE_TRUTH names. `--list` names the wrong ones. Exit status 1: some are silently wrong.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { main, StepError } from './steps.mjs';
import { basisOf, countText, isRefused, listCases } from './trust/cases.mjs';

const { values: options, positionals: [program, folder] } = parseArgs({
  allowPositionals: true, options: { list: { type: 'boolean' }, only: { type: 'string', default: '' } },
});

/** The share of FLOPs that rotary embeddings may have, which no convention counts. */
const rotaryShare = 1e-5;

/** Judges a count of parameters against the truth. */
function judge({ parameters: truth }, found) {
  if (isRefused(found)) return 'refused';
  const { totals } = found;
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
  return Math.abs(difference) <= Math.max(slack ?? 0, truth * rotaryShare) ? 'FLOPs exact' : 'FLOPs WRONG';
}

await main(async () => {
  if (!folder) throw new StepError('Usage: node scripts/measure_trust.mjs [--list] [--only TEXT] PROGRAM FOLDER');
  const waiting = listCases(folder).filter(({ corpus, name }) => `${corpus} ${name}`.includes(options.only));
  const table = {};
  let wrong = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const found = await countText(program, next);
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
