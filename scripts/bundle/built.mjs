// The modules named `built:…` in the sources: what exists only once emcc and the bundler have run.
//   built:NAME.js    the factory emcc made
//   built:NAME.wasm  the wasm beside it, as what web/wasm.js takes: an address or bytes
//   built:edition    which edition this is ('site', 'package', 'offline') and where the site is, if there is one
import { join } from 'node:path';

import { root } from '../steps.mjs';

/**
 * An esbuild plugin. `folder` is where emcc wrote; `wasm(name)` and `edition` are the source of the modules named
 * so, in the edition being made.
 */
export function builtModules({ folder, wasm, edition }) {
  return {
    name: 'built',
    setup(build) {
      build.onResolve({ filter: /^built:.*\.js$/ }, ({ path }) => ({ path: join(folder, path.slice('built:'.length)) }));
      build.onResolve({ filter: /^built:(.*\.wasm|edition)$/ }, ({ path }) => ({ path, namespace: 'built' }));
      build.onLoad({ filter: /\.wasm$/, namespace: 'built' }, ({ path }) => ({ contents: wasm(path.slice('built:'.length)), resolveDir: root }));
      build.onLoad({ filter: /edition$/, namespace: 'built' }, () => ({ contents: edition }));
    },
  };
}
