// Divides the tests of a suite among processes.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root, StepError } from '../steps.mjs';

/** Lists `*.test.mjs` of a folder below tests/, as paths in the repository. */
export function testFiles(folder) {
  const path = join(root, 'tests', folder);
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.test.mjs')) : [];
  if (files.length === 0) throw new StepError(`tests/${folder} has no tests`);
  return files.sort().map((name) => ['tests', folder, name].join('/'));
}

/** Divides files into at most so many shares of about the same size: the larger a file, the longer it takes. */
export function divided(files, shares) {
  const sizeOf = (file) => statSync(join(root, file)).size;
  const parts = Array.from({ length: Math.min(shares, files.length) }, () => ({ files: [], size: 0 }));
  for (const file of [...files].sort((a, b) => sizeOf(b) - sizeOf(a))) {
    const smallest = parts.reduce((a, b) => (b.size < a.size ? b : a));
    smallest.files.push(file);
    smallest.size += sizeOf(file);
  }
  return parts.map((part) => part.files);
}
