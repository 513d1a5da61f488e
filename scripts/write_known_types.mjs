// Writes src/layers/types/transformers.txt: which types of transformers hold tensors that print() does not show, and which tie
// weights by default.
//
// Usage: node scripts/write_known_types.mjs PROGRAM FOLDER
//
// PROGRAM is the command line program, which counts what print() shows; run this again with the program of the new file until
// nothing changes.
// FOLDER has hf_all.jsonl.xz, prints of every class of transformers that builds from its default configuration, and
// hidden_classes.csv, the classes among their modules that hold tensors outside of torch.nn children. Both come from running
// the library.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseJson } from './compare_reports/json.mjs';
import { root } from './steps.mjs';

const header = `# Types of transformers 5.12, made by scripts/write_known_types.mjs. A line has a model and the rest of the names of its types:
# "Bamba: ForCausalLM Mixer(dt_bias,A_log,D)" has BambaForCausalLM and BambaMixer; without a model, types are whole. All are sorted
# by the whole type. Parentheses have the names of the tensors that modules of a type hold themselves: print() does not show them.
# Before them are marks: "=" for a model that ties the weights of its output layer and of its embeddings by default, "~" for one that
# uses modules at several places: print() shows them at each, "." for a type without modules and tensors.
`;

/** Reads `class,"name [shape]; name [shape]",model types` into a map from the class to the names. */
function hiddenTensors(text) {
  const rows = text.trimEnd().split('\n').slice(1).map((line) => /^([^,]+),(?:"([^"]*)"|([^,]*)),/.exec(line));
  return new Map(rows.map(([, type, quoted, plain]) => [type, (quoted ?? plain).split(';').map((tensor) => tensor.trim().split(' ')[0])]));
}

/** Lists the types of all modules in the text of print(). */
const typesIn = (print) => Array.from(print.matchAll(/^\s*(?:\([^)]*\): )?(?:\d+ x )?([A-Za-z_]\w*)\(/gm), ([, type]) => type);

/** Lists the types of the modules that print nothing in their parentheses. */
const emptyTypesIn = (print) => Array.from(print.matchAll(/^\s*(?:\([^)]*\): )?(?:\d+ x )?([A-Za-z_]\w*)\(\)$/gm), ([, type]) => type);

/** The name of the model in a class: `Bert` of `BertForMaskedLM`, `LlamaModel` has `Llama`. */
const modelOf = (cls) => /^(.+?)(?:For[A-Z]|Model|LMHead|Backbone|Encoder|Decoder|PreTrained|Text|Vision|Audio|With[A-Z]|$)/.exec(cls)[1];

/** True for a head whose hidden bias is the bias of its decoder, which print() does show. */
const sharesItsBias = (type, tensors) => /(PredictionHead|LMHead)$/.test(type) && tensors.join() === 'bias';

const [program, folder] = process.argv.slice(2);
const { stdout } = spawnSync('xz', ['-dc', join(folder, 'hf_all.jsonl.xz')], { encoding: 'utf8', maxBuffer: 1 << 30 });
const classes = stdout.trimEnd().split('\n').map((line) => parseJson(line));
const hidden = hiddenTensors(readFileSync(join(folder, 'hidden_classes.csv'), 'utf8'));
const types = new Set([...classes.flatMap(({ print }) => typesIn(print)), ...hidden.keys()]);
const empty = new Set(classes.flatMap(({ print }) => emptyTypesIn(print)));
const models = [...new Set(classes.map(({ cls }) => modelOf(cls)))].filter((model) => model.length > 1).sort((a, b) => b.length - a.length);
/** The longest name of a model before a type: `BertLayer` is the library's; anybody's class may be an `EncoderLayer`, which has none. */
const ownerOf = (type) => models.find((model) => type.startsWith(model) && /^[A-Z0-9_]/.test(type.slice(model.length)));

/** Counts what a print shows. */
function totals(text) {
  const { stdout } = spawnSync(program, ['--format', 'json', '--depth', '0', '-'], { input: text, encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(stdout).totals;
}

/** The marks of a model's class: its total without ties, or with those of its configuration, is compared with the true one. */
function marksOf({ print, params, config }) {
  const untied = totals(`tie: none\n${print}`);
  const isUntied = untied.parameters_complete && untied.parameters === params;
  const tied = totals(print);
  const least = tied.parameters_min ?? tied.parameters;
  return `${parseJson(config).tie_word_embeddings === true && !isUntied ? '=' : ''}${least > params ? '~' : ''}`;
}
const marks = new Map(classes.map((row) => [row.cls, marksOf(row)]));

/** Describes a type after the name of its model: `ForCausalLM=(bias)`. */
function wordOf(type, model) {
  const tensors = hidden.get(type) ?? [];
  const shown = tensors.length === 0 || sharesItsBias(type, tensors) ? '' : `(${tensors.join()})`;
  const leaf = empty.has(type) && shown === '' ? '.' : '';
  return `${type.slice(model.length)}${leaf}${marks.get(type) ?? ''}${shown}`;
}

const own = [...types].filter(ownerOf).sort();
const lines = [];
for (const type of own) {
  const model = ownerOf(type);
  const word = wordOf(type, model);
  const longer = `${lines.at(-1)} ${word}`;
  if (longer.startsWith(`${model}: `) && longer.length <= 110) lines[lines.length - 1] = longer;
  else lines.push(`${model}: ${word}`);
}
writeFileSync(join(root, 'src/layers/types/transformers.txt'), `${header}${lines.join('\n')}\n`);
const having = (sign) => lines.join().split(sign).length - 1;
console.log(`${own.length} types, ${having('(')} with hidden tensors, ${having('=')} tie weights, ${having('~')} use modules twice`);
