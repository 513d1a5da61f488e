// The folders of src/ are layers: each may include only itself and those above it in this list.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = new URL('../../src/', import.meta.url).pathname;

const allowed = {
  base: [],
  algebra: ['base'],
  model: ['base', 'algebra'],
  layers: ['base', 'algebra', 'model'],
  count: ['base', 'algebra', 'model', 'layers'],
  formats: ['base', 'algebra', 'model', 'layers', 'count'],
  open: ['base', 'algebra', 'model'],
  presets: ['base'],
  shipped: ['base'],
  platform: ['base', 'shipped'],
  app: ['base', 'algebra', 'model', 'layers', 'count', 'formats', 'presets', 'platform'],
  bindings: ['base', 'shipped', 'algebra', 'model', 'layers', 'count', 'formats', 'open'],
  cli: ['base', 'algebra', 'model', 'layers', 'count', 'formats', 'open', 'presets'],
};
const engine = ['base', 'algebra', 'model', 'layers', 'count', 'formats', 'open', 'presets'];
const foreign = /imgui|emscripten|GLFW|GLES|\bgl\.h/i;

const files = (folder) =>
  readdirSync(join(source, folder), { recursive: true })
    .filter((name) => /\.(cpp|h)$/.test(name))
    .map((name) => join(folder, name));
const includes = (file) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/^\s*#include\s+[<"]([^>"]+)[>"]/gm)].map((match) => match[1]);

for (const folder of readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  test(`src/${folder.name} includes only the layers above it`, () => {
    const known = allowed[folder.name];
    assert.ok(known, `src/${folder.name} has no place in the list of layers`);
    for (const file of files(folder.name)) {
      for (const include of includes(file)) {
        const layer = include.split('/')[0];
        const isForeignLayer = layer in allowed && include.includes('/') && layer !== folder.name;
        assert.ok(!isForeignLayer || known.includes(layer), `${file} includes ${include}`);
        if (engine.includes(folder.name)) assert.doesNotMatch(include, foreign, `${file} includes ${include}`);
      }
    }
  });
}
