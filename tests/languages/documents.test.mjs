// Documents in two languages say the same: the same code, the same parts, the same numbers.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { blocks, headingLevels, inlineCode, read, rowCounts, words } from '../support/markdown.mjs';

/** A block of code without what is said about its lines: comments, and notes at their right. */
const withoutRemarks = (text) => text.replaceAll(/(?<=\S)\s{2,}\S.*$/gm, '').replaceAll(/ +# .*$/gm, '');

/** The blocks of code of a document but for those that tests/cli runs. */
const code = (document) => blocks(document).filter(({ language }) => language !== 'console').map(({ text }) => withoutRemarks(text));

/** The numbers with at least three digits that a text mentions. */
const numbers = (document) => [...new Set(words(document).match(/\d[\d,.]{2,}(?<=\d)/g))].sort();

const chinese = readdirSync(new URL('../../docs/zh/', import.meta.url)).filter((name) => name !== 'README.md');

/** Documents in both languages: their paths, and how each names the other. */
const pairs = [
  ...chinese.map((name) => ({ paths: [`docs/${name}`, `docs/zh/${name}`], names: [`../${name}`, `zh/${name}`] })),
  ...['examples', 'python'].map((folder) => ({ paths: [`${folder}/README.md`, `${folder}/README.zh.md`], names: ['README.md', 'README.zh.md'] })),
];

for (const { paths, names } of pairs) {
  const [english, translated] = paths.map(read);

  test(`${paths[1]} has the code of ${paths[0]}`, () => {
    assert.deepEqual(code(translated), code(english));
    assert.deepEqual(inlineCode(translated).sort(), inlineCode(english).sort());
  });

  test(`${paths[1]} has the parts, the rows of tables and the numbers of ${paths[0]}`, () => {
    assert.deepEqual(headingLevels(translated), headingLevels(english));
    assert.deepEqual(rowCounts(translated), rowCounts(english));
    assert.deepEqual(numbers(translated), numbers(english));
  });

  test(`${paths[0]} and ${paths[1]} lead to each other`, () => {
    assert.ok(english.includes(`\n[中文](${names[1]})\n`));
    assert.ok(translated.includes(`\n[English](${names[0]})\n`));
  });
}

// The English one has more: the table of times, and what is new.
test('README.zh.md has no code, option or number that README.md lacks', () => {
  const [english, translated] = [read('README.md'), read('README.zh.md')];
  assert.deepEqual(code(translated).filter((block) => !code(english).includes(block)), []);
  assert.deepEqual(inlineCode(translated).filter((piece) => !inlineCode(english).includes(piece)), []);
  assert.deepEqual(numbers(translated).filter((number) => !numbers(english).includes(number)), []);
  assert.match(english, /^\[中文\]\(README\.zh\.md\)$/m);
  assert.match(translated, /^\[English\]\(README\.md\)$/m);
});
