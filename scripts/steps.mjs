// Shared by the scripts: running programs, building CMake presets, and printing progress.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Debian's Emscripten needs Debian's node modules, which another node does not search. */
process.env.NODE_PATH = [process.env.NODE_PATH, '/usr/share/nodejs'].filter(Boolean).join(delimiter);

/** What one clone has compiled serves another: ccache looks at paths relative to the clone. */
process.env.CCACHE_BASEDIR ??= root;
process.env.CCACHE_NOHASHDIR ??= '1';

/** A failure that is reported by its message only. */
export class StepError extends Error {}

let progress = process.stdout;

/** Sends what is said, and what programs print, to another stream: for scripts whose own output is to be read by a program. */
export function sendProgressTo(stream) {
  progress = stream;
}

export function note(text) {
  progress.write(`${text}\n`);
}

export function say(text) {
  note(`\x1b[1m${text}\x1b[0m`);
}

/** Returns true if `name` is a program on the search path, or an existing file. */
export function has(name) {
  if (name.startsWith('/')) return existsSync(name);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    const file = join(folder, name);
    return existsSync(file) && statSync(file).isFile();
  });
}

/**
 * Runs a program in the repository's folder and shows its output. Resolves to { status, output }, where `output` is the
 * printed text.
 */
export function attempt(program, ...args) {
  return attemptFor(undefined, program, ...args);
}

/** Like attempt(), but a program that takes longer than so many seconds is ended. */
export function attemptFor(seconds, program, ...args) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: seconds && seconds * 1000, killSignal: 'SIGKILL' });
    const pieces = [];
    for (const [from, to] of [[child.stdout, progress], [child.stderr, process.stderr]]) {
      from.on('data', (data) => {
        pieces.push(data);
        to.write(data);
      });
    }
    child.on('error', (error) => done({ status: 127, output: error.message }));
    child.on('close', (status) => done({ status: status ?? 1, output: Buffer.concat(pieces).toString() }));
  });
}

/** Like attempt(), but a failure ends the script. */
export async function run(program, ...args) {
  const { status, output } = await attempt(program, ...args);
  if (status !== 0) throw new StepError(`${program} ${args.join(' ')} failed (${status})`);
  return output;
}

/** Returns the output of a program, or '' if it cannot be run. */
export function ask(program, ...args) {
  return spawnSync(program, args, { cwd: root, encoding: 'utf8' }).stdout ?? '';
}

/**
 * Configures a preset if it never was, and builds it: with ccache where it is installed, else many files at a time.
 * Targets by CMake's names, none for all.
 */
export async function build(preset, ...targets) {
  say(`Building: ${preset}`);
  if (!existsSync(join(root, 'build', preset, 'build.ninja'))) {
    const quicker = has('ccache') ? ['C', 'CXX'].map((language) => `CMAKE_${language}_COMPILER_LAUNCHER=ccache`) : ['PARAMSCOPE_JOIN=ON'];
    await run('cmake', '--preset', preset, ...quicker.flatMap((setting) => ['-D', setting]));
  }
  await run('cmake', '--build', '--preset', preset, ...targets.flatMap((target) => ['--target', target]));
}

/** Runs a script's main function; a StepError ends it with its message. */
export async function main(script) {
  try {
    await script();
  } catch (error) {
    console.error(error instanceof StepError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
