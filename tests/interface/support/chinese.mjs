// The Chinese catalogue as the build makes it (scripts/bundle/built.mjs).
import { fileURLToPath } from 'node:url';

import { catalogueOf, readTables } from '../../../web/languages/table.js';

let catalogue;

/** Resolves to { patterns, titles }, the argument of Translator. */
export async function load() {
  catalogue ??= catalogueOf(readTables(fileURLToPath(new URL('../../../web/languages/zh', import.meta.url))));
  return catalogue;
}
