// The examples of the documents in both languages: every command is run, and prints what the document says.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { blocks, read } from '../support/markdown.mjs';
import { counted, folder, paramscope } from './support.mjs';

/** The commands of a block as a terminal shows them, with npx or without: [{ args, printed }]. */
function commandsIn(block) {
  return block.split(/^\$ (?:npx )?paramscope /m).slice(1).map((part) => {
    const [line, ...printed] = part.split('\n');
    return { args: line.split(' '), printed: printed.join('\n') };
  });
}

/** A pattern of what a document shows: a line "…" stands for any lines. */
function patternOf(printed) {
  const escaped = printed.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/^…\n/gm, '(?:.*\\n)*?')}$`);
}

const withoutTrailingSpace = (text) => text.replaceAll(/ +$/gm, '');

for (const path of ['README.md', 'README.zh.md', 'docs/reading-a-number.md', 'docs/zh/reading-a-number.md']) {
  const place = join(folder, path.replaceAll(/\W/g, '-'));
  mkdirSync(place);
  const all = blocks(read(path));
  for (const { name, text } of all.filter(({ name }) => name)) writeFileSync(join(place, name), text);

  for (const { args, printed } of all.filter(({ language }) => language === 'console').flatMap(({ text }) => commandsIn(text))) {
    test(`${path}: paramscope ${args.join(' ')}`, () => {
      const { status, output, errors } = paramscope(args, '', path.startsWith('README') ? { COLUMNS: '100' } : {}, place);
      assert.equal(status, 0, errors);
      assert.match(withoutTrailingSpace(errors + output), patternOf(printed));
    });
  }
}

const filled = (text) => text.replaceAll(/^(.*\().*$/gm, '$1\n(fc): Linear(2, 2)\n)');

/** Blocks of code by a line of theirs: how each becomes a whole model, and what that comes to. */
const partsOfModelText = [
  { line: 'd_ff = 4*d', whole: (text) => `${text}  (fc): Linear(d, d_ff)\n)`, totals: { parameters: 512 * 2048 + 2048 } },
  { line: 'input = 1x3x224x224', whole: (text) => `${text.match(/^(input = 1x.*|dtype.*)$/gm).join('\n')}\nConv2d(3, 4, 1)`, totals: { parameters: 16, bytes: 32 } },
  { line: '(0-5): 6 x EncoderLayer(', whole: (text) => `layers = 3\nNet(\n${filled(text).replace('(0-5)', '(5-10)')})`, totals: { parameters: 9 * 6 } },
  { line: '(w): Parameter(d, 4*d)', whole: (text) => `d = 2\nNet(\n${text})`, totals: { parameters: 16 + 2 + 400 + 4, buffers: (5000 + 32) * 2 } },
  {
    line: 'freeze: encoder',
    whole: (text) => `${text.replace('tie: none', '')}Net(\n(embed): Embedding(8, 4)\n(encoder): Linear(4, 4)\n(head): Linear(4, 8)\n)`,
    totals: { parameters: 32 + 20 + 8, frozen: 28 },
  },
  { line: '@ (batch, d)', whole: (text) => `d = 4\nNet(\n${text})`, totals: { parameters: 50 } },
  {
    line: 'forward(x) = y + mlp(norm2(y))',
    whole: (text) => `d = 4\ninput = (batch, tokens, d)\n${text.replace('...\n', '')}(attn): MultiheadAttention(d, 2)\n(norm2): LayerNorm((d,))\n(mlp): Linear(d, d)\n)`,
    totals: { parameters: 8 + 80 + 8 + 20, flops_complete: true },
  },
];
const partsOfReadme = [
  { line: 'TransformerEncoder(', whole: (text) => text, totals: { parameters: 6 * 3152384, flops_complete: true } },
];

const documents = [
  ...['docs/model-text.md', 'docs/zh/model-text.md'].map((path) => ({ path, parts: partsOfModelText })),
  ...['README.md', 'README.zh.md'].map((path) => ({ path, parts: partsOfReadme })),
];

for (const { path, parts } of documents) {
  for (const { line, whole, totals } of parts) {
    test(`${path}: ${line}`, () => {
      const block = blocks(read(path)).find(({ text }) => text.includes(line));
      const { status, report, errors } = counted(whole(block.text));
      assert.equal(status, 0, errors);
      for (const [name, value] of Object.entries(totals)) assert.equal(report.totals[name], value, name);
    });
  }
}
