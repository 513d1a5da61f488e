// Lists the inputs of a comparison: { label, args, cwd, text, files }. `text` goes to standard input; `files` are
// those that `args` names.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { root, StepError } from '../steps.mjs';
import { parseJson, writeJson } from './json.mjs';

/** Arguments for a report with all totals: those of every convention, and bytes. */
const reportArguments = ['--format', 'json', '--conventions', '--memory'];

const parseLines = (text) => text.trimEnd().split('\n').map(parseJson);

/** Parses a CSV table (RFC 4180) into records by the names in its first row. */
function parseCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  const [names, ...records] = rows.filter((row) => row.length > 1);
  return records.map((record) => Object.fromEntries(names.map((name, i) => [name, record[i]])));
}

/** Writes input shapes as --input takes them: [[1, 3], [1]] is "1,3;1". */
function shapes(list) {
  return Array.isArray(list) && list.length > 0 ? list.map((shape) => shape.join(',')).join(';') : undefined;
}

/** Lists the texts of a JSON list of golden records: `text`, and `repr` if it differs. */
function goldenTexts(text) {
  return parseJson(text).flatMap((record, i) => {
    const input = shapes(record.inputs ?? [record.input]);
    return [...new Set([record.text, record.repr])].filter(Boolean)
      .map((printed) => ({ name: `${i}${printed === record.text ? '' : ', repr'}`, text: printed, input }));
  });
}

/** Readers of files with many texts: each returns a list of { name, text, input, args }. */
const collections = {
  'torchvision.json': (text) => Object.entries(parseJson(text))
    .map(([name, { repr, input }]) => ({ name, text: repr, input: shapes([input]) })),
  'hf_all.jsonl.xz': (text) => parseLines(text).flatMap(({ cls, config, print, input }, i) => [
    { name: `${i + 1} ${cls}, config`, text: config, input },
    { name: `${i + 1} ${cls}, print`, text: print, input },
  ]),
  'hf_onekey.jsonl.xz': (text) => parseLines(text)
    .map(({ cls, key, cfg }, i) => ({ name: `${i + 1} ${cls}, ${key}`, text: writeJson(cfg) })),
  'timm_prints.jsonl.xz': (text) => parseLines(text)
    .map(({ name, print, input }) => ({ name, text: print, input: shapes([input]) })),
  'everyday_texts.json': (text) => parseJson(text).map(({ name, text: pasted, args }) => ({ name, text: pasted, args })),
  'nn_modules.csv': (text) => parseCsv(text).map(({ type, repr, input_shapes: inputs }, i) => ({
    name: `${i + 1} ${type}`, text: repr, input: inputs.startsWith('[') ? shapes(parseJson(inputs)) : undefined,
  })),
  'sequentials.json': goldenTexts,
  'networks.json': goldenTexts,
  'modules.json': goldenTexts,
  'lookalikes.json': goldenTexts,
};

/** Reads a text file, decompressed by the program xz if necessary. */
function readText(path) {
  if (!path.endsWith('.xz')) return readFileSync(path, 'utf8');
  const { status, stdout } = spawnSync('xz', ['--decompress', '--stdout', path], { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0) throw new StepError(`xz cannot read ${path}`);
  return stdout;
}

function textsOf(folder, file, read) {
  return read(readText(join(folder, file))).map(({ name, text, input, args = [] }) => ({
    label: `${file}: ${name}`,
    args: [...reportArguments, ...(input ? ['--input', input] : []), ...args, '-'],
    text,
    cwd: folder,
  }));
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length).split(sep).filter(Boolean).join('/'))
    .sort();
}

/** Lists inputs of --compare: files of one model in two forms, such as x.print.txt and x.state.txt. */
function pairs(folder, files) {
  const stem = (file) => /^(.*)\.(?:print|state|config)\.\w+$/.exec(file)?.[1];
  return files.slice(1).flatMap((file, i) => (stem(file) === undefined || stem(file) !== stem(files[i]) ? [] : [{
    label: `${files[i]} compared with ${file}`,
    args: ['--format', 'json', '--compare', file, files[i]],
    text: '',
    files: [file, files[i]],
    cwd: folder,
  }]));
}

/** Lists every file of a folder as one input; a collection is one input for each of its texts. */
function inputsOfFolder(folder) {
  const files = filesBelow(folder);
  const isText = (file) => file in collections;
  const models = files.filter((file) => !isText(file) && !file.endsWith('.xz'));
  return [
    ...models.map((file) => ({ label: file, args: [...reportArguments, file], files: [file], cwd: folder })),
    ...pairs(folder, models),
    ...files.filter(isText).flatMap((file) => textsOf(folder, file, collections[file])),
  ];
}

const formats = ['text', 'csv', 'markdown', 'latex', 'model', 'derivation', 'derivation-latex'];
const conventions = ['macs', 'torchinfo', 'fvcore', 'ptflops', 'ptflops-aten', 'thop', 'deepspeed', 'torch', 'onnx-tool'];
const presetOptions = [
  reportArguments,
  ...formats.map((format) => ['--format', format, '--conventions', '--memory']),
  ['--format', 'derivation', '--lang', 'zh'],
  ...conventions.map((name) => ['--format', 'json', '--convention', name]),
  ...[['--mode', 'training'], ['--mode', 'decode'], ['--causal']].map((options) => [...reportArguments, ...options]),
];

/** Lists the shipped models, in every format, convention and mode. */
function inputsOfPresets(names) {
  const prefix = 'preset:';
  return names.flatMap((name) => presetOptions.map((options) => ({
    label: `${prefix}${name} ${options.join(' ')}`, args: [...options, prefix + name], cwd: root,
  })));
}

/** Lists arguments without a model, and invalid ones. */
const usageInputs = [
  [], ['--help'], ['--list-presets'], ['--nope'], ['--depth'], ['missing.txt'], ['preset:nope'],
  ['preset:gpt2', 'preset:bert-base'],
  ...['--depth', '--format', '--input', '--set', '--mode', '--convention', '--lang'].map((option) => [option, '?', 'preset:gpt2']),
  ['--set', 'nope=1', 'preset:gpt2'], ['--set', 'd=', 'preset:gpt2'], ['--input', '1,,2', 'preset:gpt2'],
].map((args) => ({ label: `paramscope ${args.join(' ')}`, args, cwd: root }));

/** Lists all inputs: the folder's, the repository's golden texts, the presets of these names, and invalid usage. */
export function listInputs(folder, presetNames) {
  const golden = join(root, 'tests/golden');
  const texts = Object.keys(collections).filter((file) => existsSync(join(golden, file)))
    .flatMap((file) => textsOf(golden, file, collections[file]));
  const files = filesBelow(golden).filter((file) => /\/.*\.txt$/.test(file))
    .map((file) => ({ label: `golden ${file}`, args: [...reportArguments, file], files: [file], cwd: golden }));
  return [...inputsOfFolder(folder), ...texts, ...files, ...inputsOfPresets(presetNames), ...usageInputs];
}
