// docs/api.md is current, and says something about everything.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { declarationsOf } from '../../scripts/types/declarations.mjs';
import { apiReference } from '../../scripts/types/reference.mjs';

test('the reference of the library is that of its types: node scripts/api.mjs writes it', () => {
  assert.equal(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8'), apiReference());
});

test('every export has a comment, and every one is in the reference', () => {
  const text = apiReference();
  for (const file of ['web/api/paramscope.d.ts', 'web/element/element.d.ts']) {
    const declarations = declarationsOf(new URL(`../../${file}`, import.meta.url));
    assert.ok(declarations.length > 3);
    for (const { name, comment } of declarations) {
      assert.ok(comment, name);
      assert.match(text, new RegExp(`^#### ${name}$`, 'm'));
    }
  }
});
