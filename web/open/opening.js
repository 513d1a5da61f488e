// Converts files of all formats to model text: in a worker, which keeps the page responsive and reads only the ranges it
// needs, or in the page itself where workers are unavailable (a sandbox, a policy, node).
import wasm from 'built:paramscope-open.wasm';
import workerScript from 'built:open-worker';

import { message, MessageError } from '../languages/messages.js';
import { startWorker } from '../start_worker.js';
import { compile } from '../wasm.js';
import { BytesInMemory } from './files.js';
import { answerInPieces } from './pieces.js';
import { adjustIn, openIn } from './run.js';

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

/**
 * Resolves to the worker's answer, {answer} or {problem}, a message; undefined if the worker did not start. Rejects when
 * `signal`, if there is one, is aborted.
 */
function answerOf(worker, request, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      worker.terminate();
    };
    const end = (answer) => {
      stop();
      resolve(answer);
    };
    const abort = () => {
      stop();
      reject(new MessageError(message('page.stopped')));
    };
    signal?.addEventListener('abort', abort);
    const timer = setTimeout(() => end({ problem: message('page.takes_too_long') }), longestWait);
    worker.addEventListener('message', ({ data }) => end(data));
    worker.addEventListener('error', () => end(undefined));
    worker.postMessage(request);
  });
}

/** Resolves to the program's answer about `files`, named Blobs: [{name, file}]. */
async function answered({ files, options, adjusts = false }, signal) {
  const program = await compiled();
  const worker = typeof FileReader === 'function' ? startWorker(workerScript) : undefined;
  const found = worker && await answerOf(worker, { program, files, options, adjusts }, signal);
  if (found?.problem) throw new MessageError(found.problem);
  return found ? found.answer : answerInPieces(adjusts ? adjustIn : openIn, program, files, options);
}

/**
 * Opens the first of `files`, Files or named Blobs: [{name, file}]; the others are its companions. `options` are the
 * `format` to read it as, by default the one it fits best, and what to `build` of source code and the shapes of its `input`. Resolves to what `opened` of
 * web/open/files.js returns.
 */
export function openFiles(files, options) {
  return answered({ files, options });
}

/**
 * Makes `text`, a model text as a Blob, adjustable. `input` has its shapes, '' for the text's own; `shipped` are the texts
 * beside the program (web/shipped.js), `templates` the sentences in the language of the comments: "ID\tTEMPLATE\n" each.
 * Resolves to { text, remark }: a `text` of '' stays as it is, and the remark says why.
 */
export function makeAdjustable({ text, input, shipped, templates }, signal) {
  const files = [['model', text], ['shipped', new Blob([shipped])], ['templates', new Blob([templates])]];
  return answered({ files: files.map(([name, file]) => ({ name, file })), options: { input }, adjusts: true }, signal);
}

/** Opens bytes in memory, without a worker. */
export async function openBytes(name, bytes, options) {
  return openIn(await compiled(), new BytesInMemory([{ name, bytes }], options));
}
