// The built site under test: that of the quick build, or the folder that PARAMSCOPE_SITE names.
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const site = resolve(process.env.PARAMSCOPE_SITE ?? join(root, 'build/web/dist'));

/** The npm package in it, and the address of its library. */
export const packageFolder = join(site, 'package');
export const library = pathToFileURL(join(packageFolder, 'paramscope.js')).href;
