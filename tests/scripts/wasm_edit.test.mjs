// Wasm files that share a memory and a table: data moves from one to the other.
import { strict as assert } from 'node:assert';

import { moveData } from '../../scripts/bundle/wasm_edit.mjs';
import { test } from '../support/shuffled.mjs';

const section = (id, ...body) => [id, body.length, ...body];
const text = (value) => [value.length, ...Buffer.from(value)];
const fileOf = (...sections) => Buffer.from([0, ...Buffer.from('asm'), 1, 0, 0, 0, ...sections.flat()]);
const [types, functions, code] = [section(1, 1, 0x60, 0, 0), section(3, 1, 0), section(10, 1, 2, 0, 0x0b)];

/** A file that exports its memory with "abcdef" at 200 and a table of two places, and one that imports both, and expects one place. */
const holder = fileOf(types, functions, section(4, 1, 0x70, 1, 2, 2), section(5, 1, 0, 1), section(7, 2, ...text('m'), 2, 0, ...text('t'), 1, 0), section(12, 1), code,
  section(11, 1, 0, 0x41, 0xc8, 1, 0x0b, ...text('abcdef')), section(0, ...text('name')));
const taker = fileOf(types, section(2, 2, ...text('first'), ...text('m'), 2, 0, 1, ...text('first'), ...text('t'), 1, 0x70, 1, 1, 1), functions, code);

/** What is in the memory at first, and with the second file. */
function contents([first, second]) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(first));
  const read = () => Buffer.from(instance.exports.m.buffer.slice(200, 206)).toString('latin1').replaceAll('\0', '.');
  const before = read();
  new WebAssembly.Instance(new WebAssembly.Module(second), { first: instance.exports });
  return [before, read()];
}

for (const [range, before] of [[[202, 204], 'ab..ef'], [[0, 202], '..cdef'], [[204, 900], 'abcd..'], [[0, 900], '......'], [[0, 0], 'abcdef']]) {
  test(`data from ${range[0]} to ${range[1]} comes with the other file`, () => {
    assert.deepEqual(contents(moveData(holder, taker, range)), [before, 'abcdef']);
  });
}

test('names are left out', () => {
  assert.ok(!moveData(holder, taker, [0, 0])[0].includes('name'));
});

test('a file that shares no memory is refused', () => {
  assert.throws(() => moveData(holder, holder, [202, 204]), /not shared/);
});
