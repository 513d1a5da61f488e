// Shipped files stay within their size budget.
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { compare, complaint, titles, weigh } from '../../scripts/size.mjs';

const site = fileURLToPath(new URL('../../build/web-release/dist', import.meta.url));
const weights = weigh(site, 'gzip');
const { holds, items } = compare(weights);

for (const item of items) {
  test(`within its budget: ${item.name}`, { skip: holds ? false : 'the budget is for another Emscripten' }, () => {
    assert.ok(item.is <= item.atMost, complaint(item));
  });
}

test('whatever is weighed has a title', () => {
  assert.deepEqual(Object.keys(titles), Object.keys(weights));
});
