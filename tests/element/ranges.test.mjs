// Ranges of sliders.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { canSlide, positionOf, rangeOf, slideTo, stepAt, valueAt } from '../../web/element/ranges.js';

for (const [value, expected] of [[1, true], [12, true], [0, false], [-3, false], [1.5, false], ['1/2', false], [null, false], [2n ** 60n, false]]) {
  test(`${expected ? 'slides' : 'does not slide'} over ${value}`, () => assert.equal(canSlide(value), expected));
}

for (const [value, expected] of [[1, 1], [15, 1], [16, 2], [768, 64], [1024, 128], [50257, 4096]]) {
  test(`steps by ${expected} at ${value}`, () => assert.equal(stepAt(value), expected));
}

const ranges = [
  [768, 768, { low: 48, high: 12288 }],
  [1, 1, { low: 1, high: 64 }],
  [12, 1, { low: 1, high: 192 }],
  [12, 100000, { low: 1, high: 100000 }],
];
for (const [usual, value, expected] of ranges) {
  test(`ranges around ${usual} at ${value}`, () => assert.deepEqual(rangeOf(usual, value), expected));
}

test('positions and values belong together', () => {
  const range = rangeOf(768, 768);
  assert.equal(positionOf(range, 48), 0);
  assert.equal(positionOf(range, 12288), 1);
  assert.equal(positionOf({ low: 1, high: 1 }, 1), 0);
  assert.equal(valueAt(range, 0), 48);
  assert.equal(valueAt(range, 1), 12288);
  for (const value of [64, 512, 1024, 4096]) assert.equal(valueAt(range, positionOf(range, value)), value);
});

test('catches on the usual value', () => {
  const range = rangeOf(777, 512);
  assert.equal(slideTo(range, positionOf(range, 777) + 0.005, 512, 777), 777);
});

test('a small push is one step, in every place and both ways', () => {
  for (const value of [1, 2, 12, 16, 64, 1024, 12288]) {
    const range = rangeOf(12, value);
    const here = positionOf(range, value);
    const up = slideTo(range, here + 1e-6, value, 12);
    const down = slideTo(range, here - 1e-6, value, 12);
    assert.ok(value === range.high ? up === value : up > value, `${value} up to ${up}`);
    assert.ok(value === range.low ? down === value : down < value, `${value} down to ${down}`);
  }
});
