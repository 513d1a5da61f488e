// Opens files in a worker, where reading may block: reads only the requested ranges. Makes models adjustable, too.
import { messageOf } from '../languages/messages.js';
import { Files } from './files.js';
import { adjustIn, openIn } from './run.js';

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

addEventListener('message', async ({ data: { program, files, options, adjusts } }) => {
  try {
    const answerIn = adjusts ? adjustIn : openIn;
    postMessage({ answer: await answerIn(program, new OnDisk(files, options)) });
  } catch (error) {
    postMessage({ problem: messageOf(error) });
  }
});
