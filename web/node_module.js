// Goes before the script of the command line: what node gives a classic script but no module, and how its wasm is started.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const require = createRequire(import.meta.url);
const __filename = fileURLToPath(import.meta.url);
const __dirname = dirname(__filename);

// Makes V8 optimise a function of wasm later than usual, because most runs of the command line end before that pays, and validate
// only functions that are called. V8 13 and older, in node 20 to 24, know both flags; a newer one might warn about them.
if (parseInt(process.versions.v8, 10) <= 13) {
  setFlagsFromString('--wasm-tiering-budget=60000000');
  setFlagsFromString('--wasm-lazy-validation');
}

// Emscripten asks for random numbers before main(). Node's own `crypto` takes milliseconds to load, and the program reads none.
var crypto = { getRandomValues: (array) => require('node:crypto').randomFillSync(array) };

var Module = {
  instantiateWasm(imports, received) {
    const compiled = new WebAssembly.Module(readFileSync(new URL('cli.wasm', import.meta.url)));
    const instance = new WebAssembly.Instance(compiled, imports);
    received(instance, compiled);
    return instance.exports;
  },
};

/** Models on the network: a thread fetches them (web/cli/remote_worker.js), and the program waits for it. */
const remote = {
  files: [],   // { size, name, beside }
  models: [],  // { model, files, texts }: `model` is the number in the thread, files and texts are named, those of parts 'part0.weights'

  ask(request) {
    this.link ??= this.start();
    const { port, flag, receive } = this.link;
    Atomics.store(flag, 0, 0);
    port.postMessage(request);
    Atomics.wait(flag, 0, 0);
    return receive(port).message;
  },

  start() {
    const { MessageChannel, receiveMessageOnPort, Worker } = require('node:worker_threads');
    const { port1, port2 } = new MessageChannel();
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL('cli.remote.mjs', import.meta.url), { workerData: { port: port2, flag }, transferList: [port2] });
    worker.unref();
    return { port: port1, flag, receive: receiveMessageOnPort };
  },

  /** Fetches a model; returns its number. */
  open(address) {
    const { model, whole = '', withoutBase = '', parts = [], problem = '', code = '', ...main } = this.ask({ kind: 'open', address, width: process.stderr.isTTY ? process.stderr.columns : 0 });
    const [files, texts] = [{}, { whole, withoutBase, problem, code }];
    if (!problem) [main, ...parts].forEach((part, i) => this.take(part, i === 0 ? '' : `part${i - 1}.`, files, texts));
    return this.models.push({ model, files, texts }) - 1;
  },

  /** Takes the files and texts of a model or a part of one, under names that begin with `prefix`. */
  take({ name = '', config, ownCode, weights, texts: own }, prefix, files, texts) {
    const all = [...weights, ...config, ...ownCode];
    for (const each of all) this.files[each.number] = { ...each, beside: all };
    Object.assign(files, { [`${prefix}config`]: config[0], [`${prefix}weights`]: weights[0] });
    const named = { ...own, name, weights: weights[0]?.name ?? '' };
    for (const [key, text] of Object.entries(named)) texts[prefix + key] = text;
  },

  /** Copies a text of a model into `target`, as much as fits; returns its length in bytes. */
  put(model, name, target) {
    return new TextEncoder().encodeInto(this.text(this.models[model], name), target).written;
  },

  text({ model, texts }, name) {
    return name === 'summary' ? this.ask({ kind: 'summary', model }).text : texts[name] ?? '';
  },

  /** The number of a file, by its name in `files`; -1 for none. */
  file(model, name) {
    return this.models[model].files[name]?.number ?? -1;
  },

  find(file, name) {
    return this.files[file].beside.find((each) => each.name === name)?.number ?? -1;
  },

  read(file, offset, target) {
    const { bytes } = this.ask({ kind: 'read', file, offset, length: target.length });
    if (bytes) target.set(bytes);
    return Boolean(bytes);
  },
};
