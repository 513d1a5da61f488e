// Makes the site installable: manifest, icons, and a service worker with the list of the build's files.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { build } from 'esbuild';

import { root } from '../steps.mjs';
import { esbuildOptions } from './options.mjs';

const pwa = join(root, 'web/pwa');

/** The icon for systems that crop it: no rounded corners, and the mark well inside. */
function maskable(svg) {
  return svg.replace(/(id="ground".*?) rx="\d+"/, '$1').replace('id="mark"', 'id="mark" transform="translate(56 56) scale(.8)"');
}

function draw(svg, size) {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

/** Writes the manifest and the icons. */
export function bundleIcons(site) {
  const svg = readFileSync(join(pwa, 'icon.svg'), 'utf8');
  mkdirSync(join(site, 'icons'));
  const icons = {
    'icon.svg': svg,
    'icon-192.png': draw(svg, 192),
    'icon-512.png': draw(svg, 512),
    'maskable-512.png': draw(maskable(svg), 512),
    'apple-touch-icon.png': draw(maskable(svg), 180),
  };
  for (const [name, bytes] of Object.entries(icons)) writeFileSync(join(site, 'icons', name), bytes);
  copyFileSync(join(pwa, 'manifest.webmanifest'), join(site, 'manifest.webmanifest'));
}

/** Files that the service worker keeps only when somebody has asked for them: a copy of the whole page, what takes its place where it cannot draw. */
const isRarelyAsked = (name) => /^paramscope\.html$|^licenses\/|^paramscope\.js$|^assets\/paramscope-element-|^icons\/(maskable|icon-)|^embed/.test(name);

/** The readers first: the next text may be code. */
const isOfReaders = (name) => /^assets\/paramscope-open(\.(config|code|count))?-/.test(name);
const byNeed = (a, b) => Number(isOfReaders(b)) - Number(isOfReaders(a));

/** Lists the files of the installed page, without those that other sites download and the pages about it. */
function filesOf(site) {
  return readdirSync(site, { recursive: true }).map((name) => name.replaceAll('\\', '/')).sort()
    .filter((name) => statSync(join(site, name)).isFile() && !/^(package|examples|about|docs)\/|^assets\/paramscope-engine-|^cli\.|^(service-worker\.js|404\.html|robots\.txt|sitemap\.xml)$/.test(name));
}

/** Writes the service worker; call it last, when the site is complete. */
export async function bundleServiceWorker(site) {
  const digest = (bytes) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
  const files = Object.fromEntries(filesOf(site).map((name) => [name, digest(readFileSync(join(site, name)))]));
  const kept = Object.keys(files).filter((name) => !isRarelyAsked(name)).sort(byNeed);
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  await build({
    ...esbuildOptions,
    entryPoints: ['web/pwa/service-worker.js'],
    outdir: site,
    format: 'iife',
    plugins: [{
      name: 'files',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^built:files$/ }, ({ path }) => ({ path, namespace: 'built' }));
        onLoad({ filter: /./, namespace: 'built' }, () => ({
          contents: `export const version = '${version}'; export const files = ${JSON.stringify(files)}; export const kept = ${JSON.stringify(kept)};`,
        }));
      },
    }],
  });
}
