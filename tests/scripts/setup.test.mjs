// The packages that the set-up installs, and the command for people on systems where it installs nothing.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { packages, packagesFor, purposes } from '../../scripts/setup/packages.mjs';
import { installLine } from '../../scripts/setup/system.mjs';

const names = ['cmake', 'g++', 'chromium-headless-shell', 'libgl-dev'];

const lines = [
  [{ apt: true, root: true }, 'apt-get update && apt-get install -y --no-install-recommends cmake g++ chromium-headless-shell libgl-dev'],
  [{ apt: true }, 'sudo apt-get update && sudo apt-get install -y --no-install-recommends cmake g++ chromium-headless-shell libgl-dev'],
  [{ apt: true, ubuntu: true }, 'sudo apt-get update && sudo apt-get install -y --no-install-recommends cmake g++ libgl-dev && sudo snap install chromium'],
  [{ dnf: true }, 'sudo dnf install cmake gcc-c++ chromium mesa-libGL-devel'],
  [{ brew: true }, 'brew install cmake chromium'],
  [{}, undefined],
];

for (const [system, line] of lines) {
  test(`one line for ${JSON.stringify(system)}`, () => assert.equal(installLine(names, system), line));
}

test("Ubuntu's browsers come as snaps alone", () => {
  assert.equal(installLine(['chromium-headless-shell', 'firefox-esr'], { apt: true, ubuntu: true, root: true }), 'snap install chromium firefox');
});

test('every purpose names packages that are described', () => {
  for (const [purpose, needed] of Object.entries(purposes)) {
    for (const name of needed) assert.ok(packages[name]?.why, `${purpose}: ${name}`);
  }
  const used = packagesFor(Object.keys(purposes));
  assert.deepEqual(Object.keys(packages).filter((name) => !used.includes(name)), []);
});

test('the dev container has a node that the project runs on, and installs by a command that exists', () => {
  const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const { image, postCreateCommand } = JSON.parse(read('.devcontainer/devcontainer.json').replace(/^\s*\/\/.*$/gm, ''));
  const { engines, scripts } = JSON.parse(read('package.json'));
  const [, installed] = /node:(\d+)-bookworm$/.exec(image);
  assert.ok(Number(installed) >= Number(/\d+/.exec(engines.node)[0]));
  assert.ok(scripts[/^npm run (\w+)$/.exec(postCreateCommand)[1]]);
});
