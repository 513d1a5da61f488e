// Changes of a state, as sent in messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readChanges, readState, withChanges } from '../../web/share/state.js';

const present = { text: 'Linear(d, 4)', name: 'Mine', set: { d: '8' }, input: '1,8', convention: 'macs', memory: { zero: '3' }, device: 'H100', view: 'app', selection: 'fc' };

const cases = {
  'nothing': [{}, present],
  'a setting: the others go': [{ set: { e: '9' } }, { ...present, set: { e: '9' } }],
  'another input': [{ input: '2,8' }, { ...present, input: '2,8' }],
  'another text starts over': [{ text: 'ReLU()' }, { text: 'ReLU()', convention: 'macs', memory: { zero: '3' }, device: 'H100', view: 'app' }],
  'a preset starts over': [{ preset: 'gpt2', set: { H: '1' } }, { preset: 'gpt2', convention: 'macs', memory: { zero: '3' }, device: 'H100', view: 'app', set: { H: '1' } }],
  'other switches of memory': [{ memory: {}, device: 'T4' }, { ...present, memory: {}, device: 'T4' }],
};

for (const [name, [changes, expected]] of Object.entries(cases)) {
  test(`changes a state by ${name}`, () => {
    const { ...without } = withChanges(present, readChanges(changes));
    assert.deepEqual(without, expected);
  });
}

test('a change need not name a model', () => {
  assert.deepEqual(readChanges({ set: { d: '1' }, unknown: 1, input: undefined }), { set: { d: '1' } });
});

test('a state sets at most 1000 hyper-parameters', () => {
  const set = (count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, '1']));
  assert.equal(Object.keys(readState({ preset: 'gpt2', set: set(1000) }).set).length, 1000);
  assert.throws(() => readState({ preset: 'gpt2', set: set(1001) }), { code: 'too-large', message: 'The field “set” is too long.' });
});

test('switches of memory are texts, at most 100', () => {
  assert.throws(() => readChanges({ memory: 'zero' }), { code: 'wrong-type' });
  assert.throws(() => readChanges({ memory: { zero: 3 } }), { code: 'wrong-type' });
  assert.throws(() => readChanges({ memory: ['3'] }), { code: 'wrong-type' });
  assert.throws(() => readChanges({ device: {} }), { code: 'wrong-type' });
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`s${i}`, '1']));
  assert.throws(() => readChanges({ memory: many }), { code: 'too-large' });
});
