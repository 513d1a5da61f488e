// Builds what is shipped twice, one after the other in two folders, and compares the bytes.
//   node scripts/reproduce.mjs [preset]     web-release by default; web is quicker
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { main, root, say, StepError } from './steps.mjs';

const shipped = 'web-release';

/** What makes the files of a preset, as arguments of node: `npm run build` makes those that are shipped. */
function making(preset) {
  if (preset === shipped) return { args: ['scripts/build.mjs'], dist: 'dist' };
  const script = `import { build } from './scripts/steps.mjs'; import { bundle } from './scripts/bundle.mjs'; await build('${preset}'); await bundle('${preset}');`;
  return { args: ['--input-type=module', '-e', script], dist: `build/${preset}/dist` };
}

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

/**
 * Copies the files that git tracks or would add, with their present changes, into a new folder, whose name begins with `name`, and
 * commits them; returns its path.
 */
function copyOfRepository(name) {
  const copy = mkdtempSync(join(tmpdir(), name));
  const { stdout: files } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 1 << 26 });
  const tar = spawnSync('tar', ['--null', '--files-from=-', '--ignore-failed-read', '-cf', '-'], { cwd: root, input: files, maxBuffer: 1 << 30 });
  if (spawnSync('tar', ['-xf', '-'], { cwd: copy, input: tar.stdout }).status !== 0) throw new StepError('the repository could not be copied');
  for (const args of [['init', '-q'], ['add', '-A'], ['-c', 'user.name=copy', '-c', 'user.email=copy@localhost', 'commit', '-qm', 'copy']]) {
    spawnSync('git', args, { cwd: copy });
  }
  return copy;
}

/** Builds in a copy and returns the digests of what is shipped. */
function built(name, preset, environment = {}) {
  const copy = copyOfRepository(name);
  try {
    say(`\nBuilding in ${copy}`);
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const { args, dist } = making(preset);
    const { status } = spawnSync(process.execPath, args, { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CCACHE_BASEDIR: `${copy}/`, ...environment } });
    if (status !== 0) throw new StepError('the build failed');
    return digestsOf(join(copy, dist));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const preset = process.argv[2] ?? shipped;
    // Names of different lengths: a path that gets into a file changes its size. A cache would give the second what the first compiled.
    const first = built('paramscope-a-', preset);
    const second = built('paramscope-another-folder-', preset, { CCACHE_DISABLE: '1' });
    const changed = differences(first, second);
    console.log(`${Object.keys(first).length} files of dist, ${changed.length} with other bytes`);
    if (changed.length > 0) throw new StepError(changed.join('\n'));
  });
}
