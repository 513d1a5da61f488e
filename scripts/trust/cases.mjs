// Lists the texts with a known total of the folder that PARAMSCOPE_TRUTH names, and runs a program on one.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseJson, writeJson } from '../compare_reports/json.mjs';
import { StepError } from '../steps.mjs';

function lines(path) {
  const { stdout, status } = spawnSync('xz', ['-dc', path], { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0) throw new StepError(`${path} cannot be read`);
  return stdout.trimEnd().split('\n').map(parseJson);
}

const shape = (input) => (!input ? [] : ['--input', typeof input === 'string' ? input : [input].flat(Array.isArray(input[0]) ? 1 : 0).map((sizes) => sizes.join(',')).join(';')]);

/** Parses CSV (RFC 4180) into records by the names of the first row. */
function records(path) {
  const rows = [[]];
  for (const [, quoted, plain, end] of readFileSync(path, 'utf8').matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  const [names, ...rest] = rows.filter((row) => row.length > 1);
  return rest.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}

/** FLOPs of torchvision's models by name, for the inputs of their prints. */
function torchvisionFlops(path) {
  const column = 'flop_counter_total(2*MAC, torch2.14)';
  return new Map(records(path).map((row) => [`${row.builder} ${row.input}`, Number(row[column]) || undefined]));
}

/**
 * Cases of single layers. FLOPs of a fused LSTM kernel are not known: the table has 0 there. Left out are inputs that are not
 * batch first, which print() does not show, and layers with hooks, which leave no trace.
 */
function layers(path) {
  const column = /FlopCounterMode/;
  const isShown = ({ type, state_dict_shapes: tensors }) => !/Transformer/.test(type) && !/weight_g|weight_orig/.test(tensors);
  return records(path).filter(isShown).map((row, i) => {
    const flops = row[Object.keys(row).find((name) => column.test(name))];
    const isKnown = flops !== '' && !/LSTM/.test(row.type);
    const inputs = row.input_shapes.startsWith('[') ? JSON.parse(row.input_shapes) : undefined;
    return { corpus: 'torch.nn layers', name: `${i + 1} ${row.type}`, text: row.repr, args: shape(inputs), parameters: Number(row.n_params), flops: isKnown ? Number(flops) : undefined };
  });
}

/** Lists { corpus, name, text, args, parameters, flops, slack }: `slack` are FLOPs that may be missing. */
export function listCases(folder) {
  const path = (name) => join(folder, name);
  const hf = lines(path('hf_all.jsonl.xz'));
  const torchvision = torchvisionFlops(path('torchvision_flop_counter.csv'));
  return [
    ...hf.map((row) => ({ corpus: 'hf_all prints', name: row.cls, text: row.print, args: shape(row.input), parameters: row.params, flops: row.flops, slack: row.rot })),
    ...hf.map((row) => ({ corpus: 'hf_all configs', name: row.cls, text: row.config, args: shape(row.input), parameters: row.params, flops: row.flops, slack: row.rot })),
    ...lines(path('hf_onekey.jsonl.xz')).map((row) => ({ corpus: 'hf_onekey', name: `${row.cls} ${row.key}`, text: typeof row.cfg === 'string' ? row.cfg : writeJson(row.cfg), args: [], parameters: row.params })),
    ...lines(path('timm_prints.jsonl.xz')).map((row) => ({ corpus: 'timm prints', name: row.name, text: row.print, args: shape(row.input), parameters: row.params, flops: row.flops })),
    ...Object.entries(parseJson(readFileSync(path('torchvision.json'), 'utf8'))).map(([name, row]) => ({ corpus: 'torchvision', name, text: row.repr, args: shape(row.input), parameters: row.params, flops: torchvision.get(`${name} [${row.input?.join(', ')}]`) })),
    ...layers(path('nn_modules.csv')),
    ...parseJson(readFileSync(path('everyday_texts.json'), 'utf8')).map((row) => ({ corpus: 'everyday texts', name: row.name, text: row.text, args: row.args ?? [], parameters: row.params })),
  ];
}

/** Runs the program on a text; resolves to its report, undefined without one. */
export function countText(program, { text, args }) {
  return new Promise((resolve) => {
    const child = spawn(program, ['--format', 'json', '--depth', '0', ...args, '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const output = [];
    child.stdout.on('data', (piece) => output.push(piece));
    child.stdin.on('error', () => {});
    child.on('close', () => {
      try {
        resolve(JSON.parse(Buffer.concat(output).toString()));
      } catch {
        resolve(undefined);
      }
    });
    child.stdin.end(text);
  });
}

/** The basis of a total; programs before the field had only `complete`. */
export const basisOf = (totals, what) => totals[`${what}_basis`] ?? (totals[`${what}_complete`] ? 'exact' : 'partial');

/** True for a report without totals, or with errors. */
export function isRefused(found) {
  return !found?.totals || found.totals.parameters === null || found.diagnostics.some(({ severity }) => severity === 'error');
}
