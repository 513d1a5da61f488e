// Builds the pages around the calculator: what it is for (about/) and the documents (docs/), in English and Chinese.
import { join, relative } from 'node:path';
import { build } from 'esbuild';

import { root } from '../../steps.mjs';
import { esbuildOptions } from '../options.mjs';
import { writeAbout } from './about_pages.mjs';
import { writeDocuments } from './document_pages.mjs';

/** Bundles the style and the script of the pages. Returns their paths in the site: { style, script }. */
async function bundleFiles(site) {
  const { metafile } = await build({
    ...esbuildOptions,
    entryPoints: ['web/about/about.css', 'web/about/search.js'],
    entryNames: '[name]-[hash]',
    format: 'esm',
    outdir: join(site, 'about'),
  });
  const paths = Object.keys(metafile.outputs).map((path) => relative(site, join(root, path)));
  return { style: paths.find((path) => path.endsWith('.css')), script: paths.find((path) => path.endsWith('.js')) };
}

/** Writes about/ and docs/ into a built site, whose engine counts the models that they show. */
export async function bundlePages(site) {
  const files = await bundleFiles(site);
  writeDocuments(site, files);
  await writeAbout(site, files);
}
