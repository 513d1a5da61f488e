// Files of all kinds become model text: in a worker, so that the page goes on and only ranges of files are read; in the
// page itself where a worker cannot be had (a sandbox, a policy, node).
import wasm from 'built:paramscope-open.wasm';
import workerScript from 'built:open-worker';

import { message, MessageError } from '../languages/messages.js';
import { compile } from '../wasm.js';
import { BytesInMemory } from './files.js';
import { openInPieces } from './pieces.js';
import { openIn } from './run.js';

const longestWait = 120_000;

let source = wasm;
let compiling;

/** Where the opener's wasm is taken from: an address, bytes, or a compiled module. To be said before it is first used. */
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

/** A worker, or undefined where there can be none. */
function startWorker() {
  if (typeof Worker !== 'function' || typeof FileReader !== 'function') return undefined;
  const address = URL.createObjectURL(new Blob([workerScript], { type: 'text/javascript' }));
  try {
    return new Worker(address);
  } catch {
    return undefined;
  } finally {
    setTimeout(() => URL.revokeObjectURL(address), longestWait);
  }
}

/** What the worker answers: {opened} or {problem}, a message; undefined when it did not even start. */
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
 * Opens the first of `files`, Files or named Blobs: [{name, file}]. The others are those that lie beside it. Resolves to
 * { text, source, diagnostics, bytesRead, size, memory }; `text` is undefined where the file is model text as it stands.
 */
export async function openFiles(files) {
  const program = await compiled();
  const worker = startWorker();
  const answer = worker && await answerOf(worker, { program, files });
  if (answer?.problem) throw new MessageError(answer.problem);
  return answer ? answer.opened : openInPieces(program, files);
}

/** Opens bytes in memory, at once. */
export async function openBytes(name, bytes) {
  return openIn(await compiled(), new BytesInMemory([{ name, bytes }]));
}
