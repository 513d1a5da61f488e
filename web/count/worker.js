// Counts in a worker: runs the page's own program, of which it uses the functions of src/bindings/count_main.cpp.
//
// Takes {program, texts}, then any number of {text, at, size}, {settings}, {more} and {headline}, a language; answers with {phase}, {block}, {headline}
// and {problem} when nothing more will come.
import create from 'built:paramscope-app.js';

import { crashReason } from '../crash.js';
import { instantiateParts } from '../parts.js';
import { blockOf, headlineOf, sendCounted } from './calls.js';
import { phases } from './phases.js';

let program;

function postBlock() {
  const size = program._count_next_block();
  if (size === 0) return;
  const block = blockOf(program, size);
  postMessage({ block }, [block.buffer]);
}

async function take({ program: parts, texts, text, at, size, settings, more, headline }) {
  if (parts) {
    program = (await instantiateParts(create, parts, { noInitialRun: true })).module;
    sendCounted(program, texts);
    program._count_take_texts();
  } else if (text) {
    sendCounted(program, text, at, size);
    if (at + text.length < size) return;
    postMessage({ phase: phases.reading });
    program._count_read();
  } else if (settings) {
    postMessage({ phase: phases.counting });
    sendCounted(program, settings);
    program._count_count();
    postMessage({ phase: phases.sending });
    postBlock();
  } else if (more) {
    postBlock();
  } else if (headline) {
    postMessage({ headline: headlineOf(program, headline) });
  }
}

let before = Promise.resolve();
addEventListener('message', ({ data }) => {
  before = before.then(() => take(data)).catch((error) => postMessage({ problem: crashReason(error) }));
});
