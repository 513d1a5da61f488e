// Visits the page's program without a browser: the first view, the pointer and the keys on it, a print that is pasted. Which functions
// of the wasm run then tells parts.mjs what a visitor needs first.
//   node first_visit.mjs EMCC WASM FOLDER     the program's folder, a wasm that notes what runs, a folder for the notes; prints "frame PATH" for
//       the first frames, "details PATH" for those with details, "view PATH" for each visit, and "count PATH" for a count before the interface is there
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { headlineOf } from '../../web/count/calls.js';
import { catalogueOf, readTables } from '../../web/languages/table.js';
import { Translator } from '../../web/languages/translator.js';
import { BytesInMemory } from '../../web/open/files.js';
import { root } from '../steps.mjs';
import { shippedTexts } from './built.mjs';
import { readText } from './first_numbers.mjs';
import { knownConfigs } from './known_configs.mjs';
import { start } from './notes.mjs';
import { prints } from './prints.mjs';
import { graphics, VisitedHost } from './visited_host.mjs';

/** The shipped models, some with children of many kinds, are pasted, too. */
const pasted = [...prints, 'nn.Linear(3, 4)', ...shippedTexts().filter(({ group }) => group === 'models').map(({ text }) => text)];

/** Code that is pasted, and what the readers give for it (web/page/host/opening.js). */
const source = 'import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, d=8):\n        super().__init__()\n        self.fc = nn.Linear(d, 4)\n\n    def forward(self, x):\n        return self.fc(x)\n';
const reading = {
  source,
  build: '',
  input: '',
  text: '# Net\n# Built from source code: Net()\nd = 8\ninput = (batch, d)\nforward: traced\nbasis: exact\ntie: none\n\nNet<source>(\n  forward(x) = fc(x)\n  (fc): Linear(d, 4)\n)\n',
  built: 'Net()',
  assumption: 'the input is assumed to be (batch, d), which fits the layers',
  class: 'Net()',
  line: '7 fc',
};

/** Windows and preferences: bits as those of web/page/host/host.js. */
const visitors = [
  { width: 1440, height: 900, ratio: 1, preferences: 0 },
  { width: 1920, height: 1080, ratio: 2, preferences: 1, visited: '1' },
  { width: 1024, height: 700, ratio: 1.25, preferences: 6, language: 'zh-CN' },
  { width: 390, height: 780, ratio: 3, preferences: 1, language: 'zh-CN', isTouched: true },
];

/** Readers of pages that have the calculator inside. */
const readersOfEmbeds = [
  { width: 760, height: 480, ratio: 1, preferences: 0, isEmbedded: true },
  { width: 390, height: 600, ratio: 3, preferences: 1, language: 'zh-CN', isTouched: true, isEmbedded: true },
];

/** The clock of the visits, in milliseconds, so that each build makes the same ones. */
let now = 0;

const frameMs = 16;

/** The longest time until a frame that is waited for: tooltips come sooner. */
const patience = 1;

/** Paints until no frame is due soon. */
function settle({ program }) {
  for (let wait = 0; wait < patience; now += Math.max(frameMs, wait * 1000)) wait = program._host_frame();
}

/** Kinds of pointer events, as in web/page/host/input.js. */
const [move, down, up, leave] = [0, 1, 2, 3];

/** Moves the pointer over everything, and turns the wheel. */
function point(host) {
  const { program, visitor: { width, height } } = host;
  const step = Math.ceil(Math.max(width, height) / 24);
  for (let y = step / 2; y < height; y += step) {
    for (let x = step / 2; x < width; x += step) {
      program._host_pointer(move, x, y, 0, 0);
      settle(host);
    }
    program._host_wheel(0, 120, 0);
  }
  program._host_pointer(leave, 0, 0, 0, 0);
  settle(host);
}

/** Moves a finger up the page, and lets the page glide. */
function swipe(host) {
  const { program, visitor: { width, height } } = host;
  for (let y = height - 40; y > 40; y -= 20) {
    program._host_finger(y === height - 40 ? down : move, 1, width / 2, y);
    now += frameMs;
    program._host_frame();
  }
  program._host_finger(up, 1, width / 2, 40);
  settle(host);
}

/** Tells the program what every page tells it while it shows the first frames. */
function showFirst(host) {
  const { program } = host;
  program._host_is_mirrored();
  program._host_link_length(1000);
  for (const isFocused of [true, false]) {
    program._host_focus(isFocused);
    settle(host);
  }
  program._host_touch();
  settle(host);
}

/** Waits for the first frames before the program has details, moves the pointer and writes into the field. */
function showBeforeDetails(host) {
  showFirst(host);
  host.program._host_focus(true);
  point(host);
  host.send('c');
  host.program._host_text();
  settle(host);
}

/** Uses the pointer or a finger, and the keys. */
function lookAround(host) {
  const { program, visitor: { isTouched } } = host;
  program._host_focus(true);
  if (isTouched) swipe(host);
  point(host);
  for (const key of ['Tab', 'ArrowDown']) {
    for (const isDown of [true, false]) {
      host.send(`${key}\n${key}`);
      program._host_key(isDown, 0);
      settle(host);
    }
  }
  program._host_is_mirrored();
  program._host_link_length(1000);
  program._host_files_hovering(false);
  program._host_touch();
  settle(host);
  program._host_leave();
}

/** Gives the program a text as the page delivers one (web/page/host/files.js). */
function paste(host, text, format = 'pytorch-repr') {
  const { program } = host;
  const bytes = new TextEncoder().encode(text);
  host.send(text);
  program._host_reads();
  host.send(format);
  program._host_readings();
  host.send('');
  program._host_file_name();
  program.send(bytes);
  program._host_file_part(bytes.length);
  program._host_file(bytes.length, true, false);
  settle(host);
}

/** Pastes while the pointer rests over one place after another, and moves it over what came. */
function pasteUnderPointer(host) {
  const { program, visitor: { width, height } } = host;
  for (const across of [0.05, 0.35, 0.65, 0.95]) {
    for (const down of [0.1, 0.3, 0.6, 0.95]) {
      program._host_pointer(move, width * across, height * down, 0, 0);
      program._host_wheel(0, 200, 0);
      for (const text of [prints[0], prints.at(-1), ofConfigs[0]]) paste(host, text);
    }
  }
  point(host);
}

/** Pastes code, and answers what the program asks of the readers. */
function pasteCode(host) {
  const { program } = host;
  paste(host, source, 'python');
  if (!host.isAskedToRead) throw new Error('code is not taken for code');
  for (const [name, value] of Object.entries(reading)) host.sendField(name, value);
  program._host_source_reading();
  settle(host);
}

/** Gives the field that has the keyboard a text, such as that of the sheet of a first visit: typed, and pasted. */
function write(host, text) {
  const { program } = host;
  host.send(text[0]);
  program._host_text();
  settle(host);
  host.send(text.slice(1));
  program._host_paste();
  settle(host);
  now += 2000;  // a pause after which it is counted
  program._host_touch();
  settle(host);
}

/** Lets Emscripten's script for browsers run here, with this canvas. */
function pretendToBeBrowser(canvas) {
  const browser = {
    window: globalThis,
    navigator: { platform: '' },
    document: { querySelector: () => canvas },
    WebGLRenderingContext: class {},
    performance: { now: () => now },
  };
  for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true });
}

/** The model texts that the readers make of configs, one of each type: what a pasted config becomes. */
async function textsOfConfigs(folder) {
  const { default: createReaders } = await import(pathToFileURL(join(folder, 'paramscope-open.js')));
  const program = await WebAssembly.compile(readFileSync(join(folder, 'paramscope-open.wasm')));
  const configs = new Map(knownConfigs().map(([, config]) => [JSON.parse(config).model_type, config]));
  return Promise.all([...configs.values()].map(async (config) => {
    const files = new BytesInMemory([{ name: '', bytes: new TextEncoder().encode(config) }]);
    const { program: readers } = await start(createReaders, program, { files, printErr() {} });
    readers._open_file();
    return files.opened.text;
  }));
}

/** States of links, whose models are in the first frames: a shipped model, and a text with settings. */
const links = [
  { preset: 'gpt2' },
  { text: prints[1], name: 'Mine', input: '1, 3, 64, 64', convention: 'macs', selection: '0', depth: '2', 'open:0': '1' },
  { preset: 'llama-2-7b', 'set:H': '2048', mode: 'training', causal: '1', device: 'H100' },
];
const followed = links.map((link) => ({ act: showFirst, kind: 'details', given: { link } }));

/** What a visitor does: waits for the first frames, looks around and pastes models, writes one into the field that is ready for it, or has pasted code early. */
const acts = [
  { act: showBeforeDetails, kind: 'frame', awaitsDetails: true },
  { act: showBeforeDetails, kind: 'frame', awaitsDetails: true, given: { visited: '1' } },
  { act: showFirst, kind: 'details' },
  { act: showFirst, kind: 'details', given: { visited: '1' } },
  {
    act(host) {
      lookAround(host);
      for (const text of [...pasted, ...ofConfigs]) paste(host, text);
      pasteUnderPointer(host);
      pasteCode(host);
    },
  },
  { act: (host) => write(host, prints[1]) },
  { act: pasteCode, given: { visited: '1' } },  // as web/page/early.js remembers
  ...followed,
];

/** What the reader of an embed does, whose first frames have details. */
const actsInEmbed = [{ act: showFirst, kind: 'details' }, ...followed, { act: lookAround }];

const [emcc, wasm, folder] = process.argv.slice(2);
const { default: create } = await import(pathToFileURL(join(emcc, 'paramscope-app.js')));
const chinese = new Translator(catalogueOf(readTables(join(root, 'web/languages/zh'))));
const module = await WebAssembly.compile(readFileSync(wasm));
pretendToBeBrowser();  // Emscripten's scripts look for one
const ofConfigs = await textsOfConfigs(emcc);
let visits = 0;

/** Writes what ran so far in a visit of this kind. */
function note(kind, notes) {
  const path = join(folder, `${kind}${visits++}.notes`);
  writeFileSync(path, notes());
  console.log(`${kind} ${path}`);
}

for (const visitor of [...visitors, ...readersOfEmbeds]) {
  for (const { act, kind = 'view', given, awaitsDetails = false } of visitor.isEmbedded ? actsInEmbed : acts) {
    const host = Object.assign(new VisitedHost({ ...visitor, ...given }, chinese), { awaitsDetails });
    const context = graphics();
    pretendToBeBrowser({ getContext: () => context, parentNode: { style: {} } });
    const { notes } = await start(create, module, { host, canvas: document.querySelector() });
    settle(host);
    act(host);
    note(kind, notes);
  }
}

for (const text of [...pasted, ...ofConfigs, reading.text]) {
  const { program, notes } = await start(create, module, { noInitialRun: true });
  readText(program, text);
  for (const language of ['en', 'zh-CN']) headlineOf(program, language);
  note('count', notes);
}
