// Builds the hosted site: every page of web/ with its style inside and its scripts beside it, minified, with relative references
// and names that contain a hash of the content.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

import { root, StepError } from '../steps.mjs';
import { sitePath } from './address.mjs';
import { builtModules, contents } from './built.mjs';
import { withFirstNumbers } from './first_numbers.mjs';
import { substitute, withStyle } from './inline.mjs';
import { esbuildOptions } from './options.mjs';

const web = join(root, 'web');

const names = { entryNames: 'assets/[name]-[hash]', chunkNames: 'assets/[name]-[hash]', assetNames: 'assets/[name]-[hash]' };

/** Writes files into assets/ under hashed names and remembers the names. */
class Assets {
  #from;
  #to;

  /** Emscripten's files are in the first folder of `from` that has them. */
  constructor(from, to) {
    this.#from = from;
    this.#to = to;
  }

  /** Returns the path in the site of `name`, hashed, with these bytes or those of Emscripten's file. */
  place(name, bytes = readFileSync(this.#from.map((folder) => join(folder, name)).find(existsSync))) {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
    const path = `assets/${name.replace(/(?=\.\w+$)/, `-${hash}`)}`;
    mkdirSync(join(this.#to, 'assets'), { recursive: true });
    writeFileSync(join(this.#to, path), bytes);
    return path;
  }
}

/** Returns the path in the site of a module `built:NAME` that is a file there: wasm, or data as JSON. */
const placeBuilt = (assets, name) => (name.endsWith('.wasm') ? assets.place(name) : assets.place(`${name}.json`, contents(name)));

/** Maps each entry's source, relative to the repository, to its output in the site. */
function outputsOf(metafile, site) {
  return Object.fromEntries(Object.entries(metafile.outputs)
    .filter(([, { entryPoint }]) => entryPoint)
    .map(([path, { entryPoint }]) => [entryPoint, relative(site, join(root, path))]));
}

/** Lists the chunks that a module imports before it runs, itself first: a page fetches them all at once. */
function chunksOf(metafile, site, entry) {
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    metafile.outputs[path].imports.filter(({ kind, external }) => kind === 'import-statement' && !external).forEach(({ path: next }) => visit(next));
  };
  visit(relative(root, join(site, entry)));
  return [...found].map((path) => relative(site, join(root, path)));
}

/** Makes an esbuild plugin for classic scripts: keeps their import() calls, with names mapped by `rename`. */
function importedModules(rename) {
  return {
    name: 'imported-modules',
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => (
        kind === 'dynamic-import' ? { path: rename(relative(root, join(resolveDir, path))), external: true } : undefined));
    },
  };
}

/** Lists the local references of a page as { tag, attribute, value }, without fragments. */
function references(html) {
  return [...html.matchAll(/<(script|link|a|iframe|img)\b[^>]*?\b(src|href)="((?:built:|(?![\w+.-]*:|#))[^"]*)"[^>]*>/g)]
    .map(([tag, , , value]) => ({ tag, value }));
}

/**
 * Writes the site's pages, scripts and wasm into the folder `site`; `embed-network.html` is `embed.html` with a policy that lets it reach other hosts. `emcc` is the folder of Emscripten's output, `parts` that
 * of its wasm files that come in parts. Returns the paths of its output: { outputs: source -> path in the site, wasm(name) -> path in the site }.
 */
export async function bundleSite(emcc, parts, site) {
  const assets = new Assets([parts, emcc], site);
  const plugin = builtModules({
    folder: emcc,
    wasm: (name) => `export default new URL('./${basename(placeBuilt(assets, name))}', import.meta.url).href;`,
    shipped: (name) => `import { readJson } from './web/read_json.js';
      const url = /* @__PURE__ */ new URL('./${basename(placeBuilt(assets, name))}', import.meta.url);
      export const load = () => readJson(url);`,
    edition: "export const edition = 'site'; export const site = /* @__PURE__ */ new URL('../', import.meta.url);",
  });
  const options = { ...esbuildOptions, ...names, outdir: site };

  const pages = await Promise.all(readdirSync(web).filter((name) => name.endsWith('.html'))
    .map(async (name) => ({ name, html: await withFirstNumbers(await withStyle(readFileSync(join(web, name), 'utf8')), emcc) })));
  const { html: embed } = pages.find(({ name }) => name === 'embed.html');
  pages.push({ name: 'embed-network.html', html: substitute(embed, /(?<=connect-src 'self')(?=;)/, ' https:') });
  const tags = pages.flatMap(({ html }) => references(html));
  const entries = (test) => [...new Set(tags.filter(test).map(({ value }) => `web/${value}`))];
  const classics = entries(({ tag }) => tag.startsWith('<script') && !/type="module"/.test(tag));
  const modules = new Set(entries(({ tag }) => /type="module"|rel="modulepreload"/.test(tag)));

  // esbuild's 'iife' would turn import() into require().
  const classic = (rename, write) => build({
    ...options,
    write,
    entryPoints: classics,
    format: 'esm',
    banner: { js: '(() => {"use strict";' },
    footer: { js: '})();' },
    define: { 'import.meta.url': 'document.currentScript.src' },
    plugins: [importedModules(rename), plugin],
  });
  modules.add('web/paramscope.js');
  await classic((path) => (modules.add(path), path), false);
  const esm = await build({ ...options, entryPoints: [...modules], format: 'esm', splitting: true, plugins: [plugin] });
  const outputs = outputsOf(esm.metafile, site);
  const scripts = await classic((path) => `./${basename(outputs[path])}`, true);
  Object.assign(outputs, outputsOf(scripts.metafile, site));

  for (const { name, html } of pages) writeFileSync(join(site, name), rewrite(html, { outputs, assets, metafile: esm.metafile, site }));
  writeFileSync(join(site, 'paramscope.js'), `export * from './${outputs['web/paramscope.js']}';\n`);
  if (existsSync(join(web, 'examples'))) cpSync(join(web, 'examples'), join(site, 'examples'), { recursive: true });
  return { outputs, wasm: (name) => assets.place(name) };
}

/** Replaces a page's references to sources by references to the output. */
function rewrite(html, { outputs, assets, metafile, site }) {
  for (const { tag, value } of references(html)) {
    const output = value.startsWith('built:') ? placeBuilt(assets, value.slice('built:'.length)) : outputs[`web/${value}`];
    if (!output) continue;
    const tags = /rel="modulepreload"/.test(tag) ? chunksOf(metafile, site, output).map((path) => tag.replace(value, path)) : [tag.replace(value, output)];
    html = html.replace(tag, () => tags.join('\n  '));
  }
  return html;
}

/** Ends the build if a page of the site refers to a missing file. */
export function checkReferences(site) {
  for (const page of readdirSync(site).filter((name) => name.endsWith('.html'))) {
    for (const { value } of references(readFileSync(join(site, page), 'utf8'))) {
      const path = value.replace(/[?#].*/, '');
      const file = path.startsWith('/') ? path.slice(sitePath().length) : join(dirname(page), path);
      if (path && !existsSync(join(site, file))) throw new StepError(`${page} refers to ${value}, which is not in the site`);
    }
  }
}
