// Opens files off the page's thread, where reading may wait for the disk: only the ranges asked for are read.
import { messageOf } from '../languages/messages.js';
import { Files } from './files.js';
import { openIn } from './run.js';

class OnDisk extends Files {
  #reader = new FileReaderSync();

  constructor(files) {
    super(files.map(({ name, file }) => ({ name, size: file.size, file })));
  }

  fetch({ file }, offset, target) {
    try {
      target.set(new Uint8Array(this.#reader.readAsArrayBuffer(file.slice(offset, offset + target.length))));
      return true;
    } catch {
      return false;  // a folder, or a file that changed or went away
    }
  }
}

addEventListener('message', async ({ data: { program, files } }) => {
  try {
    postMessage({ opened: await openIn(program, new OnDisk(files)) });
  } catch (error) {
    postMessage({ problem: messageOf(error) });
  }
});
