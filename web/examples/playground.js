// Calls the library and shows the call beside its result.
import { conventions, format, parse, presets } from '../paramscope.js';

const element = (id) => document.getElementById(id);

/** The questions: the code shown is the code run. */
const questions = [
  { label: 'totals', call: 'model.report().totals', ask: (model) => model.report().totals },
  { label: 'formula as LaTeX', call: "model.formula('', 'latex')", ask: (model) => model.formula('', 'latex') },
  { label: 'derivation', call: 'model.explain()', ask: (model) => model.explain() },
  { label: 'FLOPs, explained', call: "model.explain('', { of: 'flops' })", ask: (model) => model.explain('', { of: 'flops' }) },
  { label: 'modules', call: 'model.nodes().map(({ path, type, parameters }) => [path, type, parameters])', ask: (model) => model.nodes().map(({ path, type, parameters }) => [path, type, parameters]) },
  { label: 'Markdown', call: "format(model.report(), 'markdown')", ask: (model) => format(model.report(), 'markdown') },
  { label: 'CSV', call: "format(model.report(), 'csv')", ask: (model) => format(model.report(), 'csv') },
  { label: 'table for a terminal', call: "format(model.report(), 'text', { depth: 2 })", ask: (model) => format(model.report(), 'text', { depth: 2 }) },
  { label: 'conventions', call: 'await conventions()', ask: () => conventions() },
];

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
    element('status').textContent = error.line ? `Line ${error.line}, column ${error.column}: ${error.message}` : error.message;
  } finally {
    model?.delete();
  }
}

const shipped = await presets();
for (const { title } of shipped) element('preset').append(new Option(title));
for (const { label } of questions) element('question').append(new Option(label));

function openPreset() {
  element('text').value = shipped[element('preset').selectedIndex].text;
  return answer();
}

element('preset').addEventListener('change', openPreset);
element('question').addEventListener('change', answer);
element('text').addEventListener('input', answer);
await openPreset();
