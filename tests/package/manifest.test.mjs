// custom-elements.json is what editors expect: it follows the schema that the custom elements manifest publishes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import Ajv from 'ajv';

import { packageFolder } from '../support/site.mjs';
import { installedFile, missing } from './installed.mjs';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

test('custom-elements.json follows its schema', { skip: missing('schema') }, () => {
  const validate = new Ajv({ strict: false }).compile(read(installedFile('custom-elements-manifest/schema.json')));
  const manifest = read(join(packageFolder, 'custom-elements.json'));
  assert.ok(validate(manifest), JSON.stringify(validate.errors));
  assert.ok(!validate({ ...manifest, schemaVersion: undefined, modules: 1 }), 'the schema refuses what is no manifest');
});
