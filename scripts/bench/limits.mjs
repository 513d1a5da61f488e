// Reads from the sources how large a model may be: what is beyond that is not measured.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../steps.mjs';
import { whole } from './figures.mjs';

/** The value of a constant that is written as a number or as a shifted one. */
export function constantIn(source, name) {
  const [, digits, shift = 0] = new RegExp(`\\b${name} = ([\\d']+)u?(?: << (\\d+))?;`).exec(source) ?? [];
  if (digits === undefined) throw new Error(`no constant ${name}`);
  return Number(digits.replaceAll("'", '')) * 2 ** Number(shift);
}

/** All headers of the engine as one text. */
function headers() {
  const folders = ['model', 'count'].map((name) => join(root, 'src', name));
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)));
  return files.filter((file) => file.endsWith('.h')).map((file) => readFileSync(file, 'utf8')).join('');
}

/** The engine's limits: { modules, bytes }, of the text. */
export function limits() {
  const source = headers();
  const [modules, nodes, bytes] = ['kMostModules', 'kMostNodes', 'kLargestText'].map((name) => constantIn(source, name));
  return { modules: Math.min(modules, nodes), bytes };
}

/** Says why { text, modules } is not measured: it is beyond the engine's limits. Returns undefined for one within them. */
export function beyond({ text, modules }, most) {
  if (modules > most.modules) return `beyond the limit of ${whole(most.modules)} modules`;
  return text.length > most.bytes ? `${whole(text.length)} bytes are beyond the limit of ${whole(most.bytes)}` : undefined;
}
