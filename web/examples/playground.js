// Calls the library and shows the call beside its result.
import { conventions, format, parse, presets } from '../paramscope.js';

const element = (id) => document.getElementById(id);

const language = document.documentElement.lang.slice(0, 2);

/** The questions: the code shown is the code run. */
const questions = [
  { label: { en: 'totals', zh: '合计' }, call: 'model.report().totals', ask: (model) => model.report().totals },
  { label: { en: 'formula as LaTeX', zh: 'LaTeX 公式' }, call: "model.formula('', 'latex')", ask: (model) => model.formula('', 'latex') },
  { label: { en: 'derivation', zh: '推导' }, call: 'model.explain()', ask: (model) => model.explain() },
  { label: { en: 'FLOPs, explained', zh: '浮点运算的由来' }, call: "model.explain('', { of: 'flops' })", ask: (model) => model.explain('', { of: 'flops' }) },
  { label: { en: 'modules', zh: '模块' }, call: 'model.nodes().map(({ path, type, parameters }) => [path, type, parameters])', ask: (model) => model.nodes().map(({ path, type, parameters }) => [path, type, parameters]) },
  { label: { en: 'Markdown', zh: 'Markdown' }, call: "format(model.report(), 'markdown')", ask: (model) => format(model.report(), 'markdown') },
  { label: { en: 'CSV', zh: 'CSV' }, call: "format(model.report(), 'csv')", ask: (model) => format(model.report(), 'csv') },
  { label: { en: 'table for a terminal', zh: '终端里的表格' }, call: "format(model.report(), 'text', { depth: 2 })", ask: (model) => format(model.report(), 'text', { depth: 2 }) },
  { label: { en: 'conventions', zh: '统计方式' }, call: 'await conventions()', ask: () => conventions() },
];

/** A message of the parser with its place in the text. */
const placed = {
  en: ({ line, column, message }) => `Line ${line}, column ${column}: ${message}`,
  zh: ({ line, column, message }) => `第 ${line} 行第 ${column} 列：${message}`,
};

const shown = (answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer, (key, value) => (typeof value === 'bigint' ? `${value}n` : value), 2));

async function answer() {
  const { call, ask } = questions[element('question').selectedIndex];
  element('call').textContent = `import { parse, format, conventions } from './paramscope.js';\n\nconst model = await parse(text);\n${call}`;
  let model;
  try {
    model = await parse(element('text').value);
    element('answer').textContent = shown(await ask(model));
    element('status').textContent = '';
  } catch (error) {
    // Keep the last answer: a text is invalid most of the time while it is edited.
    element('status').textContent = error.line ? placed[language](error) : error.message;
  } finally {
    model?.delete();
  }
}

const shipped = await presets();
for (const { title } of shipped) element('preset').append(new Option(title));
for (const { label } of questions) element('question').append(new Option(label[language]));

function openPreset() {
  element('text').value = shipped[element('preset').selectedIndex].text;
  return answer();
}

element('preset').addEventListener('change', openPreset);
element('question').addEventListener('change', answer);
element('text').addEventListener('input', answer);
await openPreset();
