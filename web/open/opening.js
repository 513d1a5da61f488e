// Converts files of all formats to model text: in a worker, which keeps the page responsive and reads only the ranges it
// needs, or in the page itself where workers are unavailable (a sandbox, a policy, node).
import wasm from 'built:paramscope-open.wasm';
import workerScript from 'built:open-worker';

import { message, MessageError } from '../languages/messages.js';
import { startWorker } from '../start_worker.js';
import { compile } from '../wasm.js';
import { BytesInMemory } from './files.js';
import { openInPieces } from './pieces.js';
import { openIn } from './run.js';

const longestWait = 120_000;

let source = wasm;
let compiling;

/** Sets the source of the opener's wasm: an address, bytes or a compiled module. Call it before the first use. */
export function useOpener(place) {
  source = place;
}

function compiled() {
  compiling ??= compile(source).catch((error) => {
    compiling = undefined;
    throw error;
  });
  return compiling;
}

/** Resolves to the worker's answer, {opened} or {problem}, a message; undefined if the worker did not start. */
function answerOf(worker, request) {
  return new Promise((resolve) => {
    const end = (answer) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => end({ problem: message('page.takes_too_long') }), longestWait);
    worker.addEventListener('message', ({ data }) => end(data));
    worker.addEventListener('error', () => end(undefined));
    worker.postMessage(request);
  });
}

/**
 * Opens the first of `files`, Files or named Blobs: [{name, file}]; the others are its companions. `options` are the
 * `format` to read it as, by default the one it fits best, and what to `build` of source code and the shapes of its `input`. Resolves to what `opened` of
 * web/open/files.js returns.
 */
export async function openFiles(files, options) {
  const program = await compiled();
  const worker = typeof FileReader === 'function' ? startWorker(workerScript) : undefined;
  const answer = worker && await answerOf(worker, { program, files, options });
  if (answer?.problem) throw new MessageError(answer.problem);
  return answer ? answer.opened : openInPieces(program, files, options);
}

/** Opens bytes in memory, without a worker. */
export async function openBytes(name, bytes, options) {
  return openIn(await compiled(), new BytesInMemory([{ name, bytes }], options));
}
