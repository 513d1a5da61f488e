// Rendering of messages in another language, and reading of translation tables.
import { strict as assert } from 'node:assert';
import { test } from 'node:test';

import { message, messageOf, MessageError, plainMessage } from '../../web/languages/messages.js';
import { readTable } from '../../web/languages/table.js';
import { Translator } from '../../web/languages/translator.js';

const translator = new Translator({
  patterns: {
    'token.found': '应为{expected}，实为 {found}',
    'token.comma': '逗号',
    'page.file_problem': '{name}：{problem}',
    'twice': '{a}{a}{b}',
  },
  titles: { 'GPT-2': 'GPT-2 模型', 'Built from (code): {code} of {file}': '由 {file} 的代码构建：{code}' },
});
const comma = { code: 'token.comma', arguments: {}, message: 'a comma' };
const found = { code: 'token.found', arguments: { expected: comma, found: 'x' }, message: 'expected a comma but found x' };

const rendered = [
  [comma, '逗号'],
  [found, '应为逗号，实为 x'],
  [{ code: 'page.file_problem', arguments: { name: 'a.txt', problem: found }, message: '' }, 'a.txt：应为逗号，实为 x'],
  [{ code: 'token.found', arguments: { expected: '{found}', found: '$&' }, message: '' }, '应为{found}，实为 $&'],
  [{ code: 'twice', arguments: { a: '1' }, message: '' }, '11{b}'],
  [{ code: 'unknown.id', arguments: {}, message: 'its English' }, 'its English'],
  [{ code: null, arguments: {}, message: 'a person’s words' }, 'a person’s words'],
];
for (const [each, text] of rendered) {
  test(`renders ${each.code}: ${text}`, () => assert.equal(translator.message(each), text));
}

test('messages nested without end are rendered to some depth', () => {
  const endless = { code: 'page.file_problem', arguments: { name: 'n' }, message: 'end' };
  endless.arguments.problem = endless;
  assert.match(translator.message(endless), /^(n：)+end$/);
});

test('titles of shipped models are translated, others stay', () => {
  assert.equal(translator.title('GPT-2'), 'GPT-2 模型');
  assert.equal(translator.title('token.comma'), 'token.comma');
  assert.equal(translator.title('Built from (code): Net(d=4) of net.py'), '由 net.py 的代码构建：Net(d=4)');
  assert.equal(translator.title('Built from xcodey: Net of net.py'), 'Built from xcodey: Net of net.py');
});

test('a script’s message has its English', () => {
  const problem = message('link.wrong_type', { field: 'set', expected: message('link.record') });
  assert.equal(problem.message, 'The field “set” should be a list of names and values.');
  const error = new MessageError(problem);
  assert.equal(error.message, problem.message);
  assert.equal(messageOf(error), problem);
  assert.deepEqual(messageOf(new Error('no such host')), plainMessage('no such host'));
});

test('a table is read', () => {
  assert.deepEqual(readTable('# for writers\nlinear.two\n    两个\n\n  # not a comment\n    x\n'), { 'linear.two': '两个', '  # not a comment': 'x' });
});

const wrong = {
  'a.b\na.c\n    translation\n': /line 2: “a.b” has no translation/,
  '    translation\n': /line 1: a translation without an id/,
  'x\n    y\nx\n    z\n': /line 4: “x” is translated twice/,
  'x\n': /“x” has no translation/,
};
for (const [text, problem] of Object.entries(wrong)) {
  test(`a table that is wrong: ${JSON.stringify(text)}`, () => assert.throws(() => readTable(text), problem));
}
