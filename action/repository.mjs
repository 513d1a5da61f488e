// What git knows of a pull request: its base, its changed files, and both trees.
import { spawnSync } from 'node:child_process';

/** Nothing of the repository is run: no hooks, no filters for large files, and links are files with the path that they lead to. */
const safe = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.symlinks=false', '-c', 'core.fsmonitor=false', '-c', 'protocol.ext.allow=never'];

function git(repository, ...args) {
  const { status, stdout, stderr, error } = spawnSync('git', [...safe, ...args], {
    cwd: repository,
    env: { ...process.env, GIT_LFS_SKIP_SMUDGE: '1', GIT_TERMINAL_PROMPT: '0' },
    maxBuffer: 1 << 26,
    encoding: 'utf8',
  });
  return { isRight: status === 0, output: stdout ?? '', problem: error?.message ?? stderr };
}

function mustGit(repository, ...args) {
  const { isRight, output, problem } = git(repository, ...args);
  if (!isRight) throw new Error(`git ${args[0]}: ${problem.trim()}`);
  return output;
}

/** The commit to compare with: where the pull request left its base, or, in a shallow clone, the base itself, which is fetched. */
export function baseOf(repository, sha) {
  if (!/^[0-9a-f]{40,64}$/.test(sha)) throw new Error('the event names no base commit');
  if (!git(repository, 'cat-file', '-e', `${sha}^{commit}`).isRight) {
    mustGit(repository, 'fetch', '--no-tags', '--no-recurse-submodules', '--depth=1', 'origin', sha);
  }
  const { isRight, output } = git(repository, 'merge-base', sha, 'HEAD');
  return isRight ? output.trim() : sha;
}

/** Lists the changed files among the pathspecs: { status: 'A' | 'M' | 'D' | 'R', path, before }; `before` is the path in the base. */
export function changedFiles(repository, base, pathspecs) {
  const fields = mustGit(repository, 'diff', '--name-status', '--find-renames', '-z', base, 'HEAD', '--', ...pathspecs.map((spec) => (spec.startsWith(':') ? spec : `:(glob)${spec}`)))
    .split('\0').filter(Boolean);
  const files = [];
  for (let at = 0; at < fields.length;) {
    const status = fields[at++][0];
    const before = fields[at++];
    files.push({ status: 'ADR'.includes(status) ? status : 'M', before, path: 'RC'.includes(status) ? fields[at++] : before });
  }
  return files;
}

/** Writes the tree of a commit into a new folder; returns a function that removes it. */
export function checkOut(repository, commit, folder) {
  mustGit(repository, 'worktree', 'add', '--detach', '--force', folder, commit);
  return () => git(repository, 'worktree', 'remove', '--force', folder);
}
