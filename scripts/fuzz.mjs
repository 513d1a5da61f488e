// `npm run fuzz [-- SECONDS [NAME ...]]`: builds the fuzzers and runs all or the named ones (gguf, model_text, ...),
// for a minute each or the given time. Inputs that reach new code are kept in build/fuzzers/corpus between runs.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { setup } from './setup.mjs';
import { attempt, build, main, root, run, say, StepError } from './steps.mjs';

const sources = join(root, 'tests/fuzz');
const folder = join(root, 'build/fuzzers');

/** Files of other tests (not those that take long, which tests/cli has), and of the folder that PARAMSCOPE_TRUTH names, that are seeds, too. */
const truth = process.env.PARAMSCOPE_TRUTH;
const sharedSeeds = {
  source: [...['source', 'source_traps'].map((name) => join(root, 'tests/golden', name)),
    ...(truth ? ['source_repro', 'pasted_texts'].map((name) => join(truth, name)) : [])],
};

/** Folders whose tables name the functions that a reader knows: its fuzzer tries them. */
const named = { source: 'src/open/python', onnx: 'src/open/onnx' };

const allNames = readdirSync(sources).filter((name) => name.endsWith('_fuzzer.cpp')).map((name) => name.replace('_fuzzer.cpp', ''));

/** Writes the dictionary of a fuzzer: its own words, and the names in the tables of its reader. Undefined without either. */
function dictionaryOf(name) {
  const own = join(sources, `${name}.dict`);
  if (!named[name]) return existsSync(own) ? own : undefined;
  const files = readdirSync(join(root, named[name]), { recursive: true }).filter((file) => file.endsWith('.cpp')).map((file) => join(root, named[name], file));
  const rows = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\{"([A-Za-z_][\w.]*)",/g)].map(([, word]) => `"${word}"`));
  const path = join(folder, `${name}.dict`);
  writeFileSync(path, `${readFileSync(own, 'utf8')}${[...new Set(rows)].sort().join('\n')}\n`);
  return path;
}

/** Runs one fuzzer; returns true if it found no failure. */
async function fuzz(name, seconds) {
  say(`\nFuzzing: ${name}`);
  const corpus = join(folder, 'corpus', name);
  mkdirSync(corpus, { recursive: true });
  const seeds = [join(folder, 'seeds', name), join(sources, 'corpus', name), ...(sharedSeeds[name] ?? [])].filter((path) => existsSync(path));
  const dictionary = dictionaryOf(name);
  const { status } = await attempt(join(folder, `tests/fuzz/${name}_fuzzer`),
    `-max_total_time=${seconds}`, '-timeout=60', '-rss_limit_mb=2048', '-print_final_stats=1',
    `-artifact_prefix=${join(folder, 'findings')}/${name}-`,
    ...(dictionary ? [`-dict=${dictionary}`] : []),
    corpus, ...seeds);
  return status === 0;
}

await main(async () => {
  const [seconds = '60', ...names] = process.argv.slice(2);
  const unknown = names.filter((name) => !allNames.includes(name));
  if (!/^\d+$/.test(seconds) || unknown.length > 0) throw new StepError(`Usage: npm run fuzz [-- SECONDS [NAME ...]]; names: ${allNames.join(', ')}`);

  await setup('fuzzers');
  await build('fuzzers');
  await run('python3', join(sources, 'make_seeds.py'), join(folder, 'seeds'));
  mkdirSync(join(folder, 'findings'), { recursive: true });

  const failed = [];
  for (const name of names.length > 0 ? names : allNames) {
    if (!await fuzz(name, seconds)) failed.push(name);
  }
  if (failed.length > 0) throw new StepError(`Findings of ${failed.join(', ')} are in build/fuzzers/findings`);
});
