// The npm commands start before anything is installed: what they import at once comes with node.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** The packages that a script and the scripts it imports need before they run. */
function packagesOf(url, seen = new Set()) {
  if (seen.has(url.href)) return [];
  seen.add(url.href);
  const names = [...readFileSync(url, 'utf8').matchAll(/^(?:import|export) [^;]*?from '([^']+)';/gm)].map(([, name]) => name);
  return names.flatMap((name) => (name.startsWith('.') ? packagesOf(new URL(name, url), seen) : [name]))
    .filter((name) => !name.startsWith('node:'));
}

for (const command of ['setup', 'start', 'test', 'build', 'fuzz', 'bench']) {
  test(`npm run ${command} needs no package to begin`, () => {
    assert.deepEqual(packagesOf(new URL(`../../scripts/${command}.mjs`, import.meta.url)), []);
  });
}
