// docs/limits.md names every limit of the code with its figure.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { files } from '../../scripts/architecture/includes.mjs';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** Folders whose limits concern what is read; `app` only draws. */
const folders = ['algebra', 'model', 'layers', 'count', 'adjust', 'formats', 'open', 'hub', 'cli', 'bindings'];

/** Constants of such names that limit no input: parts of a sentence or of a format, and bounds of a search. */
const others = new Set([
  'kLargest', 'kLargestInteger', 'kLongestEcho', 'kLongestPlain', 'kMaxPool', 'kMostProducts', 'kMostOutputLayers', 'kMostTried',
  'kMostParts', 'kMostListed', 'kMostLines', 'kMostNames', 'kMostSummands', 'kMaxPrinted', 'kMostModuleRows', 'kLongestNote',
  'kMostElements', 'kMostListedCalls', 'kMostNumbers', 'kLongestComment', 'kDeepestKey', 'kLargestSize', 'kDeepestUse', 'kMostNamed',
  'kLongestType', 'kLongest', 'kMostInputs', 'kLongestList', 'kMost', 'kMostClaims', 'kMostLinesBack', 'kLargestKernel', 'kLargestWindow',
  'kDeepestRow', 'kMostDigits', 'kMostOutput', 'kMostRemarks', 'kMostNotes', 'kMostAttempts', 'kMostFactories', 'kMostData', 'kDeepestShown',
  'kDeepestNode', 'kLongestKey', 'kDeepestArgument',
]);
/** Files whose bounds end a search or shorten a sentence. */
const otherFiles = ['src/open/keras/weight_matcher.cpp', 'src/formats/', 'src/open/config/expression.cpp', 'src/bindings/open_main.cpp'];

const units = { KiB: 1024, MiB: 1024 ** 2 };

/** The rows of the document's tables: figures and names of constants, which match in order, and a file. */
const rows = [...read('docs/limits.md').matchAll(/^\| (.*?) \| (`.*?) \| .* \|$/gm)].map(([, limit, constants]) => ({
  figures: [...limit.matchAll(/(?<![A-Za-z\d,])(\d[\d,]*)( KiB| MiB)?(?![\d-])/g)].map(([, digits, unit]) => Number(digits.replaceAll(',', '')) * (units[unit?.trim()] ?? 1)),
  names: [...constants.replace(/\(.*\)/, '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  file: /\(`(.*?)`\)/.exec(constants)[1],
}));

/** The value of a constant expression of numbers, shifts and differences. */
function value(expression) {
  const plain = expression.replace(/\s+/g, ' ').replaceAll("'", '').replace(/\b(\d+)[uU]/g, '$1').replace(/std::\w+\{(\d+)\}/g, '$1')
    .replace(/\bkDeepestModule\b/, () => definition('src/model/read/read.h', 'kDeepestModule')).replaceAll('_', '').trim();
  const [, a, operator, b] = /^(\d+)(?: *(<<|-) *(\d+))?$/.exec(plain) ?? [];
  if (operator === '<<') return Number(a) * 2 ** Number(b);
  return operator === '-' ? a - b : Number(a);
}

function definition(file, name) {
  const found = new RegExp(`\\b${name}(?: *=|:) *([^;,}]+?)\\s*[;,}]`).exec(read(file));
  assert.ok(found, `${file} defines no ${name}`);
  return found[1].replace(/\/\/.*/, '');
}

for (const { figures, names, file } of rows) {
  test(`${names.join(', ')} of ${file}`, () => {
    assert.ok(names.length > 0 && figures.length > 0);
    const values = names.map((name) => value(definition(file, name)));
    if (names.length === figures.length) assert.deepEqual(values, figures);
    else assert.deepEqual([...new Set(values)], figures);
  });
}

test('every limit of the code is in the document', () => {
  const named = new Set(rows.flatMap(({ names, file }) => names.map((name) => `${file} ${name}`)));
  const missing = folders.flatMap((folder) => files(folder).map((file) => `src/${file.replace(/^src\//, '')}`)).flatMap((file) => {
    if (otherFiles.some((other) => file.startsWith(other))) return [];
    const found = [...read(file).matchAll(/constexpr [^;(]*?\b(k(?:Most|Longest|Largest|Deepest|Max)\w*) *=/g)];
    return found.map(([, name]) => name).filter((name) => !others.has(name)).map((name) => `${file} ${name}`);
  }).filter((name) => !named.has(name));
  assert.deepEqual(missing, []);
});
