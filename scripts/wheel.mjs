// `npm run wheel [-- PRESET]`: builds the Python package with the calculator and the command line inside, into build/python/dist.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundle } from './bundle.mjs';
import { setup } from './setup.mjs';
import { build, has, main, root, run } from './steps.mjs';

/** The Python that builds and tests the package: the system's, which has its packages, where another one comes first on the path. */
export const python = process.env.PARAMSCOPE_PYTHON ?? ['/usr/bin/python3'].find(has) ?? 'python3';

/** What a wheel contains beside python/, from the folder of a built site. */
const data = ['paramscope.html', 'cli.mjs', 'cli.remote.mjs', 'cli.wasm'];

/** Builds the wheel from the site in `dist`. Returns its path. */
export async function wheel(dist) {
  const folder = join(root, 'build/python');
  rmSync(folder, { recursive: true, force: true });
  const isSource = (path) => !/__pycache__|\.egg-info/.test(path);
  cpSync(join(root, 'python'), folder, { recursive: true, filter: isSource });
  mkdirSync(join(folder, 'paramscope/data'));
  for (const name of data) cpSync(join(dist, name), join(folder, 'paramscope/data', name));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'licenses'), join(folder, 'licenses'), { recursive: true });
  await run(python, '-c', `import os; os.chdir(${JSON.stringify(folder)}); from setuptools import build_meta; build_meta.build_wheel('dist')`);
  const [name] = readdirSync(join(folder, 'dist')).filter((file) => file.endsWith('.whl'));
  return join(folder, 'dist', name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const preset = process.argv[2] ?? 'web-release';
    await setup('page', 'python');
    await build(preset);
    console.log(await wheel(await bundle(preset)));
  });
}
