// The site's own engine, with which the build counts what its pages show.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The library of a built site. */
export const library = (site) => import(pathToFileURL(join(site, 'package/paramscope.js')).href);

/** The report of a shipped model as the command line writes it, with the figures of all conventions. */
export function reportOf(site, preset) {
  const args = [join(site, 'cli.mjs'), '--format', 'json', '--conventions', '--depth', '0', `preset:${preset}`];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}
