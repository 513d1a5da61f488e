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
