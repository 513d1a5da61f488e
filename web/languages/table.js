// Reads tables of translations (zh/*.txt), for the build and for tests.
//
//     linear.input_features
//         Linear 的最后一维应有 {expected} 个特征，实为 {actual}
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the rows of a table: { id: translation }. A line that begins with # is a comment. */
export function readTable(text) {
  const rows = {};
  let id;
  for (const [index, line] of text.split('\n').entries()) {
    const wrong = (what) => new Error(`line ${index + 1}: ${what}`);
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (!line.startsWith('    ')) {
      if (id !== undefined) throw wrong(`“${id}” has no translation`);
      id = line;
      continue;
    }
    if (id === undefined) throw wrong('a translation without an id');
    if (Object.hasOwn(rows, id)) throw wrong(`“${id}” is translated twice`);
    rows[id] = line.slice(4);
    id = undefined;
  }
  if (id !== undefined) throw new Error(`“${id}” has no translation`);
  return rows;
}

/** Reads all tables of a language: { file name without .txt: rows }. */
export function readTables(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt')).sort();
  return Object.fromEntries(files.map((name) => [name.replace('.txt', ''), readTable(readFileSync(join(folder, name), 'utf8'))]));
}

/** Makes the catalogue of a Translator. The keys of `models` are English texts, those of all other tables ids. */
export function catalogueOf({ models, hub, agreement, ...tables }) {
  return { patterns: Object.assign({}, ...Object.values(tables)), titles: models };
}

/** The rows about fetched models, which a page loads with what fetches them (web/hub). */
export const rowsOfHub = ({ hub, agreement }) => ({ ...hub, ...agreement });

/** Selects the rows needed by a page opened from disk, which cannot load the catalogue. */
export function rowsFromDisk({ failures }) {
  const isNeeded = (id) => /^failure\.(from_disk\.|cannot_start|reload)/.test(id);
  return Object.fromEntries(Object.entries(failures).filter(([id]) => isNeeded(id)));
}
