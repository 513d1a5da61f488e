// The command line of the action's own version.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The token and the like are no business of the programs that read the models. */
const secret = /TOKEN|^ACTIONS_|^PARAMSCOPE_|^GITHUB_(ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)$/;
const environment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !secret.test(name)));

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** A program may take so long, in milliseconds: a hostile model is read within the limits of docs/limits.md. */
const longest = 120_000;

/** Returns the path of cli.mjs: `given`, or that of the package, installed from npm into `folder`, where no file of the repository counts. */
export function installProgram(given, folder) {
  if (given) return resolve(process.env.GITHUB_WORKSPACE, given);
  const place = join(folder, 'program');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private": true}');
  const { status, stderr, error } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `paramscope@${version}`], { cwd: place, env: environment(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`paramscope ${version} could not be installed from npm: ${error?.message ?? stderr}`);
  return join(place, 'node_modules/paramscope/cli.mjs');
}

/** Runs the command line in `folder`: { status, output, errors }; the status is null if it took too long. */
export function runProgram(program, args, folder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, env: environment(), encoding: 'utf8', maxBuffer: 1 << 26, timeout: longest });
  return { status, output: stdout, errors: stderr };
}
