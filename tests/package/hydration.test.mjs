// A page that a server wrote with the element in it, and that React or Vue takes over: neither finds anything else than the server wrote.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { build } from 'esbuild';

import { serve } from '../../scripts/serve.mjs';
import { openPage } from '../browser/support.mjs';
import { runIn } from '../support/consumer.mjs';
import { missing, project } from './installed.mjs';

const servers = [];
after(async () => {
  for (const server of servers) await server.close();
});

/** An app with a button that makes the model deeper, and the total that the element reports. */
const frameworks = {
  react: {
    'app.js': `
      import 'paramscope/element';
      import { createElement as h, StrictMode, useEffect, useRef, useState } from 'react';
      function App() {
        const [layers, setLayers] = useState(12);
        const [total, setTotal] = useState('');
        const element = useRef(null);
        useEffect(() => {
          const shown = element.current;
          const tell = () => setTotal(String(shown.report.totals.parameters));
          if (shown.report) tell();
          shown.addEventListener('report', tell);
          return () => shown.removeEventListener('report', tell);
        }, []);
        return h('main', null, h('button', { onClick: () => setLayers(24) }, 'deeper'), h('output', null, total),
          h('param-scope', { preset: 'gpt2', set: 'layers=' + layers, ref: element }, h('p', null, 'GPT-2')));
      }
      export const app = h(StrictMode, null, h(App));`,
    'server.js': `
      import { renderToString } from 'react-dom/server';
      import { app } from './app.js';
      console.log(renderToString(app));`,
    'client.js': `
      import { hydrateRoot } from 'react-dom/client';
      import { app } from './app.js';
      await customElements.whenDefined('param-scope');
      hydrateRoot(document.querySelector('#app'), app);`,
  },
  vue: {
    'app.js': `
      import 'paramscope/element';
      import { createSSRApp, h, ref } from 'vue';
      export const app = createSSRApp({
        setup() {
          const layers = ref(12), total = ref('');
          return () => h('main', null, [h('button', { onClick: () => { layers.value = 24; } }, 'deeper'), h('output', null, total.value),
            h('param-scope', { preset: 'gpt2', set: 'layers=' + layers.value, onReport: (event) => { total.value = String(event.detail.report.totals.parameters); } }, [h('p', null, 'GPT-2')])]);
        },
      });`,
    'server.js': `
      import { renderToString } from 'vue/server-renderer';
      import { app } from './app.js';
      console.log(await renderToString(app));`,
    'client.js': `
      import { app } from './app.js';
      await customElements.whenDefined('param-scope');
      app.mount('#app');`,
  },
};
for (const [name, files] of Object.entries(frameworks)) {
  test(`${name} takes over what the server wrote, without a difference, and sets the element`, { skip: missing(name) }, async () => {
    const folder = project(`hydration-${name}`, { files });
    const written = runIn(folder, process.execPath, 'server.js').trim();
    assert.match(written, /<param-scope preset="gpt2" set="layers=12"><p>GPT-2<\/p><\/param-scope>/);
    // The development build tells differences.
    const define = { 'process.env.NODE_ENV': '"development"', __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true' };
    await build({ absWorkingDir: folder, entryPoints: ['client.js'], bundle: true, format: 'esm', splitting: true, outdir: 'dist', define });
    runIn(folder, 'sh', '-c', 'cp node_modules/paramscope/*.wasm dist/');
    writeFileSync(join(folder, 'dist/index.html'), `<!doctype html><title>A page</title><link rel="icon" href="data:,"><div id="app">${written}</div><script type="module" src="client.js"></script>`);
    const server = await serve(join(folder, 'dist'));
    servers.push(server);
    const page = await openPage({ url: server.url, ready: false });
    const says = (text) => page.waitForFunction((wanted) => document.querySelector('output').textContent === wanted, text);
    await says('124439808');
    await page.getByRole('button', { name: 'deeper' }).click();
    await says('209494272');
    assert.deepEqual(page.problems, []);
  });
}
