// Parsing and writing of the `set` attribute.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseSet, writeSet } from '../../web/element/settings.js';

const cases = {
  '': {},
  ' ; \n ': {},
  'layers=24': { layers: '24' },
  'layers = 24 ; d=4*h;': { layers: '24', d: '4*h' },
  'd=min(a, b); e=32k': { d: 'min(a, b)', e: '32k' },
  'd=1\ne=2': { d: '1', e: '2' },
  '层数=6': { 层数: '6' },
  'd=a==b': { d: 'a==b' },
};

for (const [text, expected] of Object.entries(cases)) {
  test(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseSet(text), expected));
}

test('takes any name for a name', () => {
  assert.deepEqual(Object.entries(parseSet('__proto__=3')), [['__proto__', '3']]);
});

for (const text of ['layers', 'layers=', '=3', 'a b=3', 'd=1; x']) {
  test(`reports the error in ${text}`, () => {
    assert.throws(() => parseSet(text), { name: 'ParamscopeError', code: 'setting', message: /name=value/ });
  });
}

test('writes what it reads', () => {
  const values = { layers: 24, d: '4*h', n: 10n };
  assert.deepEqual(parseSet(writeSet(values)), { layers: '24', d: '4*h', n: '10' });
});
