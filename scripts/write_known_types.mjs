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

const header = `# Types of transformers 5.12. A line has a type and the names of the tensors that its modules hold themselves: print() does not
# show them. A type alone holds none. "=" marks a model that ties the weights of its output layer and of its embeddings by default,
# "~" one that uses modules at several places: print() shows them at each; "!" marks a type of models that do not tie. Made by scripts/write_known_types.mjs.
`;

/** Reads `class,"name [shape]; name [shape]",model types` into a map from the class to the names. */
function hiddenTensors(text) {
  const rows = text.trimEnd().split('\n').slice(1).map((line) => /^([^,]+),(?:"([^"]*)"|([^,]*)),/.exec(line));
  return new Map(rows.map(([, type, quoted, plain]) => [type, (quoted ?? plain).split(';').map((tensor) => tensor.trim().split(' ')[0])]));
}

/** Lists the types of all modules in the text of print(). */
const typesIn = (print) => Array.from(print.matchAll(/^\s*(?:\([^)]*\): )?(?:\d+ x )?([A-Za-z_]\w*)\(/gm), ([, type]) => type);

/** The name of the model in a class: `Bert` of `BertForMaskedLM`, `LlamaModel` has `Llama`. */
const modelOf = (cls) => /^(.+?)(?:For[A-Z]|Model|LMHead|Backbone|Encoder|Decoder|PreTrained|Text|Vision|Audio|With[A-Z]|$)/.exec(cls)[1];

/** True for the gated layers of T5 1.1, which unties its output layer although the class ties it by default. */
const isOfUntiedModels = (type) => type.endsWith('DenseGatedActDense');

/** True for a head whose hidden bias is the bias of its decoder, which print() does show. */
const sharesItsBias = (type, tensors) => /(PredictionHead|LMHead)$/.test(type) && tensors.join() === 'bias';

const [program, folder] = process.argv.slice(2);
const { stdout } = spawnSync('xz', ['-dc', join(folder, 'hf_all.jsonl.xz')], { encoding: 'utf8', maxBuffer: 1 << 30 });
const classes = stdout.trimEnd().split('\n').map((line) => parseJson(line));
const hidden = hiddenTensors(readFileSync(join(folder, 'hidden_classes.csv'), 'utf8'));
const types = new Set([...classes.flatMap(({ print }) => typesIn(print)), ...hidden.keys()]);
const models = [...new Set(classes.map(({ cls }) => modelOf(cls)))].filter((model) => model.length > 1);
/** Types that begin with a model's name, such as `BertLayer`, are the library's; anybody's class may be an `EncoderLayer`. */
const isOwn = (type) => models.some((model) => type.startsWith(model) && /^[A-Z0-9_]/.test(type.slice(model.length)));

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
  return [parseJson(config).tie_word_embeddings === true && !isUntied ? '=' : '', least > params ? '~' : ''].filter(Boolean);
}
const marks = new Map(classes.map((row) => [row.cls, marksOf(row)]));
const lines = [...types].filter(isOwn).sort().map((type) => {
  const tensors = hidden.get(type) ?? [];
  return [type, ...(marks.get(type) ?? []), ...(isOfUntiedModels(type) ? ['!'] : []), ...(sharesItsBias(type, tensors) ? [] : tensors)].join(' ');
});
writeFileSync(join(root, 'src/layers/types/transformers.txt'), `${header}${lines.join('\n')}\n`);
console.log(`${lines.length} types, ${lines.filter((line) => / \w/.test(line)).length} with hidden tensors, ${lines.filter((line) => line.includes('=')).length} tie weights, ${lines.filter((line) => line.includes('~')).length} use modules twice`);
