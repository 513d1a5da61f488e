// Runs the readers' program as web/open/run.js does: it is inside the program of the tests.
import { inCharacters } from './program.mjs';

let program;

/** The program whose readers are used from now on. */
export function readWith(present) {
  program = present;
}

/** The bytes of a file, which is read whole; undefined where some are missing. */
function contentsOf(files, number) {
  const bytes = new Uint8Array(files.size(number));
  return bytes.length === 0 || files.read(number, 0, bytes) ? inCharacters(bytes) : undefined;
}

/** Sends the command `name` with `files` (web/open/files.js), which take the answers. */
async function run(name, files) {
  const contents = files.files.map((file, number) => [file.name, contentsOf(files, number)]);
  if (contents.some(([, text]) => text === undefined)) return;  // they are fetched first (web/open/pieces.js)
  const { format, build, input, isMain } = files;
  const { answers: found } = await program.ask({ do: name, files: contents, format, build, input, isMain });
  for (const [kind, text] of Object.entries(found)) files.takeAnswer(kind, new TextEncoder().encode(text), 0);
}

async function open(_, files) {
  await run('open', files);
  return files.missing ? undefined : files.opened;
}

async function adjust(_, files) {
  await run('adjust', files);
  return files.adjusted;
}

export const openIn = open;
export const answers = { open, adjust };

/** Replaces built:paramscope-open.wasm by an empty WebAssembly module: the native program runs the readers. */
export default Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
