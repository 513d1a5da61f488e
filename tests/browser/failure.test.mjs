// What a person sees where the program cannot run.
import { strict as assert } from 'node:assert';
import { test } from 'node:test';

import { openPage } from './support.mjs';

const causes = {
  'no WebGL 2': {
    prepare: (page) => page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === 'webgl2' ? null : original.call(this, kind, ...rest);
      };
    }),
    says: /WebGL 2/,
  },
  'no WebAssembly': {
    prepare: (page) => page.addInitScript(() => { delete window.WebAssembly; }),
    says: /WebAssembly/,
  },
  'the script is missing': {
    prepare: (page) => page.route('**/assets/program-*.js', (route) => route.abort()),
    says: /could not be loaded.*program-/,
  },
  'the program is missing': {
    prepare: (page) => page.route('**/paramscope-app-*.wasm', (route) => route.fulfill({ status: 404 })),
    says: /could not be loaded.*paramscope-app-.*404/,
  },
};

for (const [name, { prepare, says }] of Object.entries(causes)) {
  test(`explains itself: ${name}`, async () => {
    const page = await openPage({ prepare, ready: false });
    await page.waitForSelector('html[data-paramscope=failed]', { timeout: 10000 });
    assert.match(await page.innerText('[role=alert]'), says);
  });
}
