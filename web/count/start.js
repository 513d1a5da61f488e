// Starts the worker that counts, with the page's compiled program.
import workerScript from 'built:count-worker';

import { startWorker } from '../start_worker.js';

/** Starts a worker for `program`, the compiled parts of web/parts.js, with the shipped `texts`; returns undefined where there are no workers. */
export function startCounting(program, texts) {
  const worker = startWorker(workerScript);
  worker?.postMessage({ program, texts: new TextEncoder().encode(texts) });
  return worker;
}
