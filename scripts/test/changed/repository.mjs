// Asks git which files there are, and which differ.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root, StepError } from '../../steps.mjs';

/** Runs git; returns the paths that it prints, each ended by a zero byte. */
function pathsOf(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new StepError(`git ${args.join(' ')}: ${stderr}`);
  return stdout.split('\0').filter(Boolean);
}

/** The files of the repository: those that git tracks or would add, without those that were removed. */
export function repositoryFiles() {
  const listed = pathsOf('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  return [...new Set(listed)].filter((path) => existsSync(join(root, path)));
}

/** The files that differ from a commit, with untracked ones; a file with a new name by both. */
const differing = (commit) => [...pathsOf('diff', '--name-only', '--no-renames', '-z', commit, '--'), ...pathsOf('ls-files', '-z', '--others', '--exclude-standard')];

/** The files that differ from a commit: { commit, files }. Without one from HEAD, or from its parent where nothing differs. */
export function changedFiles(commit) {
  if (commit) return { commit, files: differing(commit) };
  const files = differing('HEAD');
  return files.length > 0 ? { commit: 'HEAD', files } : { commit: 'HEAD~1', files: differing('HEAD~1') };
}
