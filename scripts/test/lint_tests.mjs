// Reads the C++ of src/ with clang-tidy, by the checks of .clang-tidy. Folders are read together, for most of the time goes into what
// they include; what has passed is not read again until it, what it includes, or the checks change.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { ask, has, note, root, run, StepError } from '../steps.mjs';
import { Graph } from './changed/graph.mjs';
import { repositoryFiles } from './changed/repository.mjs';

/** Folders below src/ that are read together, each with what is below it and has no row of its own. */
const together = [
  'base algebra presets', 'layers', 'model', 'adjust transfer', 'count count/report count/totals count/tree', 'count/compare count/devices count/environment', 'count/cost', 'count/passes count/passes/steps',
  'count/explain count/flow', 'count/functions count/library', 'formats', 'formats/comparison formats/pictures', 'cli', 'bindings platform headless',
  'app/dialogs app/panel app/search', 'app/shell app/ui', 'app/editor app/values app/tree', 'app/inspector app/conventions app/compare', 'app/answer app/pictures',
  'app/document app/words',
  'open hub', 'open/support', 'open/onnx open/listing open/darknet open/caffe', 'open/keras', 'open/tensors', 'open/config open/training', 'open/summary', 'open/checkpoint', 'open/checkpoint/support',
  'open/python', 'open/python/torch', 'open/python/libraries', 'open/python/texts', 'open/python/run open/python/state', 'open/python/modules',
  'open/python/builtins open/python/values', 'open/python/build open/python/described', 'open/python/effects open/python/imports', 'open/python/trace',
];

/** Sources that only compile for the web or with a window. */
export const isElsewhere = (path) => /\/(web|desktop|embind|shipped)\//.test(path) || /(bindings\/agreement_main|_without_simdjson)\.cpp$/.test(path);

/** The row of a folder, or of the nearest folder above it. */
const rowOf = (folder) => together.find((row) => row.split(' ').includes(folder)) ?? (folder.includes('/') ? rowOf(dirname(folder)) : folder);

/** Where it is kept what has passed, as a compiler's cache is: what one clone has read is not read again in another. */
const passedFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'paramscope/lint');

/** Files by what `keyOf` says of each. */
function grouped(files, keyOf) {
  const groups = new Map();
  for (const file of files) groups.set(keyOf(file), [...groups.get(keyOf(file)) ?? [], file]);
  return groups;
}

/** What is read in one go: { name, files }, of files of the repository. */
export function lintUnits(files) {
  const sources = files.filter((path) => /^src\/.*\.cpp$/.test(path) && !isElsewhere(path));
  return [...grouped(sources, (path) => rowOf(dirname(path).slice('src/'.length)))].map(([name, each]) => ({ name, files: each }));
}

/** The files that some reach by what they include, with themselves. */
function reached(files, graph) {
  const all = new Set(files);
  for (const each of all) graph.referencesOf(each).forEach((other) => all.add(other));
  return [...all].sort();
}

/** Where headers are and what is defined, of all sources that CMake compiles. */
function flagsOf(commands) {
  const all = commands.filter(({ file }) => file.startsWith(join(root, 'src/'))).flatMap(({ command }) => command.match(/ -(D|I|isystem )\S+/g) ?? []);
  return ['-std=c++20', '-fno-exceptions', '-fno-rtti', '-w', ...[...new Set(all)].sort().flatMap((flag) => flag.trim().replaceAll('\\"', '"').split(' '))];
}

/** The flags of the preset `lint`, which is configured where it was not since CMake's files changed. */
async function configuredFlags(files) {
  const commands = join(root, 'build/lint/compile_commands.json');
  const isCMake = (path) => /(^|\/)CMake|^cmake\//.test(path);
  const since = existsSync(commands) ? statSync(commands).mtimeMs : 0;
  if (files.some((path) => isCMake(path) && statSync(join(root, path)).mtimeMs > since)) await run('cmake', '--preset', 'lint');
  return flagsOf(JSON.parse(readFileSync(commands, 'utf8')));
}

/** The findings in what clang-tidy printed, each once, as "file:line: text [check]". */
export function findingsIn(output) {
  const found = [...output.matchAll(/^(\S+?):(\d+):\d+: (?:warning|error): (.*) \[([^\]]+)\]$/gm)];
  return [...new Set(found.map(([, file, line, text, check]) => `${relative(root, file)}:${line}: ${text} [${check.replace(',-warnings-as-errors', '')}]`))];
}

/** Runs clang-tidy over files in one go; resolves to its findings. */
function tidy(files, path, flags) {
  writeFileSync(path, files.map((file) => `#include "${join(root, file)}"\n`).join(''));
  return new Promise((done, fail) => {
    execFile('clang-tidy', ['--quiet', `--config-file=${join(root, '.clang-tidy')}`, path, '--', ...flags], { maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const findings = findingsIn(stdout);
      if (error && findings.length === 0) fail(new StepError(`clang-tidy ${path}: ${stderr}`));
      else done(findings);
    });
  });
}

/** Reads a unit, unless it has passed with the same digest; resolves to { findings, isKept }. Folders that do not compile together are read one by one. */
export async function lint({ name, files }, { flags, graph, folder = join(root, 'build/lint/units'), passed = passedFolder }) {
  const [path, record] = [folder, passed].map((each) => join(each, name.replace(/\W+/g, '_')));
  const contents = ['.clang-tidy', ...reached(files, graph)].map((file) => [file, readFileSync(join(root, file), 'utf8')]);
  const digest = createHash('sha256').update(JSON.stringify([contents, flags.map((flag) => flag.replace(root, '')), ask('clang-tidy', '--version')])).digest('hex');
  if (existsSync(record) && readFileSync(record, 'utf8') === digest) return { findings: [], isKept: true };
  for (const each of [folder, passed]) mkdirSync(each, { recursive: true });
  let findings = await tidy(files, `${path}.cpp`, flags);
  if (findings.some((text) => text.endsWith('[clang-diagnostic-error]'))) {
    note(`Not compiled together: ${name}\n${findings.filter((text) => text.endsWith('[clang-diagnostic-error]')).slice(0, 5).join('\n')}`);
    findings = [];
    for (const [, each] of grouped(files, dirname)) findings.push(...await tidy(each, `${path}.cpp`, flags));
  }
  findings = [...new Set(findings)];
  if (findings.length === 0) writeFileSync(record, digest);
  return { findings, isKept: false };
}

/** Lints all of src/, or the units that changed files can touch: { passed, failed, failures, skipped }. */
export async function lintTests({ changed, only }) {
  if (only) return { passes: [] };  // a second look finds the same
  if (!has('clang-tidy')) return { passed: 0, failed: 0, skipped: ['it needs clang-tidy'] };
  const all = repositoryFiles();
  const [graph, flags] = [new Graph(all), await configuredFlags(all)];
  const waiting = lintUnits(all).filter(({ files }) => !changed || reached(files, graph).some((file) => changed.includes(file)));
  const total = { passed: 0, failed: 0, failures: [], skipped: [] };
  async function work() {
    for (let unit = waiting.shift(); unit; unit = waiting.shift()) {
      const begin = performance.now();
      const { findings, isKept } = await lint(unit, { flags, graph });
      note([`${unit.name}: ${isKept ? 'as it passed' : `${((performance.now() - begin) / 1000).toFixed(1)} s`}`, ...findings].join('\n'));
      if (findings.length === 0) total.passed++;
      else total.failures[total.failed++] = { name: unit.name };
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
  return total;
}
