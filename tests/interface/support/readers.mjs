// Opens files and makes models adjustable as web/open/opening.js does, by the readers inside the program of the tests.
let program;

/** The program whose readers are used from now on. */
export function readWith(present) {
  program = present;
}

const lines = (text) => text.split('\n').filter(Boolean);

/** Bytes as a text of one character each, as commands have them (src/headless/session.h). */
const inCharacters = (bytes) => Buffer.from(bytes).toString('latin1');

export async function openFiles(files, options = {}) {
  const contents = await Promise.all(files.map(async ({ name, file }) => [name, inCharacters(await file.arrayBuffer())]));
  const { answers } = await program.ask({ do: 'open', files: contents, ...options });
  const size = contents.reduce((sum, [, text]) => sum + text.length, 0);
  return {
    ...answers,
    formats: lines(answers.formats),
    classes: lines(answers.classes),
    numbers: lines(answers.numbers),
    lines: lines(answers.lines),
    diagnostics: JSON.parse(answers.diagnostics),
    bytesRead: size,
    size,
  };
}

export async function makeAdjustable({ text, input, templates }) {
  const files = [['model', text], ['templates', templates]].map(([name, contents]) => [name, inCharacters(Buffer.from(contents))]);
  const { answers } = await program.ask({ do: 'adjust', files, input });
  return answers;
}
