// Reads from the sources how large a model may be, so that the largest one is measured.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../steps.mjs';
import { flatList } from './inputs.mjs';

/** The value of a constant that is written as a number or as a shifted one. */
export function constantIn(source, name) {
  const [, digits, shift = 0] = new RegExp(`\\b${name} = ([\\d']+)u?(?: << (\\d+))?;`).exec(source) ?? [];
  if (digits === undefined) throw new Error(`no constant ${name}`);
  return Number(digits.replaceAll("'", '')) * 2 ** Number(shift);
}

const constant = (file, name) => constantIn(readFileSync(join(root, file), 'utf8'), name);

const candidates = [1000, 10_000, 100_000, 1_000_000];

/** The numbers of modules to measure a flat list with: powers of ten that the engine's limits allow. */
export function flatSizes() {
  const modules = Math.min(constant('src/model/read_module.h', 'kMostModules'), constant('src/count/tree.h', 'kMostNodes'));
  const bytes = constant('src/model/read.h', 'kLargestText');
  return candidates.filter((n) => n <= modules && flatList(n).text.length <= bytes);
}
