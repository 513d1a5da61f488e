// Mutates source code so that Python builds the same model, and checks that no number of a mutant that is called exact is another
// one than PyTorch's.
//
// Usage: node scripts/mutate_sources.mjs [--count 10000] [--seed 1] [--only TEXT] [--mutation TEXT] [--save FOLDER] PROGRAM
//
// PROGRAM is build/native/tests/paramscope_count_texts. The sources and their truth are those of tests/golden/source; their
// mutations are in trust/source_mutations.mjs. One mutant in two has two mutations, one in four has three or more. What is built
// is what the original suggests. `--save` writes those that are not exact to a folder. Exit status 1: some are wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { main, StepError } from './steps.mjs';
import { basisOf, isRefused } from './trust/cases.mjs';
import { Counter } from './trust/counter.mjs';
import { parseOptions, testMutants, usage } from './trust/mutants.mjs';
import { choose } from './trust/mutations.mjs';
import { sourceMutations } from './trust/source_mutations.mjs';

const folder = fileURLToPath(new URL('../tests/golden/source/', import.meta.url));
const { values: options, positionals: [program] } = parseOptions();

/** The sources with a truth: { name, text, truth }. */
function listSources() {
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
  return Object.keys(truth).filter((name) => name.includes(options.only))
    .map((name) => ({ name, text: readFileSync(join(folder, `${name}.py`), 'utf8'), truth: truth[name] }));
}

/** Counts what is built of a text for the inputs of the truth. */
function count(counter, text, build, { inputs = [] }) {
  const shapes = inputs.length > 0 ? ['--input', inputs.map((sizes) => sizes.join(',')).join(';')] : [];
  return counter.count({ text, args: [...shapes, ...(build ? ['--build', build] : [])] });
}

const builtPrefix = 'Built from source code: ';

/** Finds what the program builds of each source, and its FLOPs: mutants are compared with these. */
async function complete(source, counter) {
  const { text, truth } = source;
  const found = await count(counter, text, truth.build, truth);
  if (isRefused(found) || found.totals.parameters !== truth.parameters) throw new StepError(`${source.name}: the original is counted otherwise`);
  source.build = truth.build ?? found.notes.find((note) => note.startsWith(builtPrefix))?.slice(builtPrefix.length);
  source.flops = basisOf(found.totals, 'flops') === 'exact' ? found.totals.flops : undefined;
}

/** The mutant of a source: { text, build, names }; undefined where no mutation applies. */
function mutate({ text, build }, random) {
  const kinds = Object.keys(sourceMutations);
  const most = choose(random, [1, 2, 3, 5]);
  const mutant = { text, build, names: [] };
  for (let i = 0; i < most; ++i) {
    const name = choose(random, i === 0 ? kinds.filter((each) => each.includes(options.mutation)) : kinds);
    const other = sourceMutations[name](mutant.text, random);
    if (other === undefined || other === mutant.text) continue;
    mutant.names.push(name);
    mutant.text = other.text ?? other;
    mutant.build = other.build && mutant.build ? other.build(mutant.build) : mutant.build;
  }
  return mutant.names.length > 0 ? mutant : undefined;
}

/** Judges a mutant by its parameters, trainable ones, and FLOPs. */
function judge(source, found) {
  if (found === undefined) return 'WRONG';
  if (isRefused(found)) return 'refused';
  const { totals } = found;
  if (basisOf(totals, 'parameters') !== 'exact') return basisOf(totals, 'parameters');
  if (totals.parameters !== source.truth.parameters || totals.trainable !== source.truth.trainable) return 'WRONG';
  const hasFlops = totals.flops !== null && basisOf(totals, 'flops') === 'exact';
  if (hasFlops && source.flops !== undefined && totals.flops !== source.flops) return 'WRONG';
  return hasFlops || source.flops === undefined ? 'exact' : 'exact without FLOPs';
}

/** The mutant of any source to which a mutation applies: { source, text, build, names }. */
function anyMutant(sources, random) {
  for (;;) {
    const source = choose(random, sources);
    const mutant = mutate(source, random);
    if (mutant !== undefined) return { source, ...mutant };
  }
}

await main(async () => {
  if (!program) throw new StepError(usage('mutate_sources.mjs', 'PROGRAM'));
  const sources = listSources();
  const first = new Counter(program);
  for (const source of sources) await complete(source, first);
  first.close();
  const test = async (number, random, counter) => {
    const { source, text, build, names } = anyMutant(sources, random);
    const verdict = judge(source, await count(counter, text, build, source.truth));
    const files = verdict === 'exact' ? {} : { [`${verdict}-${number}.py`]: `# ${source.name}: ${names.join(', ')}; ${build}\n${text}` };
    return { verdict, names, about: `${source.name} | ${names.join(', ')}`, files };
  };
  await testMutants({ program, options, mutations: sourceMutations, originals: `${sources.length} sources`, test });
});
