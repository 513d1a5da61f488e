// Converts files of all formats to model text: in a worker, which keeps the page responsive and reads only the ranges it
// needs, or in the page itself where workers are unavailable (a sandbox, a policy, node).
import wasm from 'built:paramscope-open.wasm';
import codeWasm from 'built:paramscope-open.code.wasm';
import configWasm from 'built:paramscope-open.config.wasm';
import countWasm from 'built:paramscope-open.count.wasm';
import otherWasm from 'built:paramscope-open.other.wasm';
import restWasm from 'built:paramscope-open.rest.wasm';
import workerScript from 'built:open-worker';

import { message, MessageError } from '../languages/messages.js';
import { Parts, readersParts } from '../parts.js';
import { startWorker } from '../start_worker.js';
import { BytesInMemory } from './files.js';
import { partsForText } from './parts_for.js';
import { answerInPieces, answerOf, isInPieces } from './pieces.js';
import { answers, openIn } from './run.js';
import { SparseFile } from './sparse_file.js';

const longestWait = 120_000;

let sources = [wasm, { config: configWasm, code: codeWasm, other: otherWasm, count: countWasm, rest: restWasm }];
let present;  // the Parts

/** Sets the source of the opener's wasm: an address, bytes or a compiled module. Call it before the first use. */
export function useOpener(place) {
  sources = [place];
}

function parts() {
  present ??= new Parts(...sources);
  return present;
}

/** Begins to fetch what the first answer needs. */
export function prepare() {
  parts().bring('config', ...partsForText('')).catch(() => {});  // whoever reads asks again
}

/** Resolves to the whole program, which is fetched once. */
export function loadOpener() {
  return parts().whole;
}

/** How many bytes of a text tell which parts read it. */
const beginningLength = 1 << 14;

/** The parts that a request probably needs; a worker waits for what else it needs. */
async function partsFor(call, [{ file }]) {
  const isText = call === 'open' || call === 'count';
  const beginning = isText && !isInPieces(file) ? await file.slice(0, beginningLength).text() : '\0';
  if (/\0|\ufffd/.test(beginning)) return readersParts;
  return partsForText(beginning, call === 'count');
}

/**
 * Resolves to the worker's answer to one request, {answer}, {missing} or {problem}, a message; undefined if the worker did not
 * start. Rejects when `signal`, if there is one, is aborted.
 */
function askWorker(worker, request, signal) {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();  // removes all listeners
    const end = (settle, value) => {
      clearTimeout(timer);
      controller.abort();
      settle(value);
    };
    const timer = setTimeout(() => end(resolve, { problem: message('page.takes_too_long') }), longestWait);
    const listen = (target, type, react) => target?.addEventListener(type, react, { signal: controller.signal });
    listen(signal, 'abort', () => end(reject, new MessageError(message('page.stopped'))));
    listen(worker, 'message', ({ data }) => end(resolve, data));
    listen(worker, 'error', () => end(resolve, undefined));
    worker.postMessage(request);
  });
}

/** Resolves to what the worker gives for a request about `files`, as askWorker(): files in pieces are sent as far as they are here. */
async function askAbout(files, worker, request, signal) {
  if (!files.every(({ file }) => isInPieces(file))) return askWorker(worker, { ...request, files }, signal);
  let last;
  const answer = await answerOf(async () => {
    const parts = files.map(({ name, file }) => ({ name, ...file.parts }));
    last = await askWorker(worker, { ...request, parts }, signal);
    return last ?? {};
  }, files);
  return last && { ...last, answer };
}

/** Resolves to the program's answer about `files`, named Blobs or files in pieces: [{name, file}]. `call` is one of run.js. */
async function answered({ files, options, call }, signal) {
  const usable = await parts().bring(...await partsFor(call, files));
  const worker = typeof FileReader === 'function' ? startWorker(workerScript) : undefined;
  try {
    const found = worker && await askAbout(files, worker, { program: usable, options, call }, signal);
    if (found?.problem) throw new MessageError(found.problem);
    return found ? found.answer : await answerInPieces(answers[call], await loadOpener(), files, options);
  } finally {
    if (call !== 'count') loadOpener().catch(() => {});  // a later answer may need it
    worker?.terminate();
  }
}

/**
 * Opens the first of `files`, named Blobs or files in pieces (pieces.js): [{name, file}]; the others are its companions. `options` are the
 * `format` to read it as, by default the one it fits best, and what to `build` of source code and the shapes of its `input`. `packages` are files that
 * the program may import: those that are `held`, as in files.js, and `bring(paths)`, which resolves to true when it holds more than before. Resolves to
 * what `opened` of web/open/files.js returns.
 */
export async function openFiles(files, { packages, ...options } = {}, signal) {
  let opened;
  do {
    opened = await answered({ files, options: { ...options, packages: packages?.held }, call: 'open' }, signal);
  } while (await packages?.bring(opened.wanted));
  return opened;
}

/** Bytes in memory as a file in pieces. */
function inMemory(text) {
  const bytes = new TextEncoder().encode(text);
  return new SparseFile({ size: bytes.length, pieces: [{ begin: 0, bytes }] });
}

/**
 * Chooses what is counted of a fetched model (web/hub/fetch_model.js): its config, its weights, or of both what their comparison says, and its
 * parts. `shipped` are the texts beside the program (web/shipped.js). Resolves to `chosen` of files.js.
 */
export function chooseFetched({ config, code = [], weights = [], whole, parts = [] }, shipped, signal) {
  const files = [...weights, ...config ? [{ name: 'config.json', file: config.file }, ...code] : [], { name: 'shipped', file: inMemory(shipped) }];
  if (parts.length > 0) files.push({ name: 'parts', file: inMemory([whole, ...parts.map(({ name }) => name)].join('\n')) });
  parts.forEach((part, i) => {
    const add = (name, { file }) => files.push({ name: `part${i}/${name}`, file });
    if (part.config) add('config.json', part.config);
    part.weights?.forEach((each, at) => add(at === 0 ? 'weights' : each.name, each));
  });
  return answered({ files, call: 'choose' }, signal);
}

/**
 * Makes `text`, a model text as a Blob, adjustable. `input` has its shapes, '' for the text's own; `shipped` are the texts
 * beside the program (web/shipped.js), `templates` the sentences in the language of the comments: "ID\tTEMPLATE\n" each.
 * Resolves to { text, input, remark }: a `text` of '' means no change, for the reason in `remark`; `input` has the typed shapes
 * that `text` has no input line for.
 */
export function makeAdjustable({ text, input, shipped, templates }, signal) {
  const files = [['model', text], ['shipped', new Blob([shipped])], ['templates', new Blob([templates])]];
  return answered({ files: files.map(([name, file]) => ({ name, file })), options: { input }, call: 'adjust' }, signal);
}

/**
 * Counts a text before the page's own program is there, and fetches no more than that needs. `shipped` are the texts beside the program
 * (web/shipped.js). Resolves to the numbers by the languages of the page, as `counted` of files.js.
 */
export function countText(text, shipped) {
  const files = [['', text], ['shipped', shipped]].map(([name, contents]) => ({ name, file: new Blob([contents]) }));
  return answered({ files, options: {}, call: 'count' });
}

/** Opens bytes in memory, without a worker. */
export async function openBytes(name, bytes, options) {
  return openIn(await loadOpener(), new BytesInMemory([{ name, bytes }], options));
}
