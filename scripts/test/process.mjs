// Runs pieces of work in processes of their own.
import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

import { controlGroup } from './processor_time.mjs';

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));

let started = 0;

/**
 * Does a piece of work, { kind, argument, priority }, and gives its output to `show`, piece by piece. Resolves to its result with the times
 * in seconds: { begin, end, processor, isAtLeast }; `broken` is true if it could not be done.
 */
export function runInProcess({ kind, argument, priority = 0 }, show) {
  const begin = performance.now() / 1000;
  const child = fork(worker, { silent: true });
  const group = controlGroup(`paramscope-${process.pid}-${started++}`, child.pid);
  if (priority !== 0) setPriority(child.pid, priority);
  child.stdout.on('data', show);
  child.stderr.on('data', show);
  child.send({ kind, argument });
  return new Promise((done) => {
    let result = { broken: true };
    child.on('message', (received) => { result = received; });
    child.on('close', () => {
      const { ownSeconds, ...rest } = result;
      done({ ...rest, begin, end: performance.now() / 1000, processor: group?.seconds() ?? ownSeconds, isAtLeast: !group });
      group?.remove();
    });
  });
}
