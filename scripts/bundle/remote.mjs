// Bundles the thread in which the command line fetches models.
import { build } from 'esbuild';

import { esbuildOptions } from './options.mjs';

/** Writes the script of the thread, for node. */
export function bundleRemote(outfile) {
  return build({ ...esbuildOptions, entryPoints: ['web/cli/remote_worker.js'], outfile, format: 'esm', platform: 'node' });
}
