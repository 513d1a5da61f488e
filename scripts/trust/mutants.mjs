// Counts mutants in many processes and prints how they were judged: what mutate_texts.mjs and mutate_sources.mjs share.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Counter } from './counter.mjs';
import { randomNumbers } from './mutations.mjs';

/** Parses the options of a script and what follows them: { values, positionals }. */
export function parseOptions() {
  return parseArgs({
    allowPositionals: true, options: {
      count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' }, only: { type: 'string', default: '' },
      mutation: { type: 'string', default: '' }, save: { type: 'string' },
    },
  });
}

/** How a script is called: `positionals` are those it needs. */
export function usage(script, positionals) {
  return `Usage: node scripts/${script} [--count 10000] [--seed 1] [--only TEXT] [--mutation TEXT] [--save FOLDER] ${positionals}`;
}

/** Prints a row for each mutation of a table: how often each verdict was given. */
function printTable(table, mutations) {
  for (const name of Object.keys(mutations).filter((each) => each in table)) {
    console.log(name.padEnd(34), Object.entries(table[name]).sort().map(([verdict, count]) => `${verdict}: ${count}`).join(', '));
  }
}

/**
 * Tests as many mutants as the options say, each by its number: prints the wrong ones, a table of `mutations`, and the sum with `originals`,
 * such as "73 sources". The exit status is 1 where some are wrong.
 *
 * `test(number, random, counter)` makes a mutant and judges it; it resolves to { verdict, names, about, files }: the names of mutations in
 * whose rows the verdict counts, what is printed of a wrong one, and what `--save` writes: { name: text }. The same number and seed give the
 * same `random` numbers.
 */
export async function testMutants({ program, options, mutations, originals, test }) {
  const most = Number(options.count), table = {};
  let next = 0, wrong = 0;
  const testOne = async (number, counter) => {
    const { verdict, names, about, files } = await test(number, randomNumbers(Number(options.seed) * 1_000_003 + number), counter);
    for (const name of names) ((table[name] ??= {})[verdict] = (table[name][verdict] ?? 0) + 1);
    if (options.save) for (const [name, text] of Object.entries(files)) writeFileSync(join(options.save, name), text);
    if (verdict !== 'WRONG') return;
    ++wrong;
    console.log(`${number}: ${about}`);
  };
  const work = async () => {
    const counter = new Counter(program);
    while (next < most) await testOne(next++, counter);
    counter.close();
  };
  if (options.save) mkdirSync(options.save, { recursive: true });
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  printTable(table, mutations);
  console.log(`${most} mutants of ${originals}, seed ${options.seed}: ${wrong} wrong`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
