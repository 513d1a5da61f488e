// Makes a folder of another project with the library installed from its tarball.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packageFolder } from './site.mjs';

/** Runs a program in `folder`; returns its output, or throws its error. */
export function runIn(folder, program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error ?? `${stdout}${stderr}`}`);
  return stdout;
}

/** Parses the output of `npm pack --json` for one package: a list up to npm 11, an object by package name from npm 12 on. */
export function packed(json) {
  const [{ filename, files }] = Object.values(JSON.parse(json));
  return { filename, files: files.map(({ path }) => path) };
}

/** Packs the library like `npm publish` and installs it into a fresh folder with `files` in it. */
export function makeConsumer(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-consumer-'));
  const tarball = packed(runIn(folder, 'npm', 'pack', '--json', packageFolder));
  writeFileSync(join(folder, 'package.json'), '{"name": "consumer", "private": true, "type": "module"}');
  runIn(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', `./${tarball.filename}`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return {
    folder,
    packed: tarball.files,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
