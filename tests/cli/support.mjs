// Runs the command line: the program in PARAMSCOPE_CLI, a native one or a script for node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
// What is installed on this machine changes no test.
process.env.PARAMSCOPE_PYTHON_PATH ??= ':';

export const program = resolve(root, process.env.PARAMSCOPE_CLI ?? 'build/native/src/paramscope');
if (!existsSync(program)) throw new Error(`${program} does not exist: build it, or name another in PARAMSCOPE_CLI`);

const isScript = program.endsWith('js');

/** Why a test that only concerns the engine is left out: on WebAssembly each run starts it anew, and tests/wasm compares its answers. */
export const repeatsNative = isScript ? 'the engine is tested natively' : false;

/** A folder of this process for files that tests make. */
export const folder = mkdtempSync(join(tmpdir(), 'paramscope-cli-'));
after(() => rmSync(folder, { recursive: true }));

/** The command line as a list of words. */
export const command = isScript ? [process.execPath, program] : [program];

/** What an environment may say about colours and width: tests say it themselves. */
const { NO_COLOR: _, FORCE_COLOR: __, COLUMNS: ___, ...environment } = process.env;

/**
 * Runs the command line once: { status, output, errors }. `input` is the content of standard input, `variables` the environment's,
 * `cwd` the folder it runs in.
 */
export function paramscope(args, input = '', variables = {}, cwd = undefined) {
  const { status, stdout, stderr, error } = spawnSync(command[0], [...command.slice(1), ...args], {
    cwd,
    input,
    maxBuffer: 1 << 28,
    env: { ...environment, ...variables },
  });
  // A program may exit before it has read its input.
  if (error && error.code !== 'EPIPE') throw error;
  return { status, output: stdout.toString(), errors: stderr.toString() };
}

/** Writes a new file with these contents and returns its name. */
export function file(contents, name = 'model.txt') {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}

/** Counts a model from standard input: { status, report, errors }. */
export function counted(text, ...options) {
  const { status, output, errors } = paramscope(['--format', 'json', ...options, '-'], text);
  return { status, errors, report: JSON.parse(output) };
}

/** Returns the report of a preset. */
export function preset(name, ...options) {
  const { status, output, errors } = paramscope(['--format', 'json', ...options, `preset:${name}`]);
  return { status, errors, report: JSON.parse(output) };
}
