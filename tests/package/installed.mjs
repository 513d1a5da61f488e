// Folders of other projects with the library installed from its tarball, and with programs from the registry.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { wholePassed } from '../../scripts/test/package_contents.mjs';
import { packed, runIn } from '../support/consumer.mjs';
import { packageFolder } from '../support/site.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The programs, each for tests that need it. They are not devDependencies: together they are larger than the project. */
export const programs = {
  webpack: { webpack: '5', 'webpack-cli': '6' },
  rollup: { rollup: '4', '@rollup/plugin-node-resolve': '16' },
  bun: { bun: '1' },
  next: { next: '16', react: '19', 'react-dom': '19' },
  react: { react: '19', 'react-dom': '19', '@types/react': '19', '@types/react-dom': '19', '@vitejs/plugin-react': 'latest', vite: '8', typescript: '5' },
  vue: { vue: '3', '@vitejs/plugin-vue': 'latest', 'vue-tsc': '3', vite: '8', typescript: '5' },
  svelte: { svelte: '5', '@sveltejs/vite-plugin-svelte': 'latest', 'svelte-check': '4', vite: '8', typescript: '5' },
  vitepress: { vitepress: '1' },
  schema: { 'custom-elements-manifest': '2' },
  astro: { astro: '5', '@astrojs/mdx': '4' },  // the last that run on node 20
  remark: { '@mdx-js/mdx': '3', 'rehype-stringify': '10', 'remark-parse': '11', 'remark-rehype': '11', unified: '11' },
  observable: { '@observablehq/notebook-kit': '2', '@observablehq/inputs': '0.12' },
};

const digestOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Where programs are installed, once for all clones: PARAMSCOPE_CONSUMERS, or in the person's cache. */
const cache = process.env.PARAMSCOPE_CONSUMERS ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paramscope/consumers');

/** The folder of these programs; others than these are in another. */
const folder = join(cache, digestOf(JSON.stringify(programs)));

/** Where the projects of this clone are: below the folder whose programs they use. */
const projects = join(folder, 'projects', `${basename(root)}-${digestOf(root)}`);

const isInstalledIn = (place, name) => existsSync(join(place, 'node_modules', name, 'package.json'));

/** The scripts that packages run after npm has unpacked them, where their program does not work without. */
const installScripts = { bun: 'install.js' };

/** Runs the install script of a package: npm leaves it out where it is told to, and runs none unasked from version 12 on. */
function runInstallScript(place, program) {
  const script = installScripts[program];
  if (!script || !isInstalledIn(place, program)) return { status: 0 };
  return spawnSync('node', [script], { cwd: join(place, 'node_modules', program), encoding: 'utf8' });
}

/** Installs those of `wanted`, [name, version] each, that are not in a place; returns the process that failed, or undefined. */
function installIn(place, wanted) {
  const manifest = join(place, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"name": "consumers", "private": true}');
  const needed = wanted.filter(([name]) => !isInstalledIn(place, name));
  if (needed.length === 0) return undefined;
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', ...needed.map(([name, version]) => `${name}@${version}`)];
  const result = spawnSync('npm', args, { cwd: place, encoding: 'utf8' });
  return [result, ...needed.map(([name]) => runInstallScript(place, name))].find(({ status }) => status !== 0);
}

/** Installs all programs in one call, which takes half the time; the whole is there at once, since other clones may want it now. */
function installAll() {
  if (existsSync(join(folder, 'node_modules'))) return;
  mkdirSync(folder, { recursive: true });
  const place = mkdtempSync(join(folder, 'new-'));
  installIn(place, Object.values(programs).flatMap(Object.entries));
  try {
    renameSync(join(place, 'node_modules'), join(folder, 'node_modules'));
  } catch {
    // Another clone was first, or nothing could be installed.
  }
  rmSync(place, { recursive: true });
}

/** Why programs from the registry are left out, or false: nothing changed that they could see. */
export const unchanged = !process.env.PARAMSCOPE_ALL && wholePassed(packageFolder)
  ? 'all passed with what they can see of the package as it is now; npm test package -- --all runs them again' : false;

/** Installs the programs of `name`; returns why they are not there, or not needed, or false. Says aloud what it could not get. */
export function missing(name) {
  if (unchanged) return unchanged;
  installAll();
  const failed = installIn(folder, Object.entries(programs[name]));
  if (!failed) return false;
  const reason = `${name} could not be installed from the registry: ${(failed.error?.message ?? failed.stderr).trim().split('\n')[0]}`;
  console.log(`SKIPPED: ${reason}`);
  return reason;
}

/** Why a program of the system is not there, or not needed, or false; says aloud what is not there. */
export function absent(name) {
  if (unchanged) return unchanged;
  if (spawnSync(name, ['version']).status === 0) return false;
  const reason = `${name} is not installed (npm run setup -- --tests)`;
  console.log(`SKIPPED: ${reason}`);
  return reason;
}

let tarball;

/** The library as `npm publish` packs it. */
function packedLibrary() {
  mkdirSync(projects, { recursive: true });
  tarball ??= join(projects, packed(runIn(projects, 'npm', 'pack', '--json', packageFolder)).filename);
  return tarball;
}

/** Makes a project with the library installed: `files` by name, or a copy of the folder `from`. Returns its path. */
export function project(name, { files = {}, from } = {}) {
  const path = join(projects, name);
  const library = packedLibrary();
  rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(path, 'node_modules/paramscope'));
  if (from) cpSync(join(root, from), path, { recursive: true, filter: (file) => !/\/(node_modules|dist)$/.test(file) });
  // Unpacked, as npm installs a package without dependencies: programs are found in the folder above.
  runIn(path, 'tar', '-xzf', library, '-C', 'node_modules/paramscope', '--strip-components', '1');
  symlinkSync('../paramscope/cli.mjs', join(path, 'node_modules/.bin/paramscope'));
  if (!existsSync(join(path, 'package.json'))) writeFileSync(join(path, 'package.json'), `{"name": "${name}", "private": true, "type": "module"}`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return path;
}

/** The path of a file of an installed package. */
export const installedFile = (path) => join(folder, 'node_modules', path);

/** The path of an installed package that a project uses: one of its own, or one of those that were installed. */
export const packageOf = (project, path) => [project, folder].map((above) => join(above, 'node_modules', path)).find(existsSync);

/** The path of a program of node_modules, of this project or of those that were installed. */
export function program(name) {
  const candidates = [join(folder, 'node_modules/.bin', name), join(root, 'node_modules/.bin', name)];
  return candidates.find((path) => existsSync(path));
}

/** The lines that a document gives for a bundler: commands in the block that follows `<!-- NAME -->`. */
export function documentedLines(name) {
  const text = readFileSync(join(root, 'docs/package.md'), 'utf8');
  const [, block] = new RegExp(`<!-- ${name} -->\\n+((?:    .*\\n)+)`).exec(text) ?? [];
  if (!block) throw new Error(`docs/package.md has no lines for ${name}`);
  return block.split('\n').map((line) => line.trim().replace(/\s+# .*/, '')).filter(Boolean);
}
