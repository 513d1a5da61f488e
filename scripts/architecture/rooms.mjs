// What includes what below the first level: the rooms of src/ (folders with sources), and how far a header reaches.
import { dirname } from 'node:path';

import { files, folders, includes } from './includes.mjs';

const all = folders().flatMap(files);
const known = new Set(all);
/** Includes of each file; not those of the sentences of a folder, which all its rooms read. */
const included = new Map(all.map((file) => [file, includes(file).filter((header) => known.has(header) && !header.endsWith('/messages.h'))]));

/** Returns { room: number of its files }. */
export function sizes() {
  const counts = {};
  for (const file of all) counts[dirname(file)] = (counts[dirname(file)] ?? 0) + 1;
  return counts;
}

/** Lists the pairs of rooms that include each other, as "first <-> second". */
export function circles() {
  const arrows = new Set(all.flatMap((file) => included.get(file).map((header) => `${dirname(file)} <-> ${dirname(header)}`)));
  return [...arrows].filter((arrow) => {
    const [from, to] = arrow.split(' <-> ');
    return from < to && arrows.has(`${to} <-> ${from}`);
  }).sort();
}

/** Lists the headers that a file includes, directly or through others. */
function reachedFrom(file, reached = new Set()) {
  for (const header of included.get(file)) {
    if (reached.has(header)) continue;
    reached.add(header);
    reachedFrom(header, reached);
  }
  return reached;
}

/** Returns { header: number of sources that it reaches }. */
export function reach() {
  const counts = {};
  for (const source of all.filter((file) => file.endsWith('.cpp'))) {
    for (const header of reachedFrom(source)) counts[header] = (counts[header] ?? 0) + 1;
  }
  return counts;
}

/** Lists the sources that one of these headers reaches. */
export function sourcesReachedBy(headers) {
  return all.filter((file) => file.endsWith('.cpp') && [...reachedFrom(file)].some((header) => headers.test(header)));
}
