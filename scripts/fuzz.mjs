// `npm run fuzz [-- SECONDS [NAME ...]]`: builds the fuzzers and runs all or the named ones (gguf, model_text, ...),
// for a minute each or the given time. Inputs that reach new code are kept in build/fuzzers/corpus between runs.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { setup } from './setup.mjs';
import { attempt, build, main, root, run, say, StepError } from './steps.mjs';

const sources = join(root, 'tests/fuzz');
const folder = join(root, 'build/fuzzers');

/** Files of other tests that are seeds, too. */
const sharedSeeds = { source: [join(root, 'tests/golden/source')] };

const allNames = readdirSync(sources).filter((name) => name.endsWith('_fuzzer.cpp')).map((name) => name.replace('_fuzzer.cpp', ''));

/** Runs one fuzzer; returns true if it found no failure. */
async function fuzz(name, seconds) {
  say(`\nFuzzing: ${name}`);
  const corpus = join(folder, 'corpus', name);
  mkdirSync(corpus, { recursive: true });
  const seeds = [join(folder, 'seeds', name), join(sources, 'corpus', name), ...(sharedSeeds[name] ?? [])].filter((path) => existsSync(path));
  const dictionary = join(sources, `${name}.dict`);
  const { status } = await attempt(join(folder, `tests/fuzz/${name}_fuzzer`),
    `-max_total_time=${seconds}`, '-timeout=10', '-rss_limit_mb=2048', '-print_final_stats=1',
    `-artifact_prefix=${join(folder, 'findings')}/${name}-`,
    ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
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
