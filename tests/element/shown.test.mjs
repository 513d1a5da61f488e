// What `show` means: parts in their order, and words that are none.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { groupsOf, shownParts } from '../../web/element/shown.js';

test('words of show are parts in their order; without one of them, those of the view', () => {
  const cases = [
    ['parameters formula', '', ['parameters', 'formula'], []],
    ['Formula, PARAMETERS;formula', 'table', ['formula', 'parameters'], []],
    ['colour picture', '', ['picture'], ['colour']],
    ['', 'diagram', ['picture'], []],
    ['', 'compact', ['parameters', 'formula', 'flops', 'memory', 'picture'], []],
    ['others', 'strip', ['picture'], ['others']],
    ['', 'wishful', ['parameters', 'formula', 'flops', 'macs', 'memory', 'others', 'table'], []],
  ];
  for (const [show, view, shown, unknown] of cases) assert.deepEqual(shownParts(show, view), { shown, unknown }, show);
});

test('numbers beside each other are a group, the first one alone', () => {
  assert.deepEqual(groupsOf(['parameters', 'flops', 'formula', 'macs', 'memory']), [['parameters'], ['flops'], ['formula'], ['macs', 'memory']]);
  assert.deepEqual(groupsOf(['formula', 'macs', 'memory', 'flops', 'picture']), [['formula'], ['macs'], ['memory', 'flops'], ['picture']]);
});
