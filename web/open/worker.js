// Opens files in a worker, where reading may block: reads only the requested ranges. Makes models adjustable, too.
import { messageOf } from '../languages/messages.js';
import { Files } from './files.js';
import { runOnce } from './pieces.js';
import { answers } from './run.js';
import { SparseFile } from './sparse_file.js';

class OnDisk extends Files {
  #reader = new FileReaderSync();

  constructor(files, options) {
    super(files.map(({ name, file }) => ({ name, size: file.size, file })), options);
  }

  fetch({ file }, offset, target) {
    try {
      target.set(new Uint8Array(this.#reader.readAsArrayBuffer(file.slice(offset, offset + target.length))));
      return true;
    } catch {
      return false;  // a folder, or a file that was changed or removed
    }
  }
}

/** `call` is the name of a function of run.js; `parts` are the parts of files that are fetched in pieces, instead of `files`. */
addEventListener('message', async ({ data: { program, files, parts, options, call } }) => {
  try {
    const answerIn = answers[call];
    if (!parts) return postMessage({ answer: await answerIn(program, new OnDisk(files, options)) });
    postMessage(await runOnce(answerIn, program, parts.map(({ name, ...part }) => ({ name, file: new SparseFile(part) })), options));
  } catch (error) {
    postMessage({ problem: messageOf(error) });
  }
});
