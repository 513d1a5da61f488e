// scripts/README.md names every script, and none that is not there.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../scripts/', import.meta.url);

test('scripts/README.md has every script', () => {
  const text = readFileSync(new URL('README.md', folder), 'utf8');
  const named = [...text.matchAll(/`((?:\w+\/)?\w+\.mjs)\b/g)].map(([, name]) => name);
  for (const name of named) assert.ok(existsSync(new URL(name, folder)), name);
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.mjs'))) assert.ok(named.includes(name), name);
});
