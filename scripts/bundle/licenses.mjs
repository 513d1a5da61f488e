// The licences of what is shipped, Paramscope's own and those of the libraries inside: they travel with every artefact.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../steps.mjs';

/** By the name of the copy in an artefact, Paramscope's own first. */
export const licenses = {
  'paramscope.txt': join(root, 'LICENSE'),
  ...Object.fromEntries(readdirSync(join(root, 'licenses')).sort().map((name) => [name, join(root, 'licenses', name)])),
};

/** Writes a copy of each into folder/licenses. */
export function copyLicenses(folder) {
  mkdirSync(join(folder, 'licenses'), { recursive: true });
  for (const [name, file] of Object.entries(licenses)) copyFileSync(file, join(folder, 'licenses', name));
}

/** All of them as one text that may stand in a comment of HTML or JavaScript. */
export function licenseComment() {
  return Object.values(licenses)
    .map((file) => readFileSync(file, 'utf8').trim().replaceAll('--', '- -').replaceAll('*/', '* /'))
    .join('\n\n');
}
