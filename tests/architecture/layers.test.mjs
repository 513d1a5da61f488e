// The folders of src/ are layers: each may include only itself and the folders listed here. docs has the same picture.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { draw, picture } from '../../scripts/architecture/draw.mjs';
import { files, folders, includes } from '../../scripts/architecture/includes.mjs';

const allowed = {
  base: [],
  algebra: ['base'],
  model: ['base', 'algebra'],
  layers: ['base', 'algebra', 'model'],
  count: ['base', 'algebra', 'model', 'layers'],
  adjust: ['base', 'algebra', 'model', 'layers', 'count'],
  formats: ['base', 'algebra', 'model', 'layers', 'count'],
  open: ['base', 'algebra', 'model', 'layers', 'count'],
  transfer: ['base', 'algebra', 'model', 'layers', 'count'],
  presets: ['base'],
  shipped: ['base'],
  platform: ['base', 'shipped', 'count', 'adjust'],
  app: ['base', 'algebra', 'model', 'layers', 'count', 'transfer', 'formats', 'presets', 'platform'],
  hub: ['base', 'algebra', 'model', 'count', 'formats'],
  bindings: ['base', 'shipped', 'algebra', 'model', 'layers', 'count', 'adjust', 'formats', 'open', 'transfer', 'hub'],
  headless: ['base', 'formats', 'shipped', 'platform', 'app', 'bindings'],
  cli: ['base', 'algebra', 'model', 'layers', 'count', 'adjust', 'formats', 'open', 'presets', 'hub'],
};
const engine = ['base', 'algebra', 'model', 'layers', 'count', 'adjust', 'transfer', 'formats', 'open', 'presets', 'hub'];
const foreign = /imgui|emscripten|GLFW|GLES|\bgl\.h/i;

for (const folder of folders()) {
  test(`src/${folder} includes only the layers above it`, () => {
    const known = allowed[folder];
    assert.ok(known, `src/${folder} has no place in the list of layers`);
    for (const file of files(folder)) {
      for (const include of includes(file)) {
        const layer = include.split('/')[0];
        const isForeignLayer = layer in allowed && include.includes('/') && layer !== folder;
        assert.ok(!isForeignLayer || known.includes(layer), `${file} includes ${include}`);
        if (engine.includes(folder)) assert.doesNotMatch(include, foreign, `${file} includes ${include}`);
      }
    }
  });
}

test('sentences stay in their folder: each messages.h is included by its own folder only', () => {
  for (const file of folders().flatMap(files)) {
    const tables = includes(file).filter((include) => include.endsWith('/messages.h'));
    const folderOf = (path) => path.replace(/\/[^/]*$/, '');
    assert.ok(tables.length <= 1, `${file} includes two tables`);
    for (const table of tables) assert.ok(`${folderOf(file)}/`.startsWith(`${folderOf(table)}/`), `${file} includes ${table}`);
  }
});

test('the document is pure: app/document draws nothing', () => {
  for (const file of files('app/document')) {
    for (const include of includes(file)) assert.doesNotMatch(include, /imgui|app\/(dialogs|editor|inspector|pictures|shell|tree)\//, `${file} includes ${include}`);
  }
});

test('docs/architecture.svg is drawn from the present sources', () => {
  assert.equal(readFileSync(picture, 'utf8'), draw(), 'run: node scripts/architecture/draw.mjs');
});
