// What editors and frameworks are told of the element is what it has: its manifest, its types and its document.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { declarationsOf } from '../../scripts/types/declarations.mjs';
import { packageFolder } from '../support/site.mjs';

const { ParamScope } = await import(pathToFileURL(join(packageFolder, 'element.js')));
const manifest = JSON.parse(readFileSync(join(packageFolder, 'custom-elements.json'), 'utf8'));
const [element] = manifest.modules[0].declarations;
const observed = [...ParamScope.observedAttributes].sort();
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the manifest has the attributes that the element observes', () => {
  assert.deepEqual(element.attributes.map(({ name }) => name).sort(), observed);
  for (const { name, description, type } of element.attributes) assert.ok(description && type.text, name);
});

test('so have the types, as properties and as attributes of templates', () => {
  const declarations = declarationsOf(join(packageFolder, 'element.d.ts'));
  const members = (name) => declarations.find((declaration) => declaration.name === name).members;
  const own = observed.filter((name) => name !== 'lang');
  assert.deepEqual(members('ParamScopeAttributes').map(({ name }) => name).sort(), own);
  const properties = new Set(members('ParamScope').map(({ name }) => name));
  for (const name of own) assert.ok(properties.has(name), name);
});

test('properties of the manifest are those of the class', () => {
  const instance = ParamScope.prototype;
  for (const { name, kind } of element.members) assert.ok(name in instance, `${kind} ${name}`);
});

test('the document lists them, and the manifest the styles and parts of the document and of the sources', () => {
  const document = read('docs/element.md');
  const [, table] = /## Attributes\n([^]*?)\n\n(?!\|)(?=A reader)/.exec(document);
  assert.deepEqual([...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).sort(), observed);
  const style = read('web/element/style.css');
  for (const { name } of element.cssProperties) assert.ok(style.includes(name), name);
  assert.deepEqual([...new Set(style.match(/--paramscope-\w+/g))].sort(), element.cssProperties.map(({ name }) => name).sort());
  assert.ok(element.cssParts.some(({ name }) => name === 'totals'));
});
