// Chinese has exactly one row for every message of the scripts and every word of the element, and the interface uses all of its
// texts. For the messages of the engine and the interface: tests/unit/messages_test.cpp.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { files } from '../../scripts/architecture/includes.mjs';
import { english as elementWords, idOf } from '../../web/element/words.js';
import { english as hubMessages } from '../../web/hub/messages.js';
import { english as messages } from '../../web/languages/messages.js';
import { readTables } from '../../web/languages/table.js';

const path = (name) => new URL(`../../${name}`, import.meta.url).pathname;
const read = (name) => readFileSync(path(name), 'utf8');
const tables = readTables(path('web/languages/zh'));

const elementRows = Object.entries(elementWords).map(([name, english]) => [idOf(name), english]);

const expected = {
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

test('the interface uses every text of its table', () => {
  const sources = ['app', 'headless'].flatMap(files).filter((file) => !file.endsWith('/messages.h'));
  const uses = new Set(sources.flatMap((file) => [...read(`src/${file}`).matchAll(/"(\w+)"/g)].map(([, id]) => `interface.${id}`)));
  const ids = Object.keys(tables.interface);
  assert.ok(ids.length > 300);
  assert.deepEqual(ids.filter((id) => !uses.has(id)), []);
});

test('the templates that the interface hands to the block diagram have the holes of its own', () => {
  const own = read('src/formats/pictures/diagram/diagram.h');
  for (const name of ['more', 'call']) {
    const [, english] = new RegExp(`string_view ${name} = "(.*)";`).exec(own);
    assert.deepEqual(holes(tables.interface[`interface.block_${name}`]), holes(english), name);
  }
});

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
