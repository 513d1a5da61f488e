// The numbers of the model that the page shows first, counted by the program itself: what its HTML says before any script runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { headlineOf, sendCounted } from '../../web/count/calls.js';
import { catalogueOf, readTables } from '../../web/languages/table.js';
import { Translator } from '../../web/languages/translator.js';
import { packed } from '../../web/shipped.js';
import { instantiate } from '../../web/wasm.js';
import { root } from '../steps.mjs';
import { firstModel, shippedTexts } from './built.mjs';

/** Lets the page's program, without its window, read a model text as its worker does (web/count/worker.js). */
export function readText(program, text) {
  sendCounted(program, packed(shippedTexts()));
  program._count_take_texts();
  sendCounted(program, text);
  program._count_read();
}

/** Starts the page's program of the folder `emcc` without its window, with a model text. */
async function programWith(emcc, text) {
  const { default: create } = await import(pathToFileURL(join(emcc, 'paramscope-app.js')));
  const program = await instantiate(create, readFileSync(join(emcc, 'paramscope-app.wasm')), { noInitialRun: true });
  readText(program, text);
  return program;
}

/** Resolves to the HTML of the numbers, in the languages of the page. */
async function firstNumbers(emcc) {
  globalThis.window ??= globalThis;  // for Emscripten's script
  const { title, text } = firstModel();
  const chinese = new Translator(catalogueOf(readTables(join(root, 'web/languages/zh'))));
  const program = await programWith(emcc, text);
  const [english, inChinese] = [headlineOf(program, 'en'), headlineOf(program, 'zh')];
  const said = ({ parameters, flops }, words) => `<strong class="parameters">${parameters}</strong> ${words} · <span class="flops">${flops} FLOPs</span>`;  // web/page/program.js reads them
  return `<span lang="en">${title}: ${said(english, 'parameters')}</span><span lang="zh-CN">${chinese.title(title)}：${said(inChinese, '个参数')}</span>`;
}

/** Puts the numbers into a page that has a place for them. */
export async function withFirstNumbers(html, emcc) {
  const place = /(?<=<p class="number[^>]*>)(?=<\/p>)/;
  return place.test(html) ? html.replace(place, await firstNumbers(emcc)) : html;
}
