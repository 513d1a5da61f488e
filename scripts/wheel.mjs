// `npm run wheel [-- --site FOLDER --programs FOLDER]`: builds the Python package, into build/python/dist: wheels with the native
// program of a platform inside, one for all others, whose program runs in node, and the sdist, which makes the latter.
// --site: a built site; --programs: archives of the program (`npm run ci:archive`). Without them both are built for this machine.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { bundle } from './bundle.mjs';
import { repositoryAddress } from './bundle/options.mjs';
import { setup } from './setup.mjs';
import { ask, build, has, main, root, run } from './steps.mjs';

/** The Python that builds and tests the package: the system's, which has its packages, where another one comes first on the path. */
export const python = process.env.PARAMSCOPE_PYTHON ?? ['/usr/bin/python3'].find(has) ?? 'python3';

/** What a wheel contains beside python/, from the folder of a built site. */
const data = ['paramscope.html', 'cli.mjs', 'cli.remote.mjs', 'cli.wasm'];

/** The first setuptools that takes a license as PEP 639 writes it. */
const setuptoolsOfLicenses = 77;

const folder = join(root, 'build/python');

/** pyproject.toml with the repository's address, and for an old setuptools with the license as it wants it. */
function project() {
  const text = readFileSync(join(root, 'python/pyproject.toml'), 'utf8');
  const address = repositoryAddress();
  const urls = address && `\n[project.urls]\nSource = "${address}"\nIssues = "${address}/issues"\nChangelog = "${address}/blob/main/CHANGELOG.md"\n`;
  const setuptools = parseInt(ask(python, '-c', 'import setuptools; print(setuptools.__version__)'), 10);
  if (setuptools >= setuptoolsOfLicenses) return text + urls;
  const older = text.replace(/^license = "(.*)"$/m, 'license = { text = "$1" }').replace(/^license-files.*\n/m, '');
  return older.replace(/^requires = .*$/m, 'requires = ["setuptools>=61"]') + urls;
}

/** The readme with links that lead to the repository; as words where its address is not known. */
function readme() {
  const text = readFileSync(join(root, 'python/README.md'), 'utf8');
  const address = repositoryAddress();
  return text.replace(/\[([^\]]+)\]\(\.\.\/([^)]+)\)/g, address ? `[$1](${address}/blob/main/$2)` : '$1');
}

/** Lays out in build/python what the packages are made of. */
function layOut(dist) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, 'python'), folder, { recursive: true, filter: (path) => !/__pycache__|\.egg-info/.test(path) });
  mkdirSync(join(folder, 'paramscope/data'));
  for (const name of data) cpSync(join(dist, name), join(folder, 'paramscope/data', name));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'licenses'), join(folder, 'licenses'), { recursive: true });
  writeFileSync(join(folder, 'pyproject.toml'), project());
  writeFileSync(join(folder, 'README.md'), readme());
}

/** Runs a hook of setuptools in build/python, after some lines of Python. */
async function setuptools(hook, before = '') {
  rmSync(join(folder, 'build'), { recursive: true, force: true });
  await run(python, '-c', `import os; os.chdir(${JSON.stringify(folder)})${before}\nfrom setuptools import build_meta; build_meta.${hook}('dist')`);
}

/** Lines of Python by which setuptools names a wheel for these platforms: its own option takes one platform only. */
const forPlatforms = (tag) => `
try: from setuptools.command.bdist_wheel import bdist_wheel
except ImportError: from wheel.bdist_wheel import bdist_wheel
bdist_wheel.get_tag = lambda self: ('py3', 'none', '${tag}')`;

/**
 * The platforms that a native program runs on, as a wheel names them, by the name that its archive has: linux-x86_64. On Linux it
 * matters what the program needs of the C library: nothing if it is linked as a whole, and then it also runs where there is another.
 */
export function platformOf(program, platform) {
  const [system, machine] = platform.split('-');
  if (system === 'macos') return `macosx_11_0_${machine}`;
  const needed = [...ask('readelf', '--version-info', '--wide', program).matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
  if (needed.length > 0) return `manylinux_2_${Math.max(17, ...needed)}_${machine}`;
  return `manylinux_2_17_${machine}.musllinux_1_1_${machine}`;
}

const wheelsIn = (dist) => readdirSync(dist).filter((name) => name.endsWith('.whl')).map((name) => join(dist, name));

/**
 * Builds the packages from the site in `dist` and an archive of the native program for each platform, by its name. Returns the
 * paths of the wheels, the one for all platforms first.
 */
export async function wheels(dist, archives) {
  layOut(dist);
  await setuptools('build_sdist');
  await setuptools('build_wheel');
  const inside = join(folder, 'paramscope/data');
  for (const [platform, archive] of Object.entries(archives)) {
    await run('tar', '-C', inside, '-xzf', archive, 'paramscope');
    await setuptools('build_wheel', forPlatforms(platformOf(join(inside, 'paramscope'), platform)));
  }
  const isPortable = (path) => path.endsWith('-any.whl');
  return wheelsIn(join(folder, 'dist')).sort((a, b) => isPortable(b) - isPortable(a));
}

/** The archives in a folder by platform: { 'linux-x86_64': PATH }. */
export function archivesIn(programs) {
  const platforms = readdirSync(programs).map((name) => [/-((?:linux|macos)-\w+)\.tar\.gz$/.exec(name)?.[1], join(programs, name)]);
  return Object.fromEntries(platforms.filter(([platform]) => platform));
}

/** Builds the site as it is shipped. Returns its folder. */
async function builtSite() {
  await setup('page', 'python');
  await build('web-release');
  return bundle('web-release');
}

async function builtPrograms() {
  await run('npm', 'run', 'ci:archive');
  return join(root, 'build/archives');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { site, programs } = parseArgs({ options: { site: { type: 'string' }, programs: { type: 'string' } } }).values;
    await wheels(site ?? await builtSite(), archivesIn(programs ?? await builtPrograms()));
    console.log(readdirSync(join(folder, 'dist')).map((name) => join(folder, 'dist', name)).join('\n'));
  });
}
