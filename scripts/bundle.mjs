// Builds the shipped files, build/<preset>/dist, from the sources in web/ and Emscripten's output.
//   node scripts/bundle.mjs [preset]     web-release by default
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { digestOf } from './bundle/digest.mjs';
import { main, root, say } from './steps.mjs';

/** The files and folders of the repository that the bundle depends on. */
const inputs = (emcc) => ['web', 'src/presets', 'src/layers/blocks', 'src/layers/copies', 'src/layers/types', 'src/open/config/known', 'scripts/bundle', 'scripts/types', 'scripts/bundle.mjs', 'package.json', 'package-lock.json',
  'README.md', 'README.zh.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'CITATION.cff', 'renovate.json', 'LICENSE', 'licenses', 'docs', 'python/README.md', 'python/README.zh.md', 'tests/fuzz/README.md', 'tests/golden/README.md', 'examples/README.md', 'examples/README.zh.md',
  ...readdirSync(join(root, emcc)).filter((name) => /\.(js|mjs|wasm)$/.test(name)).map((name) => `${emcc}/${name}`)];

/** Builds the dist folder of a preset unless it is up to date. Returns its path. */
export async function bundle(preset = 'web-release') {
  const emcc = `build/${preset}/web`;
  const dist = join(root, 'build', preset, 'dist');
  const record = join(root, 'build', preset, 'dist.digest');
  const digest = `${digestOf(inputs(emcc))} ${process.env.GITHUB_REPOSITORY ?? ''}`;
  if (existsSync(dist) && existsSync(record) && readFileSync(record, 'utf8') === digest) return dist;

  say('Bundling');
  const { bundleIcons, bundleServiceWorker } = await import('./bundle/installable.mjs');
  const { makeParts } = await import('./bundle/parts.mjs');
  const { bundleSite, checkReferences } = await import('./bundle/site.mjs');
  const { bundleOffline } = await import('./bundle/offline.mjs');
  const { bundlePackage } = await import('./bundle/package.mjs');
  const { bundleRemote } = await import('./bundle/remote.mjs');
  const { bundlePages } = await import('./bundle/about/site_pages.mjs');
  const { copyLicenses, licenseComment } = await import('./bundle/licenses.mjs');
  const making = `${dist}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  await bundleSite(join(root, emcc), makeParts(join(root, emcc)), making);
  copyLicenses(making);
  await bundleOffline(join(root, emcc), making);
  const commandLine = readFileSync(join(root, emcc, 'cli.mjs'), 'utf8');
  writeFileSync(join(making, 'cli.mjs'), `#!/usr/bin/env node\n/*\n${licenseComment()}\n*/\n${commandLine}`, { mode: 0o755 });
  copyFileSync(join(root, emcc, 'cli.wasm'), join(making, 'cli.wasm'));
  await bundleRemote(join(making, 'cli.remote.mjs'));
  await bundlePackage(join(root, emcc), making);
  bundleIcons(making);
  await bundlePages(making);
  await bundleServiceWorker(making);
  checkReferences(making);

  rmSync(dist, { recursive: true, force: true });
  renameSync(making, dist);
  writeFileSync(record, digest);
  return dist;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => console.log(await bundle(process.argv[2])));
}
