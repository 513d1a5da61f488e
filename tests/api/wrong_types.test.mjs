// Random calls of the library with values of wrong types: each is refused with a sentence, and the engine goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { library } from '../support/site.mjs';

const { format, parse, ParamscopeError, preset } = await import(library);

/** Random whole numbers below a limit, the same in each run. */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const simple = [
  null, undefined, true, 1n, -1, 0.5, NaN, Infinity, 2 ** 70, Symbol('s'), () => 1, '', 'x', '\0', '\ud800', 'a'.repeat(5000), '=cmd|calc',
  [], {}, [null], [[]], [Symbol('t')], new Map(), /x/, new Date(NaN), Object.create(null), new Uint8Array(3), new Float64Array(2),
  Object.assign([], { length: 3 }), new Proxy({}, {}), new ArrayBuffer(1), Promise.resolve(1), 'json', 'mathml', 'parameters',
];
const fields = ['set', 'input', 'convention', 'depth', 'of', 'notation', 'name', '__proto__', 'constructor'];

/** Any value: a simple one, or an object or array of such. */
function anything(random, depth = 0) {
  const kind = depth < 2 ? random(4) : 0;
  if (kind === 1) return { [fields[random(fields.length)]]: anything(random, depth + 1) };
  if (kind === 2) return Array.from({ length: random(3) }, () => anything(random, depth + 1));
  return simple[random(simple.length)];
}

const text = 'd = 4\ninput = (1, d)\nNet(\n  (l): Linear(d, 8)\n)';

test('calls with values of wrong types are refused, and the engine goes on', async () => {
  const model = await parse(text);
  const report = model.report();
  const calls = {
    report: (a) => model.report(a),
    nodes: (a) => model.nodes(a),
    format: (a, b) => model.format(a, b),
    'format, options': (a) => model.format('text', a),
    formula: (a, b, c) => model.formula(a, b, c),
    'formula, options': (a) => model.formula('', 'plain', a),
    explain: (a, b) => model.explain(a, b),
    'explain, options': (a) => model.explain('', a),
    'format of a report': (a, b, c) => format(a, b, c),
    'format of a report, options': (a) => format(report, 'text', a),
    'parse, options': (a) => parse(text, a),
    preset: (a) => preset(a),
    parse: (a) => (typeof a === 'string' ? undefined : parse(a)),
  };
  const random = generator(20261122);
  const names = Object.keys(calls);
  for (let i = 0; i < 600; ++i) {
    const name = names[random(names.length)];
    try {
      await calls[name](anything(random), anything(random), anything(random));
    } catch (error) {
      assert.ok(error instanceof ParamscopeError, `${name}, call ${i}: ${error?.stack ?? String(error)}`);
      assert.ok(!['crashed', 'released', 'load'].includes(error.code), `${name}, call ${i}: ${error.code}: ${error.message}`);
      assert.doesNotMatch(error.message, /undefined|\[object|out of memory/, `${name}, call ${i}`);
    }
  }
  assert.equal(model.report().totals.parameters, 40, 'the engine was not restarted');
});

test('wrong types have plain sentences', async () => {
  const model = await parse(text);
  const cases = [
    [() => model.format('text', { depth: 1n }), 'depth must be a number'],
    [() => model.format('text', { depth: Symbol('s') }), 'depth must be a number'],
    [() => model.report(null), 'settings must be an object'],
    [() => parse('Linear(2, 2)', null), 'options must be an object'],
    [() => preset(Symbol('s')), 'name must be a string'],
    [() => model.report({ set: { d: Symbol('s') } }), 'set.d must be a number, a BigInt or an expression as text'],
    [() => model.report({ input: 5 }), 'input must be a text or an array of sizes'],
    [() => format({}), 'format() takes a report of Model.report() or a comparison of Model.compare()'],
  ];
  for (const [call, message] of cases) {
    await assert.rejects(async () => call(), { name: 'ParamscopeError', code: 'argument', message });
  }
});
