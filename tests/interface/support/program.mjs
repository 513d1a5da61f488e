// Runs the interface without pixels (src/headless): one process a page, driven by lines of JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = process.env.PARAMSCOPE_INTERFACE ?? join(root, 'build/native/src/paramscope_interface');

/** Bytes as a text of one character each, as commands have them (src/headless/session.h), and back. */
export const inCharacters = (bytes) => Buffer.from(bytes).toString('latin1');
export const inBytes = (characters) => Uint8Array.from(Buffer.from(characters, 'latin1'));

export class Program {
  #child = spawn(program, { stdio: ['pipe', 'pipe', 'pipe'] });
  #waiting = [];  // { resolve, reject } of commands without an answer
  #printed = '';  // on standard error
  #incoming = '';

  constructor() {
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(line));
    this.#child.stderr.on('data', (data) => { this.#printed += data; });
    const end = (reason) => this.#waiting.splice(0).forEach(({ reject }) => reject(new Error(`the interface ended: ${reason}\n${this.#printed}`)));
    this.#child.on('error', (error) => end(error.message));
    this.#child.on('close', (status, signal) => end(signal ?? `status ${status}`));
    this.#child.stdin.on('error', () => {});  // the end is reported by `close`
  }

  #take(line) {
    const { resolve, reject } = this.#waiting.shift();
    const answer = JSON.parse(line);
    if (answer.error) reject(new Error(answer.error));
    else resolve(answer);
  }

  /** Sends a command of src/headless/session.h; resolves to its answer. */
  ask(command) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    });
  }

  async close() {
    this.#child.stdin.end();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
  }

  /** Puts bytes or a text where the next call reads them, as web/page/host/host.js does. */
  send(bytes) {
    this.#incoming = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
  }

  /** Calls a host function that takes what was sent; `name` is without "_host_". */
  call(name, ...numbers) {
    const text = this.#incoming;
    this.#incoming = '';
    return this.ask({ do: name, numbers: numbers.map(Number), text });
  }
}
