// Collects the licences of Paramscope and of its libraries, which every shipped artefact contains.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../steps.mjs';

/** Licence files by the name of their copy, Paramscope's own first. */
export const licenses = {
  'paramscope.txt': join(root, 'LICENSE'),
  ...Object.fromEntries(readdirSync(join(root, 'licenses')).sort().map((name) => [name, join(root, 'licenses', name)])),
};

/** Copies each licence into folder/licenses. */
export function copyLicenses(folder) {
  mkdirSync(join(folder, 'licenses'), { recursive: true });
  for (const [name, file] of Object.entries(licenses)) copyFileSync(file, join(folder, 'licenses', name));
}

/** Joins the licences into one text that is valid in a comment of HTML or JavaScript. */
export function licenseComment() {
  return Object.values(licenses)
    .map((file) => readFileSync(file, 'utf8').trim().replaceAll('--', '- -').replaceAll('*/', '* /'))
    .join('\n\n');
}
