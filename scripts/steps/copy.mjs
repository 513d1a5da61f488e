// Copies the repository, to run something in a folder of its own.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root, StepError } from '../steps.mjs';

/** Copies the files that git tracks or would add, with their present changes, into the folder `copy`, with a commit. */
export function copyRepositoryTo(copy) {
  mkdirSync(copy, { recursive: true });
  const { stdout: files } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 1 << 26 });
  const tar = spawnSync('tar', ['--null', '--files-from=-', '--ignore-failed-read', '-cf', '-'], { cwd: root, input: files, maxBuffer: 1 << 30 });
  if (spawnSync('tar', ['-xf', '-'], { cwd: copy, input: tar.stdout }).status !== 0) throw new StepError('the repository could not be copied');
  for (const args of [['init', '-q'], ['add', '-A'], ['-c', 'user.name=steps', '-c', 'user.email=steps@localhost', 'commit', '-qm', 'copy']]) {
    spawnSync('git', args, { cwd: copy });
  }
}

/** Copies the repository into a new folder, whose name begins with `name`; returns its path. */
export function copyOfRepository(name) {
  const copy = mkdtempSync(join(tmpdir(), name));
  copyRepositoryTo(copy);
  return copy;
}
