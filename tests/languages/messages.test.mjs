// Every sentence that the engine and the readers of files put together has its row in the table, and every row is said.
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { readTable } from '../../web/languages/table.js';
import { messagesIn, messagesInScript } from './messages.mjs';

const root = new URL('../../', import.meta.url).pathname;
const table = readTable(readFileSync(join(root, 'web/languages/zh.txt'), 'utf8'));

/** A row as a template of the sources: every hole is `{}`. */
const templateOf = (english) => english.replace(/\{\d\*?\}/g, '{}');

/** Words beside each other that nobody gets to read: code and model text that is written, marks that are looked for. */
const unsaid = new Set([
  'the Result was read without testing which side it holds', 'forward({}) = {} where {}', 'Object of type', ' of size ', '{} x ',
  '`tie: {}.weight = {}.weight`', 'tie: {} = {}\n', 'freeze: {}\n', 'threshold, value, inplace=False', 'p, mode', 'set {}',
  '# {} by its config.json ({})\n\n', 'freeze: {}{}\n', 'tie: {}{} = {}{}', '{} x {}', "{}  # the library's default",
  'Total param', 'total param', '(weight): Parameter({}{})', '(bias): Parameter({}{})', ' where\n    {}', 'Layer (type',
  '\n(parameters): Parameter({})', '(parameters): Parameter({})', '  # {} gives {}', 'Total params:', 'Trainable params:',
  'Total trainable params:', 'Non-trainable params:', 'Total non-trainable params:', 'Output Shape', 'Input Shape', 'Connected to',
  '({}-{}{}): {} x ', '(beta): Parameter{}', '(alpha): Parameter{}', 'forward({}) = {} where', '(depthwise): {})', '(pointwise): {})',
]);

/** The sentences of folders of src, by their template: where they are said. */
function saidIn(...folders) {
  const said = new Map();
  for (const folder of folders) {
    for (const name of readdirSync(join(root, 'src', folder), { recursive: true }).filter((name) => /\.(cpp|h)$/.test(name)).sort()) {
      const path = join('src', folder, name);
      for (const { template, line } of messagesIn(readFileSync(join(root, path), 'utf8'))) {
        if (!unsaid.has(template) && !said.has(template)) said.set(template, `${path}:${line}`);
      }
    }
  }
  return said;
}

function check(parts, said) {
  const rows = new Set(['engine', 'files', 'names', 'phrases'].flatMap((part) => Object.keys(table[part]).map(templateOf)));
  const missing = [...said].filter(([template]) => !rows.has(template)).map(([template, place]) => `${place}: ${template}`);
  assert.deepEqual(missing, [], 'sentences without a row in web/languages/zh.txt');
  const idle = parts.flatMap((part) => Object.keys(table[part])).filter((english) => !said.has(templateOf(english)));
  assert.deepEqual(idle, [], 'rows of web/languages/zh.txt that nobody says');
}

test('what the engine says', () => {
  const said = saidIn('base', 'algebra', 'model', 'layers', 'count', 'presets', 'bindings');
  assert.ok(said.size > 200);
  check(['engine'], said);
});

test('what the readers of files say', () => check(['files'], saidIn('open')));

test('what templates of configurations remark', () => {
  const folder = join(root, 'src/open/config/architectures');
  const remarks = readdirSync(folder).flatMap((name) => (
    [...readFileSync(join(folder, name), 'utf8').matchAll(/^\s*(?:note|unknown): (.*?)(?: if .*)?$/gm)].map(([, remark]) => remark)));
  assert.deepEqual([...new Set(remarks)].sort(), Object.keys(table.configs).sort());
});

/** Models that are called the same everywhere. */
const names = new Set(['LLaMA-2 7B', 'LLaMA-3 8B', 'GPT-2 small', 'ResNet-50', 'AlexNet', 'VGG-16', 'MobileNet-V2', 'BERT base']);

test('titles, notes and hyper-parameters of the shipped models', () => {
  const comments = ['articles', 'models'].flatMap((group) => {
    const folder = join(root, 'src/presets', group);
    return readdirSync(folder).flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/#\s*(.*?)\s*$/gm)].map(([, comment]) => comment));
  });
  const unique = new Set(comments);
  assert.deepEqual([...unique].filter((comment) => !names.has(comment)).sort(), Object.keys(table.models).sort());
});

/** What scripts say to those who write programs, names of styles, and parts of what is said elsewhere. */
const unsaidByScripts = new Set([
  'note muted', 'control input-control', 'muted short', 'row heads', 'row more', 'panel table', '(prefers-color-scheme: dark)',
  '(prefers-contrast: more), (forced-colors: active)', '(prefers-reduced-motion: reduce)', '(pointer: coarse)', '(resolution: {}dppx)', 'paramscope {} ',
  'more than a formula', 'too deep', 'a formula that ends too early', '{} where a value belongs', '{} is not closed', 'to be derived', 'no answer',
  'The link', 'The message', '{} in Paramscope', '{}: {}, {} of {} bytes were read', 'Model text',
  'parse() takes a text, a Uint8Array or a File', 'this model was deleted', '"{}" is none of {}', 'format() takes a report that a model of this library gave',
  'what opens files could not be loaded: {}', 'the file could not be opened: {}', '{} is to be a number, a BigInt or an expression as text',
  'input is to be a text or an array of sizes', 'nothing is counted yet: wait for a report event',
]);

test('what scripts say', () => {
  const folder = join(root, 'web');
  const parts = ['interface', 'names', 'engine', 'files', 'whole', 'page', 'failures', 'disk', 'element', 'library', 'phrases'];
  const rows = new Set(parts.flatMap((part) => Object.keys(table[part]).map(templateOf)));
  const missing = readdirSync(folder, { recursive: true }).filter((name) => /\.js$/.test(name) && !/imports\.js$|^(examples|languages)\b/.test(name)).sort()
    .flatMap((name) => messagesInScript(readFileSync(join(folder, name), 'utf8'))
      .filter(({ template }) => !rows.has(templateOf(template)) && !unsaidByScripts.has(template))
      .map(({ template, line }) => `web/${name}:${line}: ${template}`));
  assert.deepEqual(missing, []);
});

// How sentences are found in C++.
const cases = {
  'say("a plain sentence");': ['a plain sentence'],
  'return concat("expected ", what, " but found ", found);': ['expected {} but found {}'],
  'fail(span, "the value of \'" + name + "\' is " "not known");': ["the value of '{}' is not known"],
  'x = is_one ? "one dimension" : "many dimensions";': ['one dimension', 'many dimensions'],
  'say(concat("at least ", n, n == 1 ? " size" : " sizes"));': ['at least {} size', 'at least {} sizes'],
  'words += concat("it has ", list(concat("some ", kind)), std::string(" in ") + place);': ['it has {} in {}', 'some {}'],
  '// "a comment in quotes"\n/* "and another one" */ name("word"); f(x, "kernel_size=1, stride=None");': [],
  'constexpr std::string_view kTable[] = {"first of all", "last of all"};': ['first of all', 'last of all'],
  'const char* raw = R"(raw and plain)"; char quote = \'"\'; say("after a quote");': ['raw and plain', 'after a quote'],
};

for (const [source, expected] of Object.entries(cases)) {
  test(`sentences in: ${source}`, () => {
    assert.deepEqual(messagesIn(source).map(({ template }) => template), expected);
  });
}

test('a sentence is found at its line', () => {
  assert.deepEqual(messagesIn('int x;\n\nfail(concat(\n    "there is no ", name));'), [{ template: 'there is no {}', line: 4 }]);
});
