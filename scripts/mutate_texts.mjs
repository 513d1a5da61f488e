// Mutates texts with a known total as copying, chats and logs do, and checks that no total of a mutant that is called exact is
// another one.
//
// Usage: node scripts/mutate_texts.mjs [--count 10000] [--seed 1] [--only TEXT] [--mutation TEXT] [--save FOLDER] PROGRAM FOLDER
//
// PROGRAM is build/native/tests/paramscope_count_texts, which counts as the command line does, many texts in one process.
// FOLDER is the one PARAMSCOPE_TRUTH names. Texts are those of trust/cases.mjs, with their true totals, and the folder's prints,
// listings, configs and tables, with the total of the program itself where it calls that exact. Every text is taken once, in
// random order, then texts of all corpora equally often; one mutant in three has two mutations. Which mutations are fair is
// described in trust/mutations.mjs. `--save` writes the wrong ones and their originals to a folder. Exit status 1: some are wrong.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { main, StepError } from './steps.mjs';
import { basisOf, isRefused, listCases } from './trust/cases.mjs';
import { parseOptions, testMutants, usage } from './trust/mutants.mjs';
import { choose, isFair, mutations, randomNumbers } from './trust/mutations.mjs';

const largestText = 60_000;  // characters
const folders = ['print', 'state', 'hf', 'hf_made', 'hf_constructed', 'keras', 'torchsummary', 'torchinfo'];

const { values: options, positionals: [program, folder] } = parseOptions();

/** Lists the texts of a folder: their totals are not known here. */
function textsOf(name) {
  const files = readdirSync(join(folder, name), { recursive: true }).filter((file) => /\.(txt|json)$/.test(file));
  return files.sort().map((file) => ({ corpus: name, name: file, text: readFileSync(join(folder, name, file), 'utf8'), args: [] }));
}

/** True when the program calls the total of a text exact. */
const isExact = (found) => !isRefused(found) && basisOf(found.totals, 'parameters') === 'exact';

/** Gives a text its kind, and its total where none is known; resolves to false for a text without either. */
async function complete(text, counter) {
  if (text.kind !== undefined) return text.parameters !== undefined;
  const found = await counter.count(text);
  text.kind = found?.source ?? '';
  if (text.parameters === undefined && isExact(found)) text.parameters = found.totals.parameters;
  return text.parameters !== undefined;
}

/** The mutant of a text: { text, names }, undefined where the mutations do not apply. */
function mutate({ text, kind }, random) {
  const kinds = Object.keys(mutations).filter((name) => name.includes(options.mutation));
  const names = [choose(random, kinds), ...(random() < 1 / 3 ? [choose(random, Object.keys(mutations))] : [])];
  const mutant = names.reduce((rest, name) => (rest === undefined ? rest : mutations[name](rest, random, kind)), text);
  return mutant === undefined || mutant === text || !isFair(names, mutant, kind) ? undefined : { text: mutant, names };
}

/** Judges a mutant; "WRONG" is a total that is called exact and is another than that of the original, or no answer at all. */
function judge(original, found) {
  if (found === undefined) return 'WRONG';
  if (isRefused(found)) return 'refused';
  const { parameters: count } = found.totals;
  if (!isExact(found)) return basisOf(found.totals, 'parameters');
  if (original.parameters === null) return count === 0 ? 'refused' : 'WRONG';
  return count === original.parameters ? 'exact' : 'WRONG';
}

function shuffled(list, random) {
  return list.map((item) => [random(), item]).sort(([a], [b]) => a - b).map(([, item]) => item);
}

/** The mutant of a text, or of another one where no mutation applies: { original, text, names }. `next` chooses the other. */
async function anyMutant(first, next, random, counter) {
  for (let original = first; ; original = next()) {
    for (let attempt = 0; attempt < 10 && await complete(original, counter); ++attempt) {
      const mutant = mutate(original, random);
      if (mutant !== undefined) return { original, ...mutant };
    }
  }
}

await main(async () => {
  if (!folder) throw new StepError(usage('mutate_texts.mjs', 'PROGRAM FOLDER'));
  const texts = [...listCases(folder), ...folders.flatMap(textsOf)]
    .filter(({ corpus, name, text }) => text.length <= largestText && `${corpus} ${name}`.includes(options.only));
  const corpora = [...new Set(texts.map(({ corpus }) => corpus))].map((name) => texts.filter(({ corpus }) => corpus === name));
  const order = shuffled(texts, randomNumbers(Number(options.seed)));
  const test = async (number, random, counter) => {
    const any = () => choose(random, choose(random, corpora));
    const { original, text, names } = await anyMutant(order[number] ?? any(), any, random, counter);
    const found = await counter.count({ text, args: original.args });
    const verdict = judge(original, found);
    return {
      verdict,
      names: names.slice(0, 1),
      about: `${original.corpus} | ${original.name} | ${names.join(', ')} | known ${original.parameters} counted ${found?.totals.parameters ?? 'nothing: the program ended'}`,
      files: verdict === 'WRONG' ? { [`${number}.txt`]: text, [`${number}.original.txt`]: original.text } : {},
    };
  };
  await testMutants({ program, options, mutations, originals: `${texts.length} texts`, test });
});
