// Rooms (the folders of src/ on all levels) do not include each other in circles, none is crowded, and few headers reach far. What is
// not so yet is listed: a list may only become shorter.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { circles, reach, sizes, sourcesReachedBy } from '../../scripts/architecture/rooms.mjs';

const knownCircles = [
  'open <-> open/checkpoint',
  'open/python/torch <-> open/python/trace',
];

const mostFiles = 30;
const crowded = {
  'base': 35, 'cli': 40, 'model': 32,
};

const mostSources = 50;
/** What everything is made of, models, layers and reports, may be included everywhere; syntax and the evaluator's state in the reader of source code. */
const ground = /^(base|algebra|model|layers|count|open\/python\/(state|syntax))\//;
const farReaching = {
  'app/document/document.h': 64, 'app/document/history.h': 64, 'app/document/source_reading.h': 64, 'app/document/state.h': 62,
  'app/ui/widgets.h': 58, 'app/ui/theme.h': 67, 'app/words/words.h': 69, 'formats/support/numbers.h': 61, 'open/open.h': 61, 'open/support/bytes.h': 76,
  'open/support/opened_model.h': 67, 'platform/fields.h': 60, 'transfer/counter.h': 65,
};

/** Fails where `found` has more than `listed`, and where the list is longer than need be. */
function assertShrinks(found, listed, what) {
  for (const [name, count] of Object.entries(found)) assert.ok(count <= (listed[name] ?? 0), `${name}: ${count} ${what}, ${listed[name] ?? 'not'} listed`);
  for (const name of Object.keys(listed)) assert.ok(name in found, `${name} need not be listed any more`);
}

const above = (counts, most) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count > most));

test('no two rooms include each other, but those that are listed', () => {
  assert.deepEqual(circles(), knownCircles);
});

test(`no room has more than ${mostFiles} files, but those that are listed`, () => {
  assertShrinks(above(sizes(), mostFiles), crowded, 'files');
});

test(`no header reaches more than ${mostSources} sources, but those that are listed`, () => {
  const headers = Object.entries(above(reach(), mostSources)).filter(([header]) => !ground.test(header));
  assertShrinks(Object.fromEntries(headers), farReaching, 'sources');
});

test('syntax and state reach no source outside of the reader of source code', () => {
  const outside = sourcesReachedBy(/^open\/python\/(state|syntax)\//).filter((source) => !source.startsWith('open/python/'));
  assert.deepEqual(outside, []);
});
