// Builds the pages around the calculator: what it is for (about/) and the documents (docs/), in English and Chinese, and what tells others of
// them: heads for previews, the map of the site, the page for addresses that lead to nothing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

import { root } from '../../steps.mjs';
import { siteAddress, sitePath } from '../address.mjs';
import { esbuildOptions } from '../options.mjs';
import { writeAbout } from './about_pages.mjs';
import { writeDocuments } from './document_pages.mjs';
import { lists, pageOf } from './documents.mjs';
import { template, wordSlots, write, writePage } from './frame.mjs';
import { headLines, siteMap } from './head.mjs';
import { fill } from './html.mjs';
import { words } from './words.mjs';

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

/** Puts lines into the head of a page that is written. */
function addToHead(site, page, lines) {
  const path = join(site, page);
  writeFileSync(path, readFileSync(path, 'utf8').replace('</head>', () => `${lines.map((line) => `  ${line}\n`).join('')}</head>`));
}

/** What a page that is written says of itself: { title, description }. */
function ownWords(site, page) {
  const html = readFileSync(join(site, page), 'utf8');
  return { title: /<title>(.*)<\/title>/.exec(html)[1], description: /<meta name="description" content="(.*)">/.exec(html)[1] };
}

/** Puts what previews and search engines are told into the heads of the calculator and the examples. */
function describePages(site) {
  addToHead(site, 'index.html', headLines({ page: 'index.html', language: 'en', title: 'Paramscope', description: words.en.description, kind: 'calculator' }));
  for (const name of readdirSync(join(site, 'examples')).filter((each) => each.endsWith('.zh.html'))) {
    const pages = { en: `examples/${name.replace('.zh.html', '.html')}`, zh: `examples/${name}` };
    for (const [language, page] of Object.entries(pages)) addToHead(site, page, headLines({ page, language, ...ownWords(site, page), kind: 'document', pages }));
  }
}

/** Writes the page that a host shows for an address that leads to nothing. It may be shown at any depth, so its links begin at the host. */
function writeMissing(site, files) {
  const to = (path) => sitePath() + path.replace(/^\.$/, '');
  const content = fill(template('missing.html'), { ...wordSlots('en'), ...wordSlots('zh', 'zh_'), site: to('.'), documents: to(pageOf(lists.en)) });
  writePage(site, { page: '404.html', language: 'en', title: `${words.en.notFound} · Paramscope`, kind: 'about', content, files, to, head: ['<meta name="robots" content="noindex">'] });
}

/** Writes what search engines ask for. The map needs whole addresses. */
function writeForRobots(site) {
  const address = siteAddress();
  write(site, 'robots.txt', `User-agent: *\nAllow: /\n${address && `Sitemap: ${address}sitemap.xml\n`}`);
  const pages = readdirSync(site, { recursive: true }).map((name) => name.replaceAll('\\', '/')).filter((name) => /^((about|docs|examples)\/.*|index)\.html$/.test(name));
  if (address) write(site, 'sitemap.xml', siteMap(address, pages.sort()));
}

/** Writes about/ and docs/ into a built site, whose engine counts the models that they show. */
export async function bundlePages(site) {
  const files = await bundleFiles(site);
  writeDocuments(site, files);
  await writeAbout(site, files);
  describePages(site);
  writeMissing(site, files);
  writeForRobots(site);
}
