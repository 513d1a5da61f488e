// Chinese has exactly one row for every message of the scripts and every word of the interface and the element. For the
// engine's messages: tests/unit/messages_test.cpp.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { english as elementWords, idOf } from '../../web/element/words.js';
import { english as hubMessages } from '../../web/hub/messages.js';
import { english as messages } from '../../web/languages/messages.js';
import { readTables } from '../../web/languages/table.js';

const path = (name) => new URL(`../../${name}`, import.meta.url).pathname;
const read = (name) => readFileSync(path(name), 'utf8');
const tables = readTables(path('web/languages/zh'));

/** `{Word::Name, "id", "English"}`, where a long sentence is written in parts. */
const row = /\{Word::\w+,\s*"([^"]*)",\s*((?:"[^"]*"\s*)+)\}/g;
const interfaceRows = [...read('src/app/words/words.cpp').matchAll(row)].map(([, id, parts]) => [id, parts.replace(/"\s*"|^"|"\s*$/g, '')]);
const elementRows = Object.entries(elementWords).map(([name, english]) => [idOf(name), english]);

const expected = {
  interface: Object.fromEntries(interfaceRows),
  element: Object.fromEntries(elementRows),
  page: messages,
  hub: hubMessages,
};

const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

for (const [name, english] of Object.entries(expected)) {
  test(`zh/${name}.txt has the ids and holes of the English`, () => {
    assert.ok(Object.keys(english).length > 20);
    assert.deepEqual(Object.keys(tables[name]).sort(), Object.keys(english).sort());
    for (const [id, text] of Object.entries(english)) assert.deepEqual(holes(tables[name][id]), holes(text), id);
  });
}

test('failures: every row has its place in the script', () => {
  const script = read('web/page/failure.js');
  for (const id of Object.keys(tables.failures)) {
    const parts = id.split('.').slice(1);
    const [name, part] = parts.length === 2 ? parts : [undefined, parts[0]];
    assert.ok(part && script.includes(part), id);
    if (name) assert.ok(script.includes(`'${name.replaceAll('_', '-')}': {`), id);
  }
});

test('no id is in two tables', () => {
  const ids = Object.entries(tables).filter(([name]) => name !== 'models').flatMap(([, rows]) => Object.keys(rows));
  assert.deepEqual(ids.filter((id, i) => ids.indexOf(id) !== i), []);
});

test('translations use Chinese punctuation', () => {
  for (const [name, rows] of Object.entries(tables)) {
    for (const [id, text] of Object.entries(rows)) assert.doesNotMatch(text, /\p{Script=Han}[,;:!?]/u, `${name}: ${id}`);
  }
});
