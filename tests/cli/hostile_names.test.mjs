// Exports of hostile names, read back by parsers.
import assert from 'node:assert/strict';
import test from 'node:test';

import { paramscope } from './support.mjs';

const names = [
  '=cmd|calc', '+1', '@SUM', '-1+1', "=HYPERLINK'x'", 'a,b', 'a"b', "a'b", '<script>alert1</script>', '</svg>', '&amp;', '\\', '\\n', '|', '| b |',
  '`', '$x$', '%', '{}', '](x)', '__proto__', 'constructor', 'ü', '日本', '\u202egnp', '\u200b', '\u2028', 'a\tb', '\x01', '\x7f', '#1', '*', '..', ' a', 'c<a=b', 'Dense<in=3>', 'n'.repeat(1000),
];
const layers = names.map((name, i) => `  (${name}): Linear(${i + 1}, 1, bias=False)\n`);
const model = `Net(\n${layers.join('')}  (last): Linear(1, 1, bias=False)\n)\n`;
const total = names.reduce((sum, _, i) => sum + i + 1, 1);

const written = (format) => {
  const { status, output } = paramscope(['-', '--format', format], model);
  assert.equal(status, 0, format);
  return output;
};

/** The cells of a CSV file (RFC 4180). */
function cells(text) {
  const rows = [[]];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (isQuoted && c === '"' && text[i + 1] === '"') {
      cell += '"';
      ++i;
    } else if (c === '"') {
      isQuoted = !isQuoted;
    } else if (!isQuoted && (c === ',' || c === '\n')) {
      rows.at(-1).push(cell.replace(/\r$/, ''));
      cell = '';
      if (c === '\n') rows.push([]);
    } else {
      cell += c;
    }
  }
  assert.equal(isQuoted, false, 'a quote is not closed');
  return rows.filter((row) => row.length > 0);
}

test('JSON has every module', () => {
  const { totals, nodes } = JSON.parse(written('json'));
  assert.equal(totals.parameters, total);
  assert.equal(nodes.length, names.length + 2);
  for (const name of ['=cmd|calc', 'a"b', '\\', '__proto__', '日本']) assert.ok(nodes.some(({ path }) => path === name), name);
});

test('CSV has a row of as many cells for every module, and none is a formula', () => {
  const [head, ...rows] = cells(written('csv'));
  assert.equal(rows.length, names.length + 2);
  for (const row of rows) {
    assert.equal(row.length, head.length, row.join(';'));
    for (const cell of row) assert.doesNotMatch(cell, /^[=@\t\r]|^[+-](?!\d+(\.\d+)?$)/, cell);
  }
});

test('Markdown has a row of as many cells for every module', () => {
  const rows = written('markdown').split('\n').filter((line) => line.startsWith('|'));
  assert.equal(rows.length, names.length + 4);
  const count = (row) => row.replace(/\\[\\|]/g, '').split('|').length;
  for (const row of rows) assert.equal(count(row), count(rows[0]), row);
  assert.doesNotMatch(rows.join('\n'), /(?<!\\)<(script|\/svg)/);
});

test('LaTeX has closed groups, and a row of as many cells for every module', () => {
  const plain = (text) => text.replace(/\\[\\{}&%$#_]/g, '');
  for (const format of ['latex', 'derivation-latex']) {
    const text = plain(written(format));
    assert.equal(text.split('{').length, text.split('}').length, format);
    assert.equal(text.split('$').length % 2, 1, `${format}: a formula is not closed`);
    assert.doesNotMatch(text, /[%#]/, format);
  }
  const rows = written('latex').split('\n').filter((line) => line.startsWith('\\hspace*'));
  assert.equal(rows.length, names.length + 2);
  for (const row of rows) assert.equal(plain(row).split('&').length, 4, row);
});

test('model text is the same model again', () => {
  const again = paramscope(['-', '--format', 'json'], written('model'));
  assert.equal(again.status, 0, again.errors);
  assert.equal(JSON.parse(again.output).totals.parameters, total);
});

test('formats for people have no control characters', () => {
  for (const format of ['text', 'markdown', 'latex', 'derivation', 'derivation-latex']) {
    assert.doesNotMatch(written(format), /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/, format);
  }
});
