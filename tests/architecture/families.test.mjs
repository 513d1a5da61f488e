// A family of transformers says what differs from its base, and nothing again that the base says (docs/configs.md).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../src/open/config/architectures/', import.meta.url);

/** Keys ("hidden_size" → its line) and definitions ("$Attention" → all of its lines) of one family. */
function readFamily(head, text) {
  const [, types, base] = /^\[([^\]:]+)(?::\s*([\w.-]+))?\]/.exec(head);
  const keys = Object.fromEntries([...text.matchAll(/^(?! )([\w.]+)[\w, .]* [?:]?==? .*?(?=\s*(#.*)?$)/gm)].map(([line, name]) => [name, line]));
  const definitions = {};
  for (const [line, name] of text.matchAll(/^(\S+)\(.*\n(?: .*\n)*\)$/gm)) definitions[name] = (definitions[name] ?? '') + line;
  return { types: types.split(',').map((type) => type.trim()), base, said: { ...keys, ...definitions } };
}

/** Every family of all files, by the types that it is for. */
function readFamilies() {
  const families = new Map();
  for (const file of readdirSync(folder)) {
    const parts = readFileSync(new URL(file, folder), 'utf8').split(/^(?=\[)/m);
    for (const part of parts.filter((each) => each.startsWith('['))) {
      const end = part.indexOf('\n');
      const family = readFamily(part.slice(0, end), part.slice(end + 1));
      for (const type of family.types) families.set(type, family);
    }
  }
  return families;
}

test('no family says again what its base says', () => {
  const families = readFamilies();
  assert.ok(families.size > 350, `${families.size} types`);
  const repeated = [];
  for (const [type, { base, said }] of families) {
    for (const [name, lines] of Object.entries(said)) {
      let above = families.get(base);
      while (above && !(name in above.said)) above = families.get(above.base);
      if (above?.said[name] === lines) repeated.push(`${type}: ${name}, as ${above.types[0]}`);
    }
  }
  assert.deepEqual(repeated, []);
});
