// Builds the offline file: the page with all its files inside, for opening from disk without a network.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { root, StepError } from '../steps.mjs';
import { builtModules } from './built.mjs';
import { withFirstNumbers } from './first_numbers.mjs';
import { hashOf, substitute, textOf, withStyle } from './inline.mjs';
import { licenseComment } from './licenses.mjs';
import { isLater } from './parts.mjs';

const stateBlock = '<script type="application/json" id="paramscope-state">null</script>';

/** The library's engine, which only elements with a time line load: the file holds none. */
const leftOut = 'paramscope-engine.wasm';

/** Bundles the script and lists the names of the wasm files it needs. */
async function bundleScript(emcc) {
  const wanted = new Set();
  const plugin = builtModules({
    folder: emcc,
    wasm: (name) => {
      if (isLater(name)) return 'export default undefined;';
      if (name === leftOut) return `export default () => Promise.reject(new Error('${name} is not in this file'));`;
      wanted.add(name);
      return `import { embeddedWasm } from './web/offline/embedded.js'; export default () => embeddedWasm('${name}');`;
    },
    edition: "export const edition = 'offline'; export const site = undefined;",
  });
  const text = await textOf('web/offline/start.js', { format: 'iife', plugins: [plugin] });
  if (/<\/script|<!--/i.test(text)) throw new StepError('The script of the offline file would end its own element.');
  // The bundler asks for them in any order; each build has them in the same.
  return { text, wanted: [...wanted].sort() };
}

/** Makes the policy of a page that of the offline file: its own script by its hash, and no addresses. */
function withPolicy(html, script) {
  const [, style] = /style-src ([^;]*)/.exec(html);
  const policy = `default-src 'none'; script-src ${hashOf(script)} 'wasm-unsafe-eval'; style-src ${style}; img-src data: blob:; worker-src blob:; `
    + "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types paramscope-opener";
  return substitute(html, /(?<=http-equiv="Content-Security-Policy" content=")[^"]*/, policy);
}

function iconAddress() {
  return `data:image/svg+xml;base64,${readFileSync(join(root, 'web/pwa/icon.svg'), 'base64')}`;
}

/** Writes dist/paramscope.html from web/index.html; `emcc` is the folder of Emscripten's output. */
export async function bundleOffline(emcc, dist) {
  const script = await bundleScript(emcc);
  const wasm = script.wanted.map((name) => (
    `<script type="application/wasm" id="${name}">${gzipSync(readFileSync(join(emcc, name)), { level: 9 }).toString('base64')}</script>\n`));

  let html = await withFirstNumbers(await withStyle(readFileSync(join(root, 'web/index.html'), 'utf8')), emcc);
  html = withPolicy(html, script.text);
  html = substitute(html, /(?=<\/head>)/, `  ${stateBlock}\n`);
  html = substitute(html, / *<script src[^>]*><\/script>\n/g, '');
  html = substitute(html, /(?=<\/body>)/, `${wasm.join('')}<script>${script.text}</script>\n`);
  html = substitute(html, /(?<=<link rel="icon"[^>]* href=")[^"]*/, iconAddress());
  html = html.replace(/ *<link rel="(modulepreload|preload|manifest|apple-touch-icon)"[^>]*>\n/g, '');
  html = substitute(html, /(?<=<!doctype html>)\n/i, `\n<!--\n${licenseComment()}\n-->\n`);
  writeFileSync(join(dist, 'paramscope.html'), html);
  checkWasm(html, emcc, script.wanted);
}

/** Ends the build unless the wasm inside the file equals the hosted one. */
function checkWasm(html, emcc, names) {
  for (const name of names) {
    const [, base64] = new RegExp(`<script type="application/wasm" id="${name}">([^<]*)</script>`).exec(html) ?? [];
    const same = base64 && gunzipSync(Buffer.from(base64, 'base64')).equals(readFileSync(join(emcc, name)));
    if (!same) throw new StepError(`The offline file's ${name} differs from the hosted one.`);
  }
}
