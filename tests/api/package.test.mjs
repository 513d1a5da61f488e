// The npm package: packed, installed in another folder, used from there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { licenses } from '../../scripts/bundle/licenses.mjs';
import { makeConsumer, runIn } from '../support/consumer.mjs';

let consumer;
before(() => {
  consumer = makeConsumer({
    'count.mjs': `
      import { format, parse, preset } from 'paramscope';
      const model = await parse('d = 512\\nSequential(\\n  (0): Linear(d, 4*d)\\n)');
      const gpt2 = await preset('gpt2');
      console.log(JSON.stringify([model.report().totals.parameters, model.formula(), gpt2.report().totals.parameters]));`,
    'use.ts': `
      import { parse, type Report } from 'paramscope';
      import type { ParamScope } from 'paramscope/element';
      const report: Report = (await parse('Linear(2, 3)')).report({ set: { d: 2 } });
      const element: ParamScope | null = document.querySelector('param-scope');
      console.log(report.totals.parameters, element?.report?.totals.parameters);`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom'], types: [] },
      files: ['use.ts'],
    }),
    'server.ts': `
      import { configure, parse } from 'paramscope';
      import wasm from 'paramscope/paramscope.wasm';
      configure({ wasm });
      configure({ wasm: new Uint8Array(8) });
      export const parameters = (await parse(new Uint8Array(3), { name: 'a' })).report().totals.parameters;
      // @ts-expect-error: a number is no model
      await parse(5);`,
    'server.json': JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', lib: ['es2023'], types: [], skipLibCheck: false },
      files: ['server.ts'],
    }),
  });
});
after(() => consumer?.remove());

test('holds what it needs and nothing else', () => {
  const expected = ['LICENSE', 'README.md', 'cli.mjs', 'cli.remote.mjs', 'cli.wasm', 'custom-elements.json', ...Object.keys(licenses).map((name) => `licenses/${name}`), 'package.json', 'paramscope-element.wasm', 'paramscope-open.wasm', 'paramscope.d.ts', 'paramscope.js', 'paramscope.wasm'];
  for (const name of expected) assert.ok(consumer.packed.includes(name), name);
  const strange = consumer.packed.filter((name) => !expected.includes(name) && !/^[\w-]+\.(js|d\.ts)$/.test(name));
  assert.deepEqual(strange, []);
});

test('counts under node', () => {
  const [parameters, formula, gpt2] = JSON.parse(runIn(consumer.folder, process.execPath, 'count.mjs'));
  assert.deepEqual([parameters, formula, gpt2], [512 * 2048 + 2048, '4*d^2 + 4*d', 124439808]);
});

test('brings the command line', () => {
  const report = JSON.parse(runIn(consumer.folder, 'node_modules/.bin/paramscope', '--format', 'json', 'preset:llama-2-7b'));
  assert.equal(report.totals.parameters, 6738415616);
});

const tsc = new URL('../../node_modules/.bin/tsc', import.meta.url).pathname;

test('is typed where it is installed', () => {
  assert.equal(runIn(consumer.folder, tsc, '-p', '.'), '');
});

test('and where there are no types of pages', () => {
  assert.equal(runIn(consumer.folder, tsc, '-p', 'server.json'), '');
});
