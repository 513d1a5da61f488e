// Reads from the sources which folders of src/ include which.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = new URL('../../src/', import.meta.url).pathname;

const foldersIn = (path) => readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();

/** Lists the folders of src/ by name. */
export const folders = () => foldersIn(source);

/** Lists the C++ files of a folder, as paths below src/. */
export function files(folder) {
  return readdirSync(join(source, folder), { recursive: true }).filter((name) => /\.(cpp|h)$/.test(name)).sort().map((name) => join(folder, name));
}

/** Lists the headers that a file includes, as written. */
export function includes(file) {
  return [...readFileSync(join(source, file), 'utf8').matchAll(/^\s*#include\s+[<"]([^>"]+)[>"]/gm)].map(([, header]) => header);
}

/** Returns { folder: folders it includes }, without itself. */
export function dependencies() {
  const known = folders();
  const used = (folder) => new Set(files(folder).flatMap(includes).filter((header) => header.includes('/')).map((header) => header.split('/')[0]));
  return Object.fromEntries(known.map((folder) => [folder, known.filter((other) => other !== folder && used(folder).has(other))]));
}

/** Lists the folders inside a folder that have C++ files. */
export const rooms = (folder) => foldersIn(join(source, folder)).filter((room) => files(join(folder, room)).length > 0);
