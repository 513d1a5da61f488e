// Measures processor time and memory of a command line program on hostile inputs, and whether it answers with a sentence.
//
// Usage: node scripts/measure_hostile.mjs [--only TEXT] PROGRAM
//
// Needs /usr/bin/time. Exit status 1: an input took more than docs/limits.md allows, or had no answer.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { cases, writeFiles } from './hostile/cases.mjs';
import { main, StepError } from './steps.mjs';

const { values: options, positionals: [program] } = parseArgs({ allowPositionals: true, options: { only: { type: 'string', default: '' } } });

const mostSeconds = 2;
const mostMegabytes = 512;

/** The time after which a program that hangs is ended, in milliseconds. */
const patience = 60_000;

/** Runs the program on one case: { seconds, megabytes, answers, sentence }. */
function measure(each, folder) {
  const { path, first } = writeFiles(each, folder);
  const { stdout, stderr } = spawnSync('/usr/bin/time', ['-f', '%U %S %M', '-o', 'time', resolve(program), first, ...each.args ?? []],
    { cwd: path, maxBuffer: 1 << 28, encoding: 'utf8', timeout: patience, input: '' });
  const [user, system, kilobytes] = readFileSync(join(path, 'time'), 'utf8').trim().split('\n').at(-1).split(' ').map(Number);
  const words = stderr + stdout;
  return { seconds: user + system, megabytes: kilobytes / 1024, answers: each.says.test(words), sentence: sentenceOf(words, each.says) };
}

/** The line that answers. */
function sentenceOf(words, says) {
  return (words.split('\n').find((line) => says.test(line)) ?? words.split('\n')[0]).trim().slice(0, 140);
}

await main(async () => {
  if (!program) throw new StepError('Usage: node scripts/measure_hostile.mjs [--only TEXT] PROGRAM');
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-hostile-'));
  console.log('| input | processor time | memory | answer |\n|---|---|---|---|');
  let failed = 0;
  for (const [index, each] of cases.filter(({ name }) => name.includes(options.only)).entries()) {
    const { seconds, megabytes, answers, sentence } = measure(each, join(folder, String(index)));
    const isFine = seconds <= (each.seconds ?? mostSeconds) && megabytes <= (each.megabytes ?? mostMegabytes) && answers;
    if (!isFine) ++failed;
    console.log(`| ${each.name} | ${seconds.toFixed(2)} s | ${Math.round(megabytes)} MB | ${answers ? '' : 'NO: '}${sentence} |${isFine ? '' : ' **'}`);
  }
  rmSync(folder, { recursive: true });
  if (failed > 0) throw new StepError(`${failed} inputs take more than ${mostSeconds} s or ${mostMegabytes} MB, or than they may, or have no answer`);
});
