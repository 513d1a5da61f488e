// Counts many texts with one process of build/native/tests/paramscope_count_texts (tests/support/count_texts.cpp).
import { spawn } from 'node:child_process';

/** The first answer in bytes that arrived, { report, rest }; undefined while it is incomplete. */
function parseAnswer(bytes) {
  const end = bytes.indexOf('\n');
  if (end < 0) return undefined;
  const size = Number(bytes.subarray(0, end).toString());
  if (bytes.length < end + 1 + size) return undefined;
  return { report: bytes.subarray(end + 1, end + 1 + size).toString(), rest: bytes.subarray(end + 1 + size) };
}

/** Counts one text at a time. */
export class Counter {
  #program;
  #child;
  #answered;
  #received = Buffer.alloc(0);

  constructor(program) {
    this.#program = program;
  }

  #start() {
    this.#child = spawn(this.#program, [], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.stdin.on('error', () => {});
    this.#child.stdout.on('data', (piece) => {
      this.#received = Buffer.concat([this.#received, piece]);
      const answer = parseAnswer(this.#received);
      if (answer === undefined) return;
      this.#received = answer.rest;
      this.#answered?.(answer.report);
    });
    this.#child.on('close', () => {
      this.#child = undefined;
      this.#received = Buffer.alloc(0);
      this.#answered?.(undefined);
    });
  }

  /** Resolves to the report of a text; undefined if the program ends instead: the next text has a new process. */
  async count({ text, args }) {
    if (this.#child === undefined) this.#start();
    const bytes = Buffer.from(text);
    const options = ['--format', 'json', '--depth', '0', ...args];
    this.#child.stdin.write([bytes.length, ...options].join('\t') + '\n');
    this.#child.stdin.write(bytes);
    const report = await new Promise((resolve) => { this.#answered = resolve; });
    return report === undefined ? undefined : JSON.parse(report);
  }

  close() {
    this.#child?.stdin.end();
  }
}
