// Builds what is shipped twice, one after the other in two folders, and compares the bytes.
//   node scripts/reproduce.mjs [preset]     web-release by default; web is quicker
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { main, root, say, StepError } from './steps.mjs';
import { copyOfRepository } from './steps/copy.mjs';

const build = (preset) => `import { build } from './scripts/steps.mjs'; import { bundle } from './scripts/bundle.mjs'; await build('${preset}'); await bundle('${preset}');`;

/** The files below a folder with their digests: { path: digest }. */
export function digestsOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, path, name }) => join(parentPath ?? path, name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]));
}

/** The paths whose bytes differ, or that only one has. */
export function differences(first, second) {
  return [...new Set([...Object.keys(first), ...Object.keys(second)])].filter((path) => first[path] !== second[path]).sort();
}

/** Builds in a copy and returns the digests of what is shipped. */
function built(name, preset) {
  const copy = copyOfRepository(name);
  try {
    say(`\nBuilding in ${copy}`);
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', build(preset)], { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CCACHE_BASEDIR: `${copy}/` } });
    if (status !== 0) throw new StepError('the build failed');
    return digestsOf(join(copy, 'build', preset, 'dist'));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const preset = process.argv[2] ?? 'web-release';
    // Names of different lengths: a path that gets into a file changes its size.
    const [first, second] = ['paramscope-a-', 'paramscope-another-folder-'].map((name) => built(name, preset));
    const changed = differences(first, second);
    console.log(`${Object.keys(first).length} files of dist, ${changed.length} with other bytes`);
    if (changed.length > 0) throw new StepError(changed.join('\n'));
  });
}
