// How sentences are recognized and said in another language.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { readTable, shippedTable } from '../../web/languages/table.js';
import { Translator } from '../../web/languages/translator.js';

const table = `# for writers
[interface]
Close
    关闭
{0} parameters
    {0} 个参数
[models]
width
    宽度
[engine]
expected {0*} but found {1*}
    应为{0}，实为{1}
expected {0*} but found {1}, of which there are {2}
    应为{0}，而有 {2} 个{1}
the end of the line
    行尾
'{0}' has {1} of {2}
    {2} 个中“{0}”有 {1} 个
not closed{0*}
    没有闭合{0}
: {0} is open
    ：{0} 开着
{0}: {1*}
    {0}：{1}
[phrases]
at most {0}
    至多 {0}
a comma
    逗号
`;
const translator = new Translator(shippedTable(readTable(table)));

const sentences = {
  'the end of the line': '行尾',
  'expected a comma but found the end of the line': '应为逗号，实为行尾',
  'expected at most 3 but found x': '应为至多 3，实为 x',
  "'a' has 1 of 7": '7 个中“a”有 1 个',
  "'' has  of ": ' 个中“”有  个',
  'not closed': '没有闭合',
  'not closed: `A` is open': '没有闭合：`A` 开着',
  'expected a comma but found y, of which there are 2': '应为逗号，而有 2 个 y',
  'name: the end of the line': 'name：行尾',
  'name: whatever': 'name: whatever',
  // Phrases stand inside sentences alone, and a hole without a star gives back what it takes.
  'a comma': 'a comma',
  'at most 3': 'at most 3',
  "'a comma' has 1 of 2": '2 个中“a comma”有 1 个',
  // Nobody's sentences.
  'something else': 'something else',
  '': '',
  '12 parameters': '12 parameters',
};
for (const [english, chinese] of Object.entries(sentences)) {
  test(`says “${english}”`, () => assert.equal(translator.said(english), chinese));
}

test('words are taken as they stand', () => {
  assert.equal(translator.word('{0} parameters'), '{0} 个参数');
  assert.equal(translator.word('width'), '宽度');
  assert.equal(translator.said('width'), '宽度');
  assert.equal(translator.word('the end of the line'), 'the end of the line');
});

test('sentences inside sentences end somewhere', () => {
  const deep = `${'expected '.repeat(20)}x${' but found y'.repeat(20)}`;
  assert.match(translator.said(deep), /^应为.*y$/);
});

test('no sentence is slow', () => {
  const real = new Translator(shippedTable(readTable(readFileSync(new URL('../../web/languages/zh.txt', import.meta.url), 'utf8'))));
  const hostile = ['expected '.repeat(1e5), ' but gets '.repeat(1e5), `'${'a'.repeat(1e6)}`, ' or '.repeat(900), "'{0}'".repeat(800), ': '.repeat(1900), ' and '.repeat(700)];
  for (const text of hostile) assert.equal(typeof real.said(text), 'string');
});

const wrong = {
  '[a]\nEnglish\nEnglish too\n    translation\n': /line 3: “English” has no translation/,
  '[a]\n    translation\n': /line 2: a translation of nothing/,
  '[a]\nx\n    y\nx\n    z\n': /line 5: “x” is translated twice/,
  '[a]\nx\n': /“x” has no translation/,
};
for (const [text, message] of Object.entries(wrong)) {
  test(`a table that is wrong: ${JSON.stringify(text)}`, () => assert.throws(() => readTable(text), message));
}
