// Finds the built site under test: the quick build's, or the folder in PARAMSCOPE_SITE.
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const site = resolve(process.env.PARAMSCOPE_SITE ?? join(root, 'build/web/dist'));

/** The npm package of the site, and the path of its library. */
export const packageFolder = join(site, 'package');
export const library = pathToFileURL(join(packageFolder, 'paramscope.js')).href;
