// Lets the readers read what people paste first: source code, configs, listings, tables, a print with a prompt. Which functions
// of the wasm run then tells parts.mjs what the first answer needs.
//   node first_reading.mjs EMCC WASM FOLDER     the program's folder, a wasm that notes what runs, a folder for the notes; prints "config PATH",
//       "code PATH" or "other PATH" for each, "count.config PATH" for counting one, and the ends of the data of a part, "data config 1024 2048"
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { samples } from '../../web/open/samples.js';
import { BytesInMemory } from '../../web/open/files.js';
import { packed } from '../../web/shipped.js';
import { shippedTexts } from './built.mjs';
import { knownConfigs } from './known_configs.mjs';
import { start } from './notes.mjs';

/** The ways in which code is copied: as it is, without its first lines, cut off, from a session, an answer, a list with numbers, an editor. */
const copies = [
  (code) => code,
  (code) => code.replace(/^(import|from) .*\n/gm, ''),
  (code) => code.slice(0, Math.floor(code.length * 0.7)),
  (code) => code.slice(code.indexOf('class ')).replace(/\n\n[\s\S]*/, ''),
  (code) => code.replace(/^/gm, '>>> '),
  (code) => `Here is the model:\n\n\`\`\`python\n${code}\`\`\`\n\nIt has two parts.\n`,
  (code) => code.split('\n').map((line, i) => `${i + 1}  ${line}`).join('\n'),
  (code) => code.replace(/^/gm, '    ').replaceAll('"', '\u201d').replaceAll('\n', '\r\n'),
];

/** Texts in the folder readings, code in all ways, and those that are shipped, one config of each type: { config: [text], code: [text], other: [text] }. */
function texts() {
  const folder = fileURLToPath(new URL('./readings/', import.meta.url));
  const read = (name) => readFileSync(join(folder, name), 'utf8');
  const names = readdirSync(folder).sort();
  const code = [...names.filter((name) => name.endsWith('.py')).map(read), ...Object.values(samples)];
  const configs = new Map(knownConfigs().map(([, config]) => [JSON.parse(config).model_type, config]));
  const others = names.filter((name) => name.endsWith('.txt')).map(read);
  const ofConfigs = names.filter((name) => name.endsWith('.json')).map(read);
  return { config: [...configs.values(), ...ofConfigs], code: code.flatMap((text) => copies.map((copy) => copy(text))), other: others };
}

const [emcc, wasm, folder] = process.argv.slice(2);
globalThis.window = globalThis;  // for Emscripten's script
const { default: create } = await import(pathToFileURL(join(emcc, 'paramscope-open.js')));
const module = await WebAssembly.compile(readFileSync(wasm));
const shipped = packed(shippedTexts());
const asFiles = (texts) => new BytesInMemory(Object.entries(texts).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })));
let last;

/** Calls a function of a new program with files in memory; writes what runs. */
async function note(kind, number, name, files) {
  const { program, notes } = await start(create, module, { files, printErr() {} });
  program[name]();
  const path = join(folder, `${kind}.${number}.notes`);
  writeFileSync(path, notes());
  console.log(`${kind} ${path}`);
  last = program;
}

for (const [kind, each] of Object.entries(texts())) {
  for (const [i, text] of each.entries()) {
    await note(kind, i, '_open_file', asFiles({ '': text }));
    await note(`count.${kind}`, i, '_count_file', asFiles({ '': text, shipped }));
  }
}
['config', 'code', 'other'].forEach((kind, i) => console.log(`data ${kind} ${last._data_of_part(2 * i)} ${last._data_of_part(2 * i + 1)}`));
