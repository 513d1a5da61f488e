// Paramscope beside the tools that people use: what each can do, what each counts, how long it takes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../steps.mjs';
import { reportOf } from './engine.mjs';
import { billions, short, whole } from './figures.mjs';
import { escape, table } from './html.mjs';
import { say } from './words.mjs';

const json = (name) => JSON.parse(readFileSync(join(root, 'web/about', name), 'utf8'));

/** Marks the dates of a text, which stay on one line. */
const withDates = (html) => html.replaceAll(/\d{4}-\d\d(-\d\d)?/g, '<time>$&</time>');

/** The table of abilities: web/about/tools.json, what was read in the sources of each tool. */
export function abilities(words, language) {
  const { tools, abilities: all } = json('tools.json');
  const named = ({ name }) => name[language] ?? name;
  const heads = tools.map((tool) => (tool.address ? `<a href="${escape(tool.address)}">${escape(named(tool))}</a>` : escape(named(tool))));
  const rows = all.map(({ [language]: what, has, remarks = {} }) => [what, ...has.map((answer, i) => {
    const remark = remarks[i] ? `<small>${escape(remarks[i][language])}</small>` : '';
    return `<span class="has ${answer}">${words[answer]}</span>${remark}`;
  })]);
  const sources = tools.filter(({ of }) => of).map((tool) => say(words.asOf, [named(tool), tool.version].filter(Boolean).join(' '), tool.of));
  return table(withDates(escape(say(words.abilities, sources.join(language === 'zh' ? '、' : ', ')))), [words.ability, ...heads], rows);
}

/** The models that are counted by every convention: shipped ones. */
const compared = ['resnet-50', 'mobilenet-v2', 'bert-base', 'llama-2-7b'];

/** What the conventions make of the models: [{ name, title, report }]. */
export function counts(site, shown) {
  return compared.map((name) => ({ ...shown.find((model) => model.name === name), report: reportOf(site, name) }));
}

/** The unit of a convention. The terms are differences to FLOPs: one less for each multiply-accumulate that counts once. */
const unitOf = ({ terms }) => (terms.some(({ times, difference }) => difference === -times) ? 'macs' : 'flops');

/** The names of conventions that are not their tools'. */
const names = { 'flops': 'Paramscope', 'macs': 'Paramscope', 'torch': 'torch.utils.flop_counter', 'deepspeed': 'DeepSpeed, calflops', 'ptflops-aten': 'ptflops (aten)' };

/** The table of one model counted by every convention, and what makes the difference for the first. */
export function answers(counted, words, { titleOf, wordOf }) {
  const [{ title, report }] = counted;
  const rows = report.conventions.map((convention) => [
    `${escape(names[convention.name] ?? convention.name)} <small>${words.unit[unitOf(convention)]}</small>`,
    ...counted.map((model) => billions(model.report.conventions.find(({ name }) => name === convention.name).total)),
  ]);
  const figures = table(escape(words.answers), [words.tool, ...counted.map((model) => escape(titleOf(model.title)))], rows, 'figures');
  const own = report.conventions.find(({ name }) => name === 'macs');
  const reasons = report.conventions.filter((convention) => unitOf(convention) === 'macs' && convention !== own)
    .map((convention) => `<dt>${escape(names[convention.name] ?? convention.name)}</dt><dd>${reasonsOf(convention, own, wordOf) || words.asOurs}</dd>`);
  return `${figures}<details><summary>${escape(say(words.because, titleOf(title), words.ourMacs))}</summary><dl>${reasons.join('')}</dl></details>`;
}

/** By which operations a convention differs from another: both are told apart from the same one, so equal terms cancel. */
function reasonsOf(convention, other, wordOf) {
  const key = ({ family, operation }) => `${family}: ${operation}`;
  const known = Object.fromEntries(other.terms.map((term) => [key(term), term.difference]));
  return convention.terms.map((term) => ({ ...term, difference: term.difference - (known[key(term)] ?? 0) })).filter(({ difference }) => difference !== 0)
    .map(({ family, operation, difference }) => `<span class="reason">${difference > 0 ? '+' : '−'}${short(Math.abs(difference))} <small>${escape(wordOf(family, operation))}</small></span>`)
    .join(' ');
}

/** How long tools take for the same models, as `npm run bench -- --json web/about/figures.json` measured. */
export function times(words) {
  const { rows, runs, date, paramscope, ...machine } = json('figures.json');
  const measured = rows.filter(({ model }) => model);
  const tools = new Map(measured.flatMap(({ beside }) => beside.filter(({ tool }) => tool).map(({ tool, name }) => [tool, name])));
  const missing = [...new Set(measured.flatMap(({ beside }) => beside.flatMap(({ tools: names = [] }) => names)))];
  const cell = (figure) => escape(figure?.text ?? say(words.failed, figure?.failed ?? figure?.absent ?? '—'));
  const body = [
    [words.reads, ...measured.map(({ ours }) => cell(ours))],
    ...[...tools].map(([tool, name]) => [escape(words.steps[tool] ? say(words.steps[tool], name.split(':')[0]) : name), ...measured.map(({ beside }) => cell(beside.find((other) => other.tool === tool)))]),
    [words.parameters, ...measured.map(({ model, beside }) => sameOrNot(model.parameters, beside.find(({ tool }) => tool === 'build')?.answer.parameters, words))],
  ];
  const caption = say(words.times, runs, machine.processor, machine.platform, machine.node, date, paramscope);
  const rest = missing.length > 0 ? `<p class="quiet">${say(words.notMeasured, escape(missing.join(', ')))}</p>` : '';
  return `${table(withDates(escape(caption)), [words.model, ...measured.map(({ model }) => escape(model.name))], body, 'figures')}${rest}`;
}

const sameOrNot = (ours, theirs, words) => (
  theirs === undefined ? whole(ours) : ours === theirs ? say(words.equal, whole(ours)) : say(words.differ, whole(ours), whole(theirs)));
