// The package where there is no page: under node, by every condition of its manifest.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { makeConsumer, runIn } from '../support/consumer.mjs';

let consumer;
before(() => {
  consumer = makeConsumer({
    'server.mjs': `
      import { ParamScope } from 'paramscope/element';
      import { parse } from 'paramscope';
      import { parse as same } from 'paramscope/engine';
      const model = await parse('Linear(2, 3)');
      console.log(JSON.stringify([typeof ParamScope, parse === same, model.report().totals.parameters, typeof globalThis.customElements]));`,
    'page.mjs': `
      import 'paramscope';
      import 'paramscope/element';
      console.log(JSON.stringify('imported'));`,
    'common.cjs': `
      const { parse } = require('paramscope');
      parse('Linear(2, 3)').then((model) => console.log(model.report().totals.parameters));`,
    // As jsdom does in Vitest: arrays of another global object, while TextEncoder still gives node's.
    'other_arrays.mjs': `
      import vm from 'node:vm';
      globalThis.Uint8Array = vm.runInNewContext('Uint8Array');
      const { parse } = await import('paramscope');
      const [model, listing] = [await parse('Linear(2, 3)'), await parse('fc.weight torch.Size([2, 3])')];
      console.log(JSON.stringify([model.report().totals.parameters, listing.report().totals.parameters]));`,
  });
});
after(() => consumer?.remove());

test('the element is imported without a window, and the library counts', () => {
  assert.deepEqual(JSON.parse(runIn(consumer.folder, process.execPath, 'server.mjs')), ['function', true, 9, 'undefined']);
});

test('so are the entries that a bundler for pages takes', () => {
  for (const condition of ['browser', 'worker', 'development']) {
    assert.equal(JSON.parse(runIn(consumer.folder, process.execPath, `--conditions=${condition}`, 'page.mjs')), 'imported');
  }
});

/** Whether node's require() takes modules: from 20.19 and 22.12 on. */
const requiresModules = process.features.require_module ?? false;

test('require() takes the library where node requires modules', { skip: !requiresModules }, () => {
  assert.equal(JSON.parse(runIn(consumer.folder, process.execPath, '--no-warnings', 'common.cjs')), 9);
});

test('texts are counted where arrays are of another global object than those of TextEncoder', () => {
  assert.deepEqual(JSON.parse(runIn(consumer.folder, process.execPath, 'other_arrays.mjs')), [9, 6]);
});
