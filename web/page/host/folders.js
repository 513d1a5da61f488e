// Finds the source code in folders that are dropped.
import { setPath } from '../../open/together.js';

/** As kMostSourceFiles of src/open/python/source_files.h. */
const mostFiles = 500;
const deepestFolder = 8;

const isHidden = (name) => name.startsWith('.') || name === '__pycache__' || name === 'node_modules';

const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

/** Returns the entries of a folder; a reader gives them in parts. */
async function entriesOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all.sort((a, b) => (a.name < b.name ? -1 : 1));
    all.push(...part);
  }
}

async function addCode(entry, depth, found) {
  if (found.length > mostFiles || isHidden(entry.name)) return;
  if (entry.isDirectory && depth < deepestFolder) {
    for (const inner of await entriesOf(entry)) await addCode(inner, depth + 1, found);
  } else if (entry.isFile && entry.name.endsWith('.py')) {
    const file = await fileOf(entry);
    setPath(file, entry.fullPath.replace(/^\//, ''));
    found.push(file);
  }
}

/**
 * Resolves to the files of source code in a drop with folders; to none when it has no folder. Call it while the drop is
 * handled: its entries are gone afterwards.
 */
export async function codeInFolders({ items }) {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [];
  const found = [];
  try {
    for (const entry of entries) await addCode(entry, 0, found);
  } catch (error) {
    console.warn(error);
  }
  return found;
}
