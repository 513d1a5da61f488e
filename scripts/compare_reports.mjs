// Compares the reports of two command line programs on every input available, to prove that a refactoring changed none.
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { compareAnswers } from './compare_reports/differences.mjs';
import { listInputs } from './compare_reports/inputs.mjs';
import { Program } from './compare_reports/program.mjs';
import { groupSentences, wording } from './compare_reports/sentences.mjs';
import { main, StepError } from './steps.mjs';

const usage = `Usage: node scripts/compare_reports.mjs [options] BEFORE AFTER FOLDER

BEFORE and AFTER are command line programs, native or cli.mjs; FOLDER is the one PARAMSCOPE_TRUTH names.

  --allow-rewording  exit with 0 when only the words of sentences differ
  --only TEXT        inputs whose label contains TEXT; may be repeated
  --every N          one input of each N, for a quick look
  --show             print the inputs' arguments and texts, and run nothing
  --json FILE        write all differences
  --cache DIR        folder of BEFORE's cached answers (default: one for temporary files)
  --jobs N           inputs at a time (default: one for each processor)

Exit status: 0 the same, 1 different, 2 wrong usage.`;

const maxInputsShown = 20;
const maxChangesShown = 8;
const maxChangesKept = 500;
const maxWidth = 200;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'allow-rewording': { type: 'boolean' },
        only: { type: 'string', multiple: true, default: [] },
        every: { type: 'string', default: '1' },
        show: { type: 'boolean' },
        json: { type: 'string' },
        cache: { type: 'string', default: join(tmpdir(), 'paramscope-compare-reports') },
        jobs: { type: 'string', default: `${availableParallelism()}` },
      },
    });
    if (positionals.length === 3) return { ...values, positionals };
  } catch (error) {
    console.error(error.message);
  }
  return undefined;
}

/** The names of a program's presets: the first column of its list. */
async function presetNames(program) {
  const { output } = await program.run({ args: ['--list-presets'], cwd: '.' });
  return output.trimEnd().split('\n').slice(1).map((line) => line.split(' ')[0]);
}

/** Calls `work` with every item, `jobs` at a time. */
async function forEachInParallel(items, jobs, work) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

/** Counts the changes of all inputs by kind; added and removed diagnostics are of one kind when they share a wording. */
function groupChanges(inputs) {
  const groups = new Map();
  for (const { label, changes } of inputs) {
    for (const change of changes) {
      const sentence = change.kind.startsWith('diagnostics[] ') ? `: ${wording(change.before ?? change.after)}` : '';
      const kind = change.kind + sentence;
      if (!groups.has(kind)) groups.set(kind, { kind, count: 0, inputs: new Set(), example: { label, ...change } });
      const group = groups.get(kind);
      ++group.count;
      group.inputs.add(label);
    }
  }
  return [...groups.values()].map((group) => ({ ...group, inputs: group.inputs.size })).sort((a, b) => b.count - a.count);
}

function brief(value) {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxWidth ? `${text.slice(0, maxWidth)} …` : text;
}

const times = (count) => `${count.toLocaleString('en')} ×`.padStart(9);
const numbered = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

function printSentences(title, groups) {
  if (groups.length === 0) return;
  console.log(`\n${title}: ${groups.length}`);
  for (const { count, example } of groups) {
    console.log(`\n${times(count)}  ${example.before}\n${'→'.padStart(9)}  ${example.after}`);
    console.log(`${''.padStart(9)}  ${example.label}, ${example.place}`);
  }
}

function printChanges(inputs, groups) {
  if (groups.length === 0) return;
  console.log(`\nOther differences, by kind: ${groups.length}\n`);
  for (const { kind, count, inputs: many, example } of groups) {
    console.log(`${times(count)}  ${kind}, in ${numbered(many, 'input')}, such as ${example.label}`);
  }
  console.log('\nOther differences, by input:');
  const changed = inputs.filter(({ changes }) => changes.length > 0);
  for (const { label, changes, changeCount } of changed.slice(0, maxInputsShown)) {
    console.log(`\n  ${label}`);
    for (const { place, before, after } of changes.slice(0, maxChangesShown)) {
      console.log(`    ${place}: ${brief(before)} → ${brief(after)}`);
    }
    if (changeCount > maxChangesShown) console.log(`    and ${changeCount - maxChangesShown} more`);
  }
  if (changed.length > maxInputsShown) console.log(`\n  and ${numbered(changed.length - maxInputsShown, 'more input')}`);
}

/** Runs both programs. When only one is too slow, which happens by chance on a busy machine, it runs again. */
async function askBoth(before, after, input) {
  const isLate = ({ exit }) => exit === 'timeout';
  let [old, fresh] = [await before.run(input), await after.run(input)];
  if (isLate(old) && !isLate(fresh)) old = await before.run(input);
  if (isLate(fresh) && !isLate(old)) fresh = await after.run(input);
  return [old, fresh];
}

/** Runs both programs on all inputs; returns those that differ, in their order, and counts AFTER's exit codes. */
async function compareAll(before, after, inputs, jobs) {
  const exits = new Map();
  const different = new Map();
  await forEachInParallel(inputs, jobs, async (input) => {
    const [old, fresh] = await askBoth(before, after, input);
    exits.set(fresh.exit, (exits.get(fresh.exit) ?? 0) + 1);
    const { sentences, changes } = compareAnswers(old, fresh);
    if (sentences.length + changes.length === 0) return;
    const { label } = input;
    different.set(input, {
      label,
      sentences: sentences.map((sentence) => ({ label, ...sentence })),
      changes: changes.slice(0, maxChangesKept),
      changeCount: changes.length,
    });
  });
  return { exits, different: inputs.filter((input) => different.has(input)).map((input) => different.get(input)) };
}

async function compareReports({ positionals: [beforePath, afterPath, folder], ...options }) {
  for (const path of [beforePath, afterPath, folder]) {
    if (!existsSync(path)) throw new StepError(`${path} does not exist`);
  }
  const start = Date.now();
  const [before, after] = [new Program(beforePath, resolve(options.cache)), new Program(afterPath)];
  const presets = new Set([...await presetNames(before), ...await presetNames(after)]);
  const inputs = listInputs(resolve(folder), [...presets])
    .filter(({ label }) => options.only.length === 0 || options.only.some((text) => label.includes(text)))
    .filter((_, i) => i % Number(options.every) === 0);
  if (inputs.length === 0) throw new StepError('No input has such a label');
  if (options.show) {
    for (const { label, args, text } of inputs) console.log(`# ${label}\n# ${args.join(' ')}\n${text ?? ''}`);
    return true;
  }

  const { exits, different } = await compareAll(before, after, inputs, Number(options.jobs));
  const sentences = groupSentences(different.flatMap((input) => input.sentences));
  const reworded = sentences.filter((group) => group.isRewording);
  const otherwise = sentences.filter((group) => !group.isRewording);
  const kinds = groupChanges(different);

  printSentences('Reworded sentences', reworded);
  printSentences('Sentences with other values', otherwise);
  printChanges(different, kinds);
  const codes = [...exits].sort().map(([exit, count]) => `${exit}: ${count.toLocaleString('en')}`).join(', ');
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(`\n${numbered(inputs.length, 'input')} in ${seconds} s: ${inputs.length - different.length} answers the same, ` +
    `${different.length} different. Exit codes of AFTER: ${codes}.`);
  if (options.json) {
    const list = (groups) => groups.map(({ pairs, ...group }) => ({ ...group, pairs: [...pairs.values()] }));
    const all = { reworded: list(reworded), otherwise: list(otherwise), kinds, inputs: different };
    writeFileSync(options.json, JSON.stringify(all, null, 1));
  }
  const isOnlyReworded = otherwise.length + kinds.length === 0;
  return isOnlyReworded && (reworded.length === 0 || options['allow-rewording'] === true);
}

const options = readArguments();
if (options === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  await main(async () => {
    if (!await compareReports(options)) process.exitCode = 1;
  });
}
