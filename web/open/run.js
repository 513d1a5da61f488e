// Runs the opener once. A program is used for one answer and then discarded.
import create from 'built:paramscope-open.js';

import { crashReason } from '../crash.js';
import { MessageError } from '../languages/messages.js';
import { instantiateParts } from '../parts.js';

/** Calls a function of the opener with `files` (files.js). `program` are the parts that web/parts.js takes. */
async function call(name, program, files) {
  const { module: opener } = await instantiateParts(create, program, { files, printErr() {} });
  try {
    opener[name]();
  } catch (error) {
    throw new MessageError(crashReason(error));
  }
}

/** Opens the first of `files`. */
export async function openIn(program, files) {
  await call('_open_file', program, files);
  return files.opened;
}

/** Makes the model text in the first of `files` adjustable (src/bindings/adjust_main.cpp); resolves to { text, input, remark }. */
async function adjustIn(program, files) {
  await call('_adjust_file', program, files);
  return files.adjusted;
}

/** Compares the config in the last of `files` with the checkpoint that the first one opens (src/bindings/agreement_main.cpp). */
async function chooseIn(program, files) {
  await call('_choose_fetched', program, files);
  return files.chosen;
}

/** Counts the first of `files` (src/bindings/open_main.cpp). */
async function countIn(program, files) {
  await call('_count_file', program, files);
  return files.counted;
}

/** What can be asked of the opener, by name. */
export const answers = { open: openIn, adjust: adjustIn, choose: chooseIn, count: countIn };
