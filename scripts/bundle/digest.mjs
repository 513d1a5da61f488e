// Tells whether what was built is up to date.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { root } from '../steps.mjs';

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).sort().flatMap((name) => filesBelow(join(path, name)));
}

/** Computes one digest of the names and contents of files. */
export function digestOf(paths) {
  const digest = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(resolve(root, path)))) {
    const bytes = readFileSync(file);
    digest.update(`${file.slice(root.length)} ${bytes.length}\n`).update(bytes);
  }
  return digest.digest('hex');
}
