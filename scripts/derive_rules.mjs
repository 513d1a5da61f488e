// Writes block rules that follow from a library's code: src/layers/blocks/transformers_derived.txt and the copies of types beside it.
//
//   node scripts/derive_rules.mjs TEXTS [--problems]
//
// TEXTS is a folder of model texts that `paramscope --from-code --format model` wrote, one for each class (*.model). Types that have a
// rule keep it, also a derived one; those of derive/differing.txt get none. --problems prints why others get none.
// docs/library-code.md tells how the lines are made.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { callCount, inRuleWords, ruleText, workOf } from './derive/compact.mjs';
import { findCopies } from './derive/copies.mjs';
import { KnownRules } from './derive/known_rules.mjs';
import { modulesOf, readModelText } from './derive/model_text.mjs';
import { Simplifier } from './derive/simplify.mjs';
import { root } from './steps.mjs';

const own = 'transformers_derived.txt';
const { values: options, positionals: [folder] } = parseArgs({ allowPositionals: true, options: { problems: { type: 'boolean' } } });
const without = new Set(readFileSync(join(root, 'scripts/derive/differing.txt'), 'utf8').split('\n').filter((line) => !line.startsWith('#')));

/** True where the forward pass was another one for other numbers of tokens: sparse attention, or a table's rows. */
const isOfOneLength = (text) => /^input = .*\(\w+, \d+\)/m.test(text);

/** type → {lines: work → line, modules, problems}, of all models. */
function evaluations(known) {
  const types = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.model')).sort()) {
    const text = readFileSync(join(folder, file), 'utf8');
    const model = readModelText(text);
    if (!model || isOfOneLength(text)) continue;
    const simplifier = new Simplifier((module) => known.ruleOf(module));
    if (!simplifier.of(model)?.result) continue;
    for (const module of modulesOf(model)) {
      if (!known.isComposite(module)) continue;
      const type = types.get(module.type) ?? { lines: new Map(), modules: [], problems: new Set() };
      types.set(module.type, type);
      type.modules.push(module);
      const line = simplifier.of(module);
      if (line?.problem || !line) type.problems.add(line?.problem ?? 'no forward line');
      if (!line?.result) continue;
      const inWords = inRuleWords(line, module);
      if (!known.fits({ line: inWords, children: [] }, module)) {
        type.problems.add('another child may have work');
        continue;
      }
      const work = workOf(inWords);
      if (!type.lines.has(work)) type.lines.set(work, { ...inWords, module });
    }
  }
  return types;
}

const models = [...new Set([...readFileSync(join(root, 'src/layers/types/transformers.txt'), 'utf8').matchAll(/^(\w+):/gm)].map(([, model]) => model))];
const known = new KnownRules(root);
const types = evaluations(known);
/** True where two lines do different work with the same children: how a module is called, or a switch, decides, and no print says that. */
function isAmbiguous({ lines }) {
  const all = [...lines.values()];
  return all.some((line, i) => all.slice(0, i).some((other) => known.fits({ line, children: [] }, other.module) && known.fits({ line: other, children: [] }, line.module)));
}

const isNeeded = ([type, each]) => each.lines.size > 0 && !without.has(type) && !isAmbiguous(each)
  && models.some((model) => type.startsWith(model)) && each.modules.some((module) => !known.ruleOf(module));
const needed = new Map([...types].filter(isNeeded));
const { copies, rules } = findCopies(needed, types, known, models, without);
appendFileSync(join(root, 'src/layers/blocks', own), rules
  .map(([type, lines]) => [...lines.values()].sort((a, b) => callCount(b) - callCount(a)).map((line) => ruleText(type, line)).join('')).join(''));
const copiesFile = join(root, 'src/layers/copies', own);
const [header, ...rows] = readFileSync(copiesFile, 'utf8').trimEnd().split('\n');
for (const [base, words] of rows.map((row) => row.split(': '))) for (const word of words.split(' ')) copies.set(base, (copies.get(base) ?? new Set()).add(word));
writeFileSync(copiesFile, [header, ...[...copies].map(([base, words]) => `${base}: ${[...words].sort().join(' ')}`).sort(), ''].join('\n'));
const problems = new Map([...types].filter(([, { lines, modules }]) => lines.size === 0 && modules.some((module) => !known.ruleOf(module))).map(([type, each]) => [type, [...each.problems][0]]));
console.log(`${types.size} types; ${needed.size} derived: ${rules.length} rules, ${[...copies.values()].reduce((sum, words) => sum + words.size, 0)} copies; ${problems.size} without`);
if (options.problems) for (const [type, problem] of problems) console.log(type, problem);
