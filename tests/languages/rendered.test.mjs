// Every message of the engine for valid and invalid models has a code and is rendered completely in Chinese.
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { catalogueOf, readTables } from '../../web/languages/table.js';
import { Translator } from '../../web/languages/translator.js';
import { library } from '../support/site.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { parse, presets } = await import(library);
const translator = new Translator(catalogueOf(readTables(join(root, 'web/languages/zh'))));

/** Removes the parts of a sentence that are the same in every language: quotes, code, names of types, paths. */
const rest = (text) => text.replace(/“[^”]*”|`[^`]*`|'[^']*'|\([^()]*\)/g, '');

/** Lists the codes of a message and of its arguments. */
const codesOf = (message) => [message.code, ...Object.values(message.arguments).filter((value) => typeof value === 'object').flatMap(codesOf)];

/** Returns the fault of a message: no code, no translation, or English words left in it. */
function complaint(json) {
  const message = JSON.parse(json);
  const untranslated = codesOf(message).find((code) => code === null || translator.pattern(code) === undefined);
  if (untranslated !== undefined) return `${untranslated}: ${message.message}`;
  const chinese = translator.message(message);
  return /\b[a-z]{2,} [a-z]{2,}\b/.test(rest(chinese)) ? `${message.message} -> ${chinese}` : undefined;
}

/** Returns a message without its position, so that equal ones are tested once. */
const plain = ({ code, arguments: values, message }) => JSON.stringify({ code, arguments: values, message });

async function messagesOf(text, settings) {
  try {
    const model = await parse(text);
    try {
      const report = model.report(settings);
      // A module's comment is a note without a code.
      const notes = report.nodes.flatMap(({ notes }) => notes).filter(({ code }) => code !== null);
      return [...report.diagnostics, ...notes].map(plain);
    } finally {
      model.delete();
    }
  } catch (error) {
    return (error.diagnostics?.length ? error.diagnostics : [error.sentence]).map(plain);
  }
}

const filesIn = (folder) => readdirSync(join(root, folder)).map((name) => readFileSync(join(root, folder, name), 'utf8'));

/** Models with errors in their data flow or their text. */
const wrong = [
  'Linear(d, 4)', 'Conv2d(3, 64)', 'Conv2d(3, 64, kernel_size=3, groups=2)', 'MultiheadAttention(embed_dim=10, num_heads=3)',
  'Linear(-3, 4)', 'Linear(10**30, 10**30)', '', 'd = 3 +\nLinear(d, 4)', 'd = foo(3)\nLinear(d, 4)', 'Net(\n  (a): Linear(3, 4)\n',
  'd = e\ne = d\nLinear(d, 4)', 'd = 3/0\nLinear(d, 4)', 'Linear(3, 4, 5, 6, 7, 8, 9)', 'Linear(3, 4, in_features=3)', 'Linear()',
  'Linear(3, 4, bias=2.5)', 'Linear(3.5, 4)', 'Mystery()', 'A(\n  (b): B(\n    (c): Linear(2, 3)\n  )\n)', 'd = floor(1, 2)\nLinear(d, 4)',
  'd = 512 512\nLinear(d, 1)', 'd = 2d\nLinear(d, 1)', 'input = (1, 2\nLinear(2, 3)', 'input = (1, 7)\nLinear(2, 3)', 'input = (1, 4, 5, 5)\nConv2d(3, 8, 3)',
  'input = (1, 3, 2, 2)\nConv2d(3, 8, kernel_size=5, padding=1)', 'input = (1, 3)\nConv2d(3, 8, kernel_size=5)', 'input = (2, 3, 8)\nLSTM(9, 4)',
  'input = (2, 3, 8)\nMultiheadAttention(16, 4)', 'input = (1, 10, 4, 4)\nBatchNorm2d(12)', 'input = (1, 10)\nBatchNorm2d(12)',
  'input = (1, 10, 4, 4)\nGroupNorm(3, 12)', 'input = (1, 10, 4, 4)\nPixelShuffle(3)', 'input = (4, 5)\nLayerNorm((5, 6))', 'LayerNorm(())',
  'input = (1, 3, 9)\nMaxPool1d(kernel_size=3, padding=2)', 'input = (1, 3, 4, 4)\nReflectionPad2d(5)', 'input = (1, 3, 4, 4)\nAdaptiveAvgPool2d((1, 2, 3))',
  'input = (1, 3, 4, 4)\nFlatten(2, 1)', 'input = (1, 2)\nEmbeddingBag(4, 5)', 'input = (2, 2)\nBilinear(2, 3, 4)', 'input = (2, 2, 2, 2, 2, 2)\nUpsample(size=3)',
  'input = (2, 2, 8, 8)\nUpsample()', 'Net(\n  forward(x) = a(x) + c(\n  (a): Linear(2, 3)\n)', 'Net(\n  forward(x) = x ? y\n  (a): ReLU()\n)',
  'input = (1, 2)\nNet(\n  forward(x) = a(x) + b(x)\n  (a): Linear(2, 3)\n  (b): Linear(2, 4)\n)', 'input = (1, 2)\nNet(\n  forward(x) = cat(x, y)\n  (a): ReLU()\n)',
  'input = (1, 2)\nNet(\n  forward(x) = reshape(x, 3, 5)\n  (a): ReLU()\n)', 'input = (1, 2)\nNet(\n  forward(x) = matmul(x, x)\n  (a): ReLU()\n)',
  'input = (1, 2)\nNet(\n  forward(x) = permute(x, 0)\n  (a): ReLU()\n)', 'input = (1, 2)\nNet(\n  forward(x) = a(x)\n  (a): ReLU()\n  (c): Linear(2, 2)\n)',
  'tie: a = b\nNet(\n  (a): Linear(2, 3)\n)', 'tie: a.weight = b.weight\nNet(\n  (a): Linear(2, 3)\n  (b): Linear(3, 3)\n)', 'tie: a\nLinear(2, 3)', 'freeze: zz\nLinear(2, 3)', 'freeze:\nLinear(2, 3)',
  'dtype = \nLinear(2, 3)', 'd =\nLinear(2, 3)', 'd = 2\nd = 3\nLinear(d, 3)', 'hello there\nLinear(2, 3)\nand more words here', 'Linear(2, 3)\nLinear(2, 3)',
  'Net(\n  (0-3): Linear(2, 3)\n)', 'Net(\n  (0-3): 3 x Linear(2, 3)\n)', 'Net(\n  (a): 2.5 x Linear(2, 3)\n)', 'Net(\n  (a): \n)', 'Net(\n  (): ReLU()\n)', 'Net(\n  (a): ReLU()\n  (a): ReLU()\n)',
  'Net(\n  (w): Parameter(2.5)\n)', 'Net(\n  (w): Parameter(d)\n)', 'Net(\n  (w): Parameter(foo=3)\n)', 'Net(\n  (w): 3 x Parameter(2)\n)', 'Net(\n  ...\n  (a): ReLU()\n)', 'Linear(2, 3))', 'Linear 2, 3', '\0',
];

const pieces = async (texts, settings) => {
  const found = new Set();
  for (const text of texts) for (const message of await messagesOf(text, settings)) found.add(message);
  return found;
};

const settings = [{}, { input: '1, 3' }, { input: '1, 3, 224, 224' }, { input: '(2' }, { input: '1 2' }, { input: '2, 7, 16' }, { convention: 'fvcore' }, { convention: 'mine' }, { set: { nobody: '3' } }, { set: { d: '3 +' } }];

const sources = {
  'the shipped models': async () => pieces((await presets()).map(({ text }) => text)),
  'wrong models': async () => {
    const found = new Set();
    for (const each of settings) for (const message of await pieces(wrong, each)) found.add(message);
    assert.ok(found.size > 100);
    return found;
  },
  'texts of the fuzzers': async () => pieces([...filesIn('tests/fuzz/corpus/model_text'), ...filesIn('tests/fuzz/corpus/algebra').map((text) => `d = ${text}\nLinear(d, 2)`)]),
  'printed models': async () => pieces([...filesIn('tests/golden/families'), ...filesIn('tests/golden/torchinfo')]),
};

for (const [what, messages] of Object.entries(sources)) {
  test(`${what}: every message is translated`, async () => {
    assert.deepEqual([...await messages()].map(complaint).filter(Boolean), []);
  });
}
