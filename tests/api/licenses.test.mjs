// Every shipped artefact contains the licences of Paramscope and its libraries.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { licenses } from '../../scripts/bundle/licenses.mjs';
import { root } from '../../scripts/steps.mjs';
import { packageFolder, site } from '../support/site.mjs';

/** Splits a text into words: comments must not contain some pairs of characters, which are separated by spaces there. */
const words = (text) => text.replace(/[-*/]/g, '').split(/\s+/).filter(Boolean).join(' ');

const artefacts = {
  'the site': (name) => readFileSync(join(site, 'licenses', name), 'utf8'),
  'the npm package': (name) => readFileSync(join(packageFolder, 'licenses', name), 'utf8'),
  'the offline file': () => readFileSync(join(site, 'paramscope.html'), 'utf8').replace(/-->.*/s, ''),
  'the command line': () => readFileSync(join(site, 'cli.mjs'), 'utf8').slice(0, 100000),
};

for (const [artefact, text] of Object.entries(artefacts)) {
  test(`every licence is in ${artefact}`, () => {
    for (const [name, file] of Object.entries(licenses)) {
      assert.ok(words(text(name)).includes(words(readFileSync(file, 'utf8'))), name);
    }
  });
}

for (const library of ['dear-imgui', 'zlib', 'rapidjson', 'simdjson', 'tree-sitter', 'tree-sitter-python', 'emscripten', 'minisearch']) {
  test(`${library} is among them`, () => assert.ok(existsSync(licenses[`${library}.txt`])));
}

const compiled = { 'dear-imgui': ['imgui', 'LICENSE.txt'], zlib: ['zlib', 'LICENSE'], simdjson: ['simdjson', 'LICENSE'] };

for (const [library, [name, file]] of Object.entries(compiled)) {
  test(`the licence of ${library} is that of the sources it is compiled from`, () => {
    const sources = join(root, 'build/_deps');
    for (const folder of readdirSync(sources).filter((each) => each.startsWith(`${name}-`))) {
      assert.equal(readFileSync(licenses[`${library}.txt`], 'utf8'), readFileSync(join(sources, folder, file), 'utf8'), folder);
    }
  });
}

for (const [name, file] of [['tree-sitter', 'LICENSE'], ['tree-sitter-python', 'LICENSE'], ['minisearch', 'LICENSE.txt']]) {
  test(`the licence of ${name} is that of the package it is made from`, () => {
    assert.equal(readFileSync(licenses[`${name}.txt`], 'utf8'), readFileSync(join(root, 'node_modules', name, file), 'utf8'));
  });
}
