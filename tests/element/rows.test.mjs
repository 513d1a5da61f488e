// The module tree of a report's list of nodes.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { firstDepth, outline, shareOf } from '../../web/element/rows.js';

const node = (depth) => ({ depth });
const levels = (...counts) => counts.flatMap((count, depth) => Array.from({ length: count }, () => node(depth)));

const depths = [
  ['a small tree is opened whole', levels(1, 3, 6), undefined, 2],
  ['levels that make it long stay closed', levels(1, 3, 60), undefined, 1],
  ['one level is opened even when it is long', levels(1, 60), undefined, 1],
  ['as asked', levels(1, 3, 60), 2, 2],
  ['nothing, as asked', levels(1, 3), 0, 0],
  ['more than there is', levels(1, 3), 9, 1],
  ['not thousands of rows at once', levels(1, 3, 10_000), 5, 1],
  ['no modules', [], undefined, 1],
];
for (const [name, nodes, asked, expected] of depths) {
  test(`opens at first: ${name}`, () => assert.equal(firstDepth(nodes, asked), expected));
}

test('knows parents, children and positions', () => {
  const entries = outline([node(0), node(1), node(2), node(3), node(1), node(2)]);
  assert.deepEqual(entries.map(({ position }) => position), [1, 1, 1, 1, 2, 1]);
  assert.deepEqual(entries.map(({ children }) => children.length), [2, 1, 1, 0, 1, 0]);
  assert.equal(entries[3].parent, entries[2]);
});

test('shares count all instances', () => {
  assert.equal(shareOf({ parameters: 5, instances: 12 }, 120), 0.5);
  assert.equal(shareOf({ parameters: 10n ** 30n, instances: 1 }, 2n * 10n ** 30n), 0.5);
  assert.equal(shareOf({ parameters: null, instances: 1 }, 10), 0);
  assert.equal(shareOf({ parameters: 5, instances: null }, 10), 0);
  assert.equal(shareOf({ parameters: 0, instances: 1 }, 0), 0);
});
