// Runs a command line program, natively or in node, and caches its answers.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const timeLimit = 20_000;  // milliseconds

function digest(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 32);
}

const isScript = (path) => /\.m?js$/.test(path);

/** Computes a digest of the arguments and of the files that they name. */
function digestOfInput({ args, text = '', files = [], cwd }) {
  return digest(JSON.stringify(args), text, ...files.map((file) => readFileSync(join(cwd, file))));
}

/** Lists a program's files: beside cli.mjs are cli.wasm, which holds the engine, and cli.remote.mjs. */
function filesOfProgram(path) {
  const isPart = (name) => name.startsWith(`${basename(path).split('.')[0]}.`);
  return isScript(path) ? readdirSync(dirname(path)).filter(isPart).sort().map((name) => join(dirname(path), name)) : [path];
}

/** Caches a program's answers in files named by the digests of program and input. */
class Cache {
  constructor(folder, program) {
    this.folder = join(folder, digest(...filesOfProgram(program).map((file) => readFileSync(file))));
    mkdirSync(this.folder, { recursive: true });
  }

  #path(input) {
    return join(this.folder, `${digestOfInput(input)}.json.gz`);
  }

  /** Returns the answer to an input, or undefined. */
  find(input) {
    try {
      return JSON.parse(gunzipSync(readFileSync(this.#path(input))));
    } catch {
      return undefined;
    }
  }

  /** Stores an answer. Renaming the finished file lets several comparisons share a folder. */
  store(input, answer) {
    const path = this.#path(input);
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, gzipSync(JSON.stringify(answer), { level: 1 }));
    renameSync(unfinished, path);
  }
}

/** Runs a command line program and caches its answers in a folder, if one is given. */
export class Program {
  constructor(path, cacheFolder) {
    this.path = resolve(path);
    this.command = isScript(path) ? [process.execPath, this.path] : [this.path];
    this.cache = cacheFolder === undefined ? undefined : new Cache(cacheFolder, this.path);
  }

  /** Resolves to { exit, output, errors }; `exit` is a status, the name of a signal, or "timeout". */
  async run(input) {
    const cached = this.cache?.find(input);
    if (cached !== undefined) return cached;
    const answer = await this.#start(input);
    if (answer.exit !== 'timeout') this.cache?.store(input, answer);
    return answer;
  }

  #start({ args, text = '', cwd }) {
    return new Promise((done, fail) => {
      const child = spawn(this.command[0], [...this.command.slice(1), ...args], { cwd });
      const pieces = { output: [], errors: [] };
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, timeLimit);
      child.stdout.on('data', (data) => pieces.output.push(data));
      child.stderr.on('data', (data) => pieces.errors.push(data));
      child.stdin.on('error', () => {});  // a program may exit before it has read its input
      child.stdin.end(text);
      child.on('error', fail);
      child.on('close', (status, signal) => {
        clearTimeout(timer);
        const read = (name) => Buffer.concat(pieces[name]).toString();
        done({ exit: isLate ? 'timeout' : status ?? signal, output: read('output'), errors: read('errors') });
      });
    });
  }
}
