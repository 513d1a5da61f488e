// Counts in a worker: runs the page's own program, of which it uses the functions of src/bindings/count_main.cpp.
//
// Takes {program, texts}, then any number of {text, at, size}, {settings} and {more}; answers with {phase}, {block}, and
// {problem} when nothing more will come.
import create from 'built:paramscope-app.js';

import { crashReason } from '../crash.js';
import { instantiateParts } from '../parts.js';
import { phases } from './phases.js';

let program;

/** Copies bytes to where the next call of the program reads them: a part of `size` bytes from `at`, or all. */
function send(bytes, at = 0, size = bytes.length) {
  const room = program._count_make_room(size) >>> 0;
  program.bytes().set(bytes, room + at);
}

function postBlock() {
  const size = program._count_next_block();
  if (size === 0) return;
  const start = program._count_block() >>> 0;
  const block = program.bytes().slice(start, start + size);
  postMessage({ block }, [block.buffer]);
}

async function take({ program: parts, texts, text, at, size, settings, more }) {
  if (parts) {
    program = (await instantiateParts(create, parts, { noInitialRun: true })).module;
    send(texts);
    program._count_take_texts();
  } else if (text) {
    send(text, at, size);
    if (at + text.length < size) return;
    postMessage({ phase: phases.reading });
    program._count_read();
  } else if (settings) {
    postMessage({ phase: phases.counting });
    send(settings);
    program._count_count();
    postMessage({ phase: phases.sending });
    postBlock();
  } else if (more) {
    postBlock();
  }
}

let before = Promise.resolve();
addEventListener('message', ({ data }) => {
  before = before.then(() => take(data)).catch((error) => postMessage({ problem: crashReason(error) }));
});
