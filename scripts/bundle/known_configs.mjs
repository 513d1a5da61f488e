// The well-known models, whose sizes are shipped.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../steps.mjs';

/** Reads the lines `name name {…}` of src/open/config/known: [names, config.json as text]. */
export function knownConfigs() {
  const folder = join(root, 'src/open/config/known');
  const lines = readdirSync(folder).filter((file) => file.endsWith('.txt')).sort().flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => /^(.*?) (\{.*)$/.exec(line).slice(1));
}
