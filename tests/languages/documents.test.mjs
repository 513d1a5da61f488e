// Documents in two languages say the same: the same code, the same parts, the same numbers.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { blocks, headingLevels, inlineCode, read, words } from '../support/markdown.mjs';

/** A block of code without what is said about its lines: comments, and notes at their right. */
const withoutRemarks = (text) => text.replaceAll(/(?<=\S)\s{2,}\S.*$/gm, '').replaceAll(/ +# .*$/gm, '');

/** The blocks of code of a document but for those that tests/cli runs. */
const code = (document) => blocks(document).filter(({ language }) => language !== 'console').map(({ text }) => withoutRemarks(text));

/** The numbers with at least three digits that a text mentions. */
const numbers = (document) => [...new Set(words(document).match(/\d[\d,.]{2,}(?<=\d)/g))].sort();

const chinese = readdirSync(new URL('../../docs/zh/', import.meta.url)).filter((name) => name !== 'README.md');

for (const name of chinese) {
  const [english, translated] = [read(`docs/${name}`), read(`docs/zh/${name}`)];

  test(`docs/zh/${name} has the code of docs/${name}`, () => {
    assert.deepEqual(code(translated), code(english));
    assert.deepEqual(inlineCode(translated).sort(), inlineCode(english).sort());
  });

  test(`docs/zh/${name} has the parts and the numbers of docs/${name}`, () => {
    assert.deepEqual(headingLevels(translated), headingLevels(english));
    assert.deepEqual(numbers(translated), numbers(english));
  });

  test(`docs/${name} and docs/zh/${name} lead to each other`, () => {
    assert.match(english, new RegExp(`^\\[中文\\]\\(zh/${name}\\)$`, 'm'));
    assert.match(translated, new RegExp(`^\\[English\\]\\(\\.\\./${name}\\)$`, 'm'));
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
