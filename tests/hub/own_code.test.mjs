// Repositories whose own code is made to be endless, giant, everywhere: what is fetched of it stays small, and one sentence says what was left out.
import { strict as assert } from 'node:assert';
import { after, before } from 'node:test';

import { fetchModel } from '../../web/hub/fetch_model.js';
import { startHub } from '../support/hub_double.mjs';
import { jsonFile, textFile } from '../support/hub_models.mjs';
import { test } from '../support/shuffled.mjs';

const config = (place = 'modeling_own.OwnModel') => jsonFile({ model_type: 'own', auto_map: { AutoConfig: 'configuration_own.OwnConfig', AutoModel: place } });
const named = (count, text) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}.py`, textFile(text(i))]));
const importAll = (count) => Array.from({ length: count }, (_, i) => `from .f${i} import *\n`).join('');
const giant = { bytes: Buffer.from('x = 1\n'), size: 2 ** 33 };

/** [what it is, files beside config.json, the names that are fetched or how many, the sentence about others] */
const cases = [
  ['imports of everything', { 'modeling_own.py': textFile(importAll(1000)), ...named(1000, () => 'x = 1') }, 40, /f39\.py and perhaps more; at most 40 files/],
  ['a chain of imports without an end', { 'modeling_own.py': textFile('from .f0 import x'), ...named(200, (i) => `from .f${i + 1} import x`) }, 40, /f39\.py/],
  ['files that import each other', { 'modeling_own.py': textFile('from .a import x'), 'a.py': textFile('from .b import x\nfrom .modeling_own import y'), 'b.py': textFile('from .a import y\nfrom .b import z') }, ['modeling_own.py', 'a.py', 'b.py']],
  ['a giant file', { 'modeling_own.py': giant, 'configuration_own.py': textFile('') }, ['configuration_own.py'], /modeling_own\.py .* 2 MiB/],
  ['forty giant files', { 'modeling_own.py': textFile(importAll(40)), ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}.py`, giant])) }, ['modeling_own.py'], /f0\.py .* 2 MiB/],
  ['a file of 90,000 imports among 50,000 files', { 'modeling_own.py': textFile(importAll(90_000)), ...named(50_000, () => '') }, 40, /f39\.py/],
  ['a million classes', { 'modeling_own.py': textFile(Array.from({ length: 1_000_000 }, (_, i) => `class A${i}: pass\n`).join('')) }, [], /modeling_own\.py/],
  ['imports that lead out', { 'modeling_own.py': textFile('from ..secret import x\nfrom ...secret import x\nfrom .a.b import x\nfrom .. import secret\nfrom ./x import y\nfrom .%2e%2e import z\n'), 'secret.py': textFile(''), '../secret.py': textFile('') }, ['modeling_own.py']],
  ['long lines', { 'modeling_own.py': textFile(`${' '.repeat(500_000)}from . import${' '.repeat(500_000)}\n${'from '.repeat(100_000)}\nfrom . import ${'a, '.repeat(100_000)}`) }, ['modeling_own.py']],
];
const places = ['../../secret.Own', 'a/../../b.Own', '/etc/passwd.Own', 'https://evil.example/x.Own', '..%2f..%2fsecret.Own', 'x\n.Own', 'x?y.Own', 'x#y.Own', 'secret\u0000.Own', '....Own', '.', '', 'other/name--secret.Own', `${'a'.repeat(100_000)}.Own`];
const maps = [5, 'modeling_own.OwnModel', null, [], { AutoModel: {} }, { AutoModel: [['modeling_own.OwnModel']] }, Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`Auto${i}`, `m${i}.C`]))];

const repositories = Object.fromEntries([
  ...cases.map(([, files], i) => [`org/case${i}`, { files: { 'config.json': config(), ...files } }]),
  ...places.map((place, i) => [`org/place${i}`, { files: { 'config.json': config(place), 'secret.py': textFile(''), '../secret.py': textFile('') } }]),
  ...maps.map((map, i) => [`org/map${i}`, { files: { 'config.json': jsonFile({ model_type: 'own', auto_map: map }), 'secret.py': textFile('') } }]),
  ['org/python', { files: { 'config.json': textFile('{"limits": [0.0, Infinity, -Infinity, NaN], "note": "Infinity \\" NaN", "auto_map": {"AutoModel": "modeling_own.OwnModel"}}'), 'modeling_own.py': textFile('x = 1\n') } }],
  ['org/lies', { files: { 'config.json': config(), 'modeling_own.py': textFile('x'.repeat(3 << 20)) }, listing: JSON.stringify({ siblings: [{ rfilename: 'config.json' }, { rfilename: 'modeling_own.py', size: 10 }] }) }],
]);

let hub;
before(async () => { hub = await startHub(repositories); });
after(() => hub.close());

/** Fetches a model; gives it, and the names of the files of Python that the hub was asked for. */
async function get(name) {
  const from = hub.log.length;
  const model = await fetchModel(name, { endpoint: hub.url, isManual: true, firstPause: 1 });
  const asked = hub.log.slice(from).map(({ path }) => path).filter((path) => path.includes('.py'));
  return { ...model, asked };
}

for (const [i, [what, , expected, sentence]] of cases.entries()) {
  test(`${what}: little is fetched`, { timeout: 20_000 }, async () => {
    const { code, withoutCode, config: found, transfer } = await get(`org/case${i}`);
    assert.ok(found);
    const names = code.map(({ name }) => name);
    if (typeof expected === 'number') assert.equal(names.length, expected);
    else assert.deepEqual(names, expected);
    if (sentence) assert.match(withoutCode.message, sentence);
    else assert.equal(withoutCode, undefined);
    assert.ok(transfer.requests < 100 && transfer.bytes < 20 << 20, `${transfer.requests} requests, ${transfer.bytes} bytes`);
  });
}

test('places that are no modules beside the config are not asked for', async () => {
  for (const [i, place] of places.entries()) assert.deepEqual((await get(`org/place${i}`)).asked, [], place);
  for (const i of maps.keys()) assert.deepEqual((await get(`org/map${i}`)).asked, [], `map ${i}`);
});

test('a config with numbers that JSON has not leads to its code', async () => {
  assert.deepEqual((await get('org/python')).code.map(({ name }) => name), ['modeling_own.py']);
});

test('a file that is larger than the list says is left out', async () => {
  const { code, withoutCode } = await get('org/lies');
  assert.deepEqual(code, []);
  assert.match(withoutCode.message, /modeling_own\.py/);
});
