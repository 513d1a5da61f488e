// Runs the opener once. A program is used for one opening and then discarded.
import create from 'built:paramscope-open.js';

import { crashReason } from '../crash.js';
import { MessageError } from '../languages/messages.js';
import { instantiate } from '../wasm.js';

/** Opens the first of `files` (files.js). `program` is compiled wasm, or a source that web/wasm.js takes. */
export async function openIn(program, files) {
  const opener = await instantiate(create, program, { files, printErr() {} });
  try {
    opener._open_file();
  } catch (error) {
    throw new MessageError(crashReason(error));
  }
  return files.opened;
}
