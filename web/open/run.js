// Runs the opener once. A program is used for one opening and then discarded.
import create from 'built:paramscope-open.js';

import { instantiate } from '../wasm.js';

/** Opens the first of `files` (files.js). `program` is compiled wasm, or a source that web/wasm.js takes. */
export async function openIn(program, files) {
  const opener = await instantiate(create, program, { files, printErr() {} });
  opener._open_file();
  return files.opened;
}
