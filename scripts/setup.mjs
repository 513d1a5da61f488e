// `npm run setup [-- --PURPOSE ...]`: installs missing packages for building and testing, or for the named purposes:
// --page, --tests, --sanitizers, --benchmarks, --fuzzers, --python, --python-models, --desktop.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { installNodeModules } from './setup/node_modules.mjs';
import { purposes } from './setup/packages.mjs';
import { installPeers } from './setup/peers.mjs';
import { installPackages } from './setup/system.mjs';
import { main, say, StepError } from './steps.mjs';

/** Installs missing packages for the `chosen` purposes. CMake fetches the sources of other libraries by itself. */
export async function setup(...chosen) {
  await installPackages(chosen);
  await installNodeModules();  // every build compiles sources of two packages
  if (chosen.includes('benchmarks')) await installPeers();
}

/** Returns the purposes named by flags; page and tests by default. */
function purposesFrom(args) {
  const options = Object.fromEntries(Object.keys(purposes).map((name) => [name, { type: 'boolean' }]));
  try {
    const chosen = Object.keys(parseArgs({ args, options }).values);
    return chosen.length > 0 ? chosen : ['page', 'tests'];
  } catch (error) {
    throw new StepError(`${error.message}\nPurposes: ${Object.keys(purposes).map((name) => `--${name}`).join(' ')}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const chosen = purposesFrom(process.argv.slice(2));
    await setup(...chosen);
    say(`Everything is installed for: ${chosen.join(', ')}`);
  });
}
