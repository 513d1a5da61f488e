// Installs what building and testing need, and only what is missing. On Debian 12 as root it does so itself;
// elsewhere it says what to install.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ask, has, main, root, run, say, StepError } from './steps.mjs';

/** Debian's packages: what shows that one is there, and what it is for. Tests that want an optional one are skipped. */
const packages = [
  { name: 'cmake', sign: ['cmake'], for: 'build', why: 'the build files' },
  { name: 'ninja-build', sign: ['ninja'], for: 'build', why: 'runs the build' },
  { name: 'g++', sign: ['g++', 'c++', 'clang++'], for: 'test', why: 'compiles the engine for its tests' },
  { name: 'emscripten', sign: ['emcc'], for: 'build', why: 'compiles to WebAssembly' },
  { name: 'rapidjson-dev', sign: ['/usr/include/rapidjson/reader.h', '/usr/local/include/rapidjson/reader.h', '/opt/homebrew/include/rapidjson/reader.h'], for: 'build', why: 'reads JSON' },
  { name: 'libprotozero-dev', sign: ['/usr/include/protozero/pbf_message.hpp', '/usr/local/include/protozero/pbf_message.hpp', '/opt/homebrew/include/protozero/pbf_message.hpp'], for: 'build', why: 'reads ONNX' },
  { name: 'xz-utils', sign: ['xz'], for: 'build', why: 'unpacks sources' },
  { name: 'libgtest-dev', sign: ['/usr/include/gtest/gtest.h', '/usr/local/include/gtest/gtest.h', '/opt/homebrew/include/gtest/gtest.h'], for: 'test', why: 'unit and golden tests' },
  { name: 'chromium', sign: ['chromium', 'google-chrome', process.env.CHROMIUM ?? 'chromium'], for: 'test', why: 'opens the page in tests' },
  { name: 'firefox-esr', sign: ['firefox-esr', 'firefox', process.env.FIREFOX ?? 'firefox'], for: 'test', optional: true, why: 'opens the page in tests' },
  { name: 'xvfb', sign: ['Xvfb'], for: 'test', optional: true, why: 'gives Firefox WebGL without a graphics card' },
  { name: 'fonts-dejavu-core', sign: ['/usr/share/fonts/truetype/dejavu', '/System/Library/Fonts', '/usr/share/fonts/truetype/liberation'], for: 'test', why: 'letters for Chromium to draw' },
];

function isDebian12() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID=debian$/m.test(release) && /^VERSION_ID="12"$/m.test(release);
}

function isRoot() {
  return process.getuid?.() === 0;
}

async function installPackages(purposes) {
  const missing = packages.filter((entry) => purposes.includes(entry.for) && !entry.sign.some(has));
  if (missing.length === 0) return;
  const list = missing.map((entry) => `  ${entry.name.padEnd(18)} ${entry.why}`).join('\n');
  if (!isDebian12() || !isRoot()) {
    if (missing.every(({ optional }) => optional)) return console.log(`These are missing; tests that want them are skipped:\n${list}`);
    throw new StepError(`These are missing (named as Debian's packages):\n${list}\nInstall them, then run this again.`);
  }
  say(`Installing:\n${list}`);
  const names = missing.map((entry) => entry.name);
  const known = names.every((name) => /Candidate: [^(]/.test(ask('apt-cache', 'policy', name)));
  if (!known) await run('apt-get', 'update');
  await run('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '--no-install-recommends', ...names);
}

/** The address of the Debian mirror this system uses. */
function debianMirror() {
  const folder = '/etc/apt/sources.list.d';
  const files = ['/etc/apt/sources.list', ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])];
  for (const file of files.filter((name) => /\.(list|sources)$/.test(name) && existsSync(name))) {
    const text = readFileSync(file, 'utf8');
    const found = /^(?:URIs:|deb(?: \[[^\]]*\])?)\s+(\S+\/debian\/?)(?=\s|$)/m.exec(text);
    if (found) return found[1];
  }
  return undefined;
}

/**
 * Libraries that are compiled with the project: Debian's source package, the suite it is taken from (Dear ImGui 1.92 is
 * younger than Debian 12), and a file that shows where its sources are.
 */
const sources = [
  { name: 'Dear ImGui', package: 'imgui', suite: 'sid', sign: 'imgui.h', elsewhere: process.env.PARAMSCOPE_IMGUI_DIR },
  { name: 'zlib', package: 'zlib', suite: 'bookworm', sign: 'inflate.c' },
];

/**
 * Fetches Debian's sources, with package lists of our own so that the system's stay as they are. Where that cannot be
 * done, CMake fetches pinned releases from the projects' repositories.
 */
async function fetchSources() {
  const folderOf = (source) => join(root, 'build/_deps', source.package);
  const missing = sources.filter((source) => !source.elsewhere && !existsSync(join(folderOf(source), source.sign)));
  const mirror = missing.length > 0 && has('apt-get') && debianMirror();
  if (!mirror) return;
  for (const source of missing) await fetchSource(source, mirror, folderOf(source));
}

async function fetchSource(source, mirror, folder) {
  say(`Fetching ${source.name}`);
  const work = `${folder}-source`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, 'lists/partial'), { recursive: true });
  writeFileSync(join(work, 'sources.list'), `deb-src ${mirror} ${source.suite} main\n`);
  const options = [
    `Dir::Etc::sourcelist=${work}/sources.list`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::lists=${work}/lists`,
    'Dir::Cache::pkgcache=',
    'Dir::Cache::srcpkgcache=',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', ...options, 'update');
  await run('env', '-C', work, 'apt-get', ...options, 'source', '--download-only', source.package);
  const archive = readdirSync(work).find((name) => /\.orig\.tar\.\w+$/.test(name));
  await run('tar', '-C', work, '-xf', join(work, archive));
  const unpacked = readdirSync(work).find((name) => existsSync(join(work, name, source.sign)));
  rmSync(folder, { recursive: true, force: true });
  renameSync(join(work, unpacked), folder);
  rmSync(work, { recursive: true });
}

/** The packages of package-lock.json; npm keeps a copy of the lock file it installed from. */
async function installNodeModules() {
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const record = join(root, 'node_modules/.package-lock.json');
  const found = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {};
  const missing = Object.entries(wanted)
    .some(([name, { optional, version }]) => name !== '' && !optional && found[name]?.version !== version);
  if (missing) await run('npm', 'ci', '--no-audit', '--no-fund');
}

/** Makes everything ready for `purposes`: 'build', or 'build' and 'test'. */
export async function setup(...purposes) {
  await installPackages(purposes);
  await fetchSources();
  await installNodeModules();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await setup('build', 'test');
    say('Everything is there.');
  });
}
