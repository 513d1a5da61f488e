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
  { name: 'xz-utils', sign: ['xz'], for: 'build', why: 'unpacks Dear ImGui' },
  { name: 'libgtest-dev', sign: ['/usr/include/gtest/gtest.h', '/usr/local/include/gtest/gtest.h', '/opt/homebrew/include/gtest/gtest.h'], for: 'test', why: 'unit and golden tests' },
  { name: 'chromium', sign: ['chromium', 'google-chrome', process.env.CHROMIUM ?? 'chromium'], for: 'test', why: 'opens the page in tests' },
  { name: 'firefox-esr', sign: ['firefox-esr', 'firefox', process.env.FIREFOX ?? 'firefox'], for: 'test', optional: true, why: 'opens the page in tests' },
  { name: 'xvfb', sign: ['Xvfb'], for: 'test', optional: true, why: 'gives Firefox WebGL without a graphics card' },
  { name: 'fonts-dejavu-core', sign: ['/usr/share/fonts/truetype/dejavu', '/System/Library/Fonts', '/usr/share/fonts/truetype/liberation'], for: 'test', why: 'letters for Chromium to draw' },
];

const imguiFolder = join(root, 'build/_deps/imgui');

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
 * Dear ImGui 1.92 is younger than Debian 12: its source package is taken from Debian's newest suite, with
 * package lists of our own so that the system's stay as they are. Where that cannot be done, CMake fetches a
 * pinned release from the project's repository.
 */
async function fetchImGui() {
  if (existsSync(join(imguiFolder, 'imgui.h')) || process.env.PARAMSCOPE_IMGUI_DIR) return;
  const mirror = has('apt-get') && debianMirror();
  if (!mirror) return;
  say('Fetching Dear ImGui');
  const work = join(root, 'build/_deps/imgui-source');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, 'lists/partial'), { recursive: true });
  writeFileSync(join(work, 'sources.list'), `deb-src ${mirror} sid main\n`);
  const options = [
    `Dir::Etc::sourcelist=${work}/sources.list`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::lists=${work}/lists`,
    'Dir::Cache::pkgcache=',
    'Dir::Cache::srcpkgcache=',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', ...options, 'update');
  await run('env', '-C', work, 'apt-get', ...options, 'source', '--download-only', 'imgui');
  const archive = readdirSync(work).find((name) => /^imgui_.*\.orig\.tar\.\w+$/.test(name));
  await run('tar', '-C', work, '-xf', join(work, archive));
  const unpacked = readdirSync(work).find((name) => existsSync(join(work, name, 'imgui.h')));
  renameSync(join(work, unpacked), imguiFolder);
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
  await fetchImGui();
  await installNodeModules();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await setup('build', 'test');
    say('Everything is there.');
  });
}
