// Every word of the interface is there in Chinese, and the table holds no other.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { wordsIn } from '../../web/element/words.js';
import { readTable } from '../../web/languages/table.js';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const table = readTable(read('web/languages/zh.txt'));

/** Words that are the same in every language, and the names of the languages. */
const same = ['A', 'B', 'B − A', 'B ÷ A', 'CSV', 'English', 'iframe', 'JSON', 'LaTeX', 'Markdown', 'Unicode', '中文'];

const words = [...read('src/app/ui/words.cpp').matchAll(/\{Word::\w+,\s*"([^"]*)"\}/g)].map(([, english]) => english);
const unique = [...new Set(words)].sort();

test('every word of the interface is translated', () => {
  assert.ok(words.length > 200);
  assert.deepEqual([...Object.keys(table.interface), ...same].sort(), unique);
});

test('every word of the element is translated', () => {
  const asked = [];
  wordsIn(new Proxy({}, { get: (_, english) => { asked.push(english); } }));
  assert.deepEqual(Object.keys(table.element).sort(), [...new Set(asked)].sort());
});

test('what is said of failures is still said', () => {
  const script = read('web/page/failure.js');
  for (const english of Object.keys({ ...table.failures, ...table.disk })) assert.ok(script.includes(`'${english}'`), english);
});

test('a translation has the holes of its English, and is Chinese', () => {
  for (const [part, entries] of Object.entries(table)) {
    for (const [english, chinese] of Object.entries(entries)) {
      const holes = (text) => [...new Set([...text.matchAll(/\{(\d)\*?\}/g)].map(([, place]) => place))].sort();
      assert.deepEqual(holes(chinese), holes(english), `[${part}] ${english}`);
      assert.match(chinese, /[\p{Script=Han}（，。：；]/u, `[${part}] ${english}`);
      assert.doesNotMatch(chinese, /\{\d\*\}|\p{Script=Han}[,;:!?]/u, `[${part}] ${chinese}: Chinese has marks of its own`);
    }
  }
});
