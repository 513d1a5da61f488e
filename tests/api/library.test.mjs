// The library under node, from its package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { library, packageFolder } from '../support/site.mjs';

const { configure, format, formats, conventions, parse, ParamscopeError, preset, presets, versions } = await import(library);

const mlp = `d = 4
h = 8
input = (2, d)
Sequential(
  (0): Linear(d, h)
  (1): ReLU()
  (2): Linear(h, 3)
)`;

test('counts a text', async () => {
  const report = (await parse(mlp, { name: 'mlp' })).report();
  assert.deepEqual(report.variables, { d: 4, h: 8 });
  assert.equal(report.totals.parameters, 4 * 8 + 8 + 8 * 3 + 3);
  assert.equal(report.totals.flops, 2 * 2 * (4 * 8 + 8 * 3));
  assert.deepEqual(report.nodes.map(({ path, status }) => [path, status]), [['', 'counted'], ['0', 'counted'], ['1', 'zero'], ['2', 'counted']]);
  assert.deepEqual(report.nodes[1].output, [2, 8]);
});

test('reads bytes as well', async () => {
  const model = await parse(new TextEncoder().encode('\uFEFFLinear(2, 3)\r\n'));
  assert.equal(model.report().totals.parameters, 9);
});

test('settings change the count, not the model', async () => {
  const model = await parse(mlp);
  const cases = [
    [{ set: { h: 16 } }, 16 * 8 + 3],
    [{ set: { h: '2*d' } }, 8 * 8 + 3],
    [{ set: { h: 10n, d: '1' } }, 10 * 2 + 33],
    [{}, 8 * 8 + 3],
  ];
  for (const [settings, parameters] of cases) assert.equal(model.report(settings).totals.parameters, parameters);
  for (const input of ['5,4', '(5, 4)', [5, 4], [[5, 4]], [5n, '2*2']]) {
    assert.equal(model.report({ input }).totals.macs, 5 * (4 * 8 + 8 * 3));
  }
  assert.equal(model.report({ convention: 'macs' }).totals.flops, model.report().totals.macs);
});

test('a misspelt hyper-parameter is reported', async () => {
  const { diagnostics } = (await parse(mlp)).report({ set: { hidden: 16 } });
  assert.match(diagnostics.at(-1).message, /'hidden'/);
});

test('integers beyond 2^53 are exact', async () => {
  const model = await parse('d = 2\nSequential(\n  (0): Linear(d, d, bias=False)\n)');
  const { totals, variables } = model.report({ set: { d: 2n ** 40n + 1n } });
  assert.equal(variables.d, 2 ** 40 + 1);
  assert.equal(totals.parameters, (2n ** 40n + 1n) ** 2n);
  assert.equal(model.explain('0', { set: { d: 2 ** 40 } }).total.result, 2n ** 80n);
});

test('digits in a text stay a text', async () => {
  const name = '12345678901234567890 \\" {"$integer":"1"}';
  const model = await parse(`# ${name}\nd = 1  # 98765432109876543210\nSequential(\n  (a): Linear(d, 1)  # 11111111111111111111\n)`);
  const report = model.report();
  assert.ok(report.notes.some((note) => note.includes(name)));
  assert.equal(report.definitions[0].comment, '98765432109876543210');
});

test('formulas in every notation', async () => {
  const model = await parse('d_model = 8\nInner(\n  (a): Linear(d_model, 4*d_model)\n  (b): Mystery()\n)');
  assert.equal(model.formula('a'), '4*d_model^2 + 4*d_model');
  assert.equal(model.formula('a', 'unicode'), '4·d_model² + 4·d_model');
  assert.equal(model.formula('a', 'latex'), '4 d_{\\mathrm{model}}^{2} + 4 d_{\\mathrm{model}}');
  assert.equal(model.formula('a', 'mathml').match(/<msub>/g).length, 2);
  assert.equal(model.formula('b', 'plain', { of: 'macs' }), null);
});

test('explains a number', async () => {
  const model = await parse(mlp);
  const { total, layer, named, parts, approximation } = model.explain('0');
  assert.deepEqual([total.formula, total.numbers, total.result], ['d·h + h', '4·8 + 8', 40]);
  assert.deepEqual(total.values, { d: 4, h: 8 });
  assert.deepEqual(parts.map(({ subject }) => subject), ['weight', 'bias']);
  assert.deepEqual([layer.formula, layer.numbers, layer.numbers_differ], ['d_in·d_out + d_out', '4·8 + 8', false]);
  assert.deepEqual(layer.sizes[0], { symbol: 'd_in', meaning: 'in_features', value: 4, made_of: '' });
  assert.equal(named.formula, 'd·h + h');
  assert.equal(approximation, null, 'the leading term is off by 20 %');
  assert.deepEqual(model.explain('0', { set: { d: 100 } }).approximation, { formula: 'd·h', value: 800, error: '0.99%' });
});

test('a report in every format', async () => {
  const report = (await parse(mlp)).report({ set: { h: 5 }, device: 'H100' });
  const total = 4 * 5 + 5 + 5 * 3 + 3;
  const expected = { model: /h = 5/, map: /<title>0: 25<\/title>/, strip: /<title>0: 25<\/title>/, roofline: /H100, forward/, timeline: /memory of inference/, 'badge-flops': /FLOPs/, 'badge-memory': /memory/ };
  for (const name of await formats()) assert.match(format(report, name), expected[name] ?? new RegExp(total), name);
  assert.equal(JSON.parse(format(report, 'json')).totals.parameters, total);
  assert.match(format(report, 'strip', { width: 360 }), /^<svg [^>]* width="360" /);
  assert.ok(format(report, 'csv', { depth: 0 }).split('\n').length < format(report, 'csv').split('\n').length);
});

test('every preset is counted', async () => {
  for (const { name, title } of await presets()) {
    const model = await preset(name);
    assert.equal(model.name, title);
    assert.ok(model.report().totals.parameters > 0, name);
  }
});

test('what there is', async () => {
  assert.deepEqual((await conventions()).map(({ name }) => name).slice(0, 2), ['flops', 'macs']);
  assert.match(versions.library, /^\d+\.\d+\.\d+$/);
  assert.deepEqual([versions.report, versions.link], [1, 1]);
});

const wrongs = [
  { what: 'a text that is no model', ask: () => parse('Linear(2, 3'), code: 'model', at: [1, 7] },
  { what: 'an unknown symbol', ask: async () => (await parse('Sequential(\n  (0): Linear(2, q)\n)')).report(), code: 'model', at: [2, 18] },
  { what: 'a setting', ask: async () => (await parse(mlp)).report({ set: { h: '2 +' } }), code: 'setting', at: [1, 4] },
  { what: 'a setting that is no number', ask: async () => (await parse(mlp)).report({ set: { h: NaN } }), code: 'argument' },
  { what: 'a negative size', ask: async () => (await parse(mlp)).report({ set: { h: -4 } }), code: 'model', at: [5, 18] },
  { what: 'an input', ask: async () => (await parse(mlp)).report({ input: '1;;2' }), code: 'input', at: [1, 3] },
  { what: 'an input that is not a shape', ask: async () => (await parse(mlp)).report({ input: { batch: 1 } }), code: 'argument' },
  { what: 'a convention', ask: async () => (await parse(mlp)).report({ convention: 'bogus' }), code: 'convention' },
  { what: 'a format', ask: async () => format((await parse(mlp)).report(), 'yaml'), code: 'format' },
  { what: 'a report of somebody else', ask: () => format({}, 'json'), code: 'argument' },
  { what: 'a path', ask: async () => (await parse(mlp)).formula('9'), code: 'path' },
  { what: 'a notation', ask: async () => (await parse(mlp)).formula('', 'values'), code: 'argument' },
  { what: 'a preset', ask: () => preset('../etc'), code: 'preset' },
  { what: 'a source', ask: () => parse({}), code: 'argument' },
  { what: 'settings that are null', ask: async () => (await parse(mlp)).report(null), code: 'argument' },
  { what: 'settings that are a text', ask: async () => (await parse(mlp)).report('h=5'), code: 'argument' },
  { what: 'a set that is null', ask: async () => (await parse(mlp)).report({ set: null }), code: 'argument' },
  { what: 'a convention that is a symbol', ask: async () => (await parse(mlp)).report({ convention: Symbol('macs') }), code: 'argument' },
  { what: 'options that are null', ask: () => parse(mlp, null), code: 'argument' },
  { what: 'a name that is a symbol', ask: () => parse(mlp, { name: Symbol('mlp') }), code: 'argument' },
  { what: 'a preset that is a symbol', ask: () => preset(Symbol('gpt2')), code: 'argument' },
  { what: 'a depth that is a BigInt', ask: async () => (await parse(mlp)).format('text', { depth: 1n }), code: 'argument' },
  { what: 'a depth that is no number', ask: async () => (await parse(mlp)).format('text', { depth: NaN }), code: 'argument' },
  { what: 'a width that is too small for a strip', ask: async () => (await parse(mlp)).format('strip', { width: 239 }), code: 'argument' },
  { what: 'a format that is a symbol', ask: async () => (await parse(mlp)).format(Symbol('text')), code: 'argument' },
  { what: 'a path that is a symbol', ask: async () => (await parse(mlp)).formula(Symbol('0')), code: 'argument' },
  { what: 'a path that is null', ask: async () => (await parse(mlp)).explain(null), code: 'argument' },
  { what: 'a subject that is a symbol', ask: async () => (await parse(mlp)).formula('', 'plain', { of: Symbol('macs') }), code: 'argument' },
  { what: 'a place for the wasm that is null', ask: () => configure(null), code: 'argument' },
];
for (const { what, ask, code, at = [undefined, undefined] } of wrongs) {
  test(`wrong: ${what}`, async () => {
    await assert.rejects(async () => ask(), (error) => {
      assert.ok(error instanceof ParamscopeError && error instanceof Error);
      assert.deepEqual([error.code, error.line, error.column], [code, ...at]);
      assert.match(error.message, /\w+ \w+/);
      return true;
    });
  });
}

test('types of every shipped text are known', async () => {
  const totalsOf = async (text) => (await parse(text)).report().totals;
  const embeddings = await totalsOf('ASTEmbeddings(\n  (dropout): Dropout(p=0.0)\n)');
  assert.equal(embeddings.parameters_complete, false, 'of transformers.txt: it has tensors that print() hides');
  const norms = await totalsOf('ModernBertModel(\n  (final_norm): LayerNorm((768,), eps=1e-05)\n)');
  assert.equal(norms.parameters, 768, 'of transformers_variants.txt: its norms have no bias');
});

test('a deleted model reports an error, and may be deleted again', async () => {
  const model = await parse(mlp);
  const other = await parse(mlp);
  model.delete();
  model.delete();
  assert.throws(() => model.report(), { code: 'released' });
  assert.equal(other.report().totals.parameters, 67);
});

/** Reads and counts many models, and checks that the memory of the process does not grow. */
async function fillMemory(afterEach) {
  const text = `Sequential(\n${Array.from({ length: 2000 }, (_, i) => `  (${i}): Linear(3, ${i + 1})`).join('\n')}\n)`;
  const resident = () => Math.round(process.memoryUsage().rss / 2 ** 20);
  let before;
  for (let round = 0; round < 30; ++round) {
    if (round === 5) before = resident();
    const model = await parse(text);
    model.formula();
    await afterEach(model);
  }
  assert.ok(resident() - before < 120, `grew from ${before} to ${resident()} MiB`);
}

test('memory is given back by delete()', () => fillMemory((model) => model.delete()));

test('memory of forgotten models is given back', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  await fillMemory(async () => {
    await setTimeout();
    collectGarbage();
  });
});

test('an argument of a wrong type does not restart the engine', async () => {
  const [model, other] = [await parse(mlp), await parse(mlp)];
  for (const ask of [() => model.format('text', { depth: 1n }), () => model.formula(Symbol('0')), () => model.report({ set: { h: {} } })]) {
    assert.throws(ask, { code: 'argument' });
  }
  for (const each of [model, other]) assert.equal(each.report().totals.parameters, 67);
});

test('a model too large for the engine is an error, and the engine lives on', async () => {
  await assert.rejects(parse(new Uint8Array(40 << 20).fill(0x28)), { name: 'ParamscopeError' });
  assert.equal((await parse(mlp)).report().totals.parameters, 67);
});

test('texts of any bytes are read', async () => {
  const bytes = Buffer.concat([Buffer.from('# '), Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]), Buffer.from('\nLinear(2, 3)')]);
  const model = await parse(new Uint8Array(bytes), { name: 'invalid UTF-8' });
  assert.equal(model.report().totals.parameters, 9);
  const { definitions, totals } = (await parse('größe = 2  # 深度 🙂\nLinear(größe, 3)')).report({ set: { größe: '4' } });
  assert.deepEqual([definitions[0].name, definitions[0].comment, totals.parameters], ['größe', '深度 🙂', 15]);
});

test('a text of millions of characters in a report stays whole', async () => {
  const model = await parse(`# ${'x'.repeat(8_400_000)}\nd = 2\nLinear(d, d, bias=False)`);
  const report = model.report({ set: { d: 2n ** 40n } });
  assert.equal(report.totals.parameters, 2n ** 80n);
  assert.equal(Math.max(...report.notes.map((note) => note.length)), 8_400_000);
});

test('the shipped models are the command line’s', async () => {
  const printed = spawnSync(process.execPath, [join(packageFolder, 'cli.mjs'), '--list-presets'], { encoding: 'utf8' }).stdout;
  const listed = printed.split('\n').map((line) => /^\s*(\S+)\s{2,}(.*\S)/.exec(line)).filter(Boolean).slice(1).map(([, name, title]) => [name, title]);
  assert.deepEqual((await presets()).map(({ name, title }) => [name, title]), listed);
});
