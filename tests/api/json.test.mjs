// Parsing of the engine's JSON: integers of any length, texts of any length.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseExact } from '../../web/api/json.js';

const cases = {
  '{"a":9007199254740991,"b":-9007199254740993}': { a: 9007199254740991, b: -9007199254740993n },
  '[12345678901234567890,"12345678901234567890",{"n":null}]': [12345678901234567890n, '12345678901234567890', { n: null }],
  '12345678901234567890': 12345678901234567890n,
  '{"a\\\\":"\\\\","b":"\\"12345678901234567890","c":12345678901234567890}': { 'a\\': '\\', b: '"12345678901234567890', c: 12345678901234567890n },
  '["{\\"$integer\\":\\"1\\"}",12345678901234567890]': ['{"$integer":"1"}', 12345678901234567890n],
};
for (const [json, value] of Object.entries(cases)) {
  test(json, () => assert.deepEqual(parseExact(json), value));
}

test('what is no JSON is a SyntaxError', () => {
  for (const json of ['', '"12345678901234567', '{"a":12345678901234567,"\\', '[12345678901234567']) {
    assert.throws(() => parseExact(json), SyntaxError);
  }
});

for (const [what, character] of Object.entries({ 'a letter': 'x', 'an escape': '\\n', 'a quote': '\\"', 'a backslash': '\\\\' })) {
  test(`a string of 20 million times ${what}`, () => {
    const { text, n } = parseExact(`{"text":"${character.repeat(20_000_000)}","n":12345678901234567890}`);
    assert.deepEqual([text.length, n], [20_000_000, 12345678901234567890n]);
  });
}
