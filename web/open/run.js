// One run of the opener: a program is used once and thrown away, whatever became of it.
import create from 'built:paramscope-open.js';

import { instantiate } from '../wasm.js';

/** Opens the first of `files` (files.js). `program` is the wasm: compiled, or what web/wasm.js takes. */
export async function openIn(program, files) {
  const opener = await instantiate(create, program, { files, printErr() {} });
  opener._open_file();
  return files.opened;
}
