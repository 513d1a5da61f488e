// Chooses what a test run runs, and says why.
import { basename } from 'node:path';

import { Graph } from './changed/graph.mjs';
import { pick } from './changed/pick.mjs';
import { changedFiles, repositoryFiles } from './changed/repository.mjs';

/** What is chosen of a suite, in words. */
function told({ files, groups, changed }) {
  if (changed) return 'what they are part of';
  if (files) return files.map((file) => basename(file, '.test.mjs')).join(', ');
  if (!groups) return 'all';
  return Object.entries(groups).map(([name, each]) => (each === 'all' ? `all ${name} tests` : `${each.length} groups of ${name} tests`)).join(', ');
}

/** The first of some files, and how many more there are. */
function fewOf(files) {
  const shown = files.slice(0, 3).join(', ');
  return files.length > 3 ? `${shown} and ${files.length - 3} more` : shown;
}

/** Names that share a reason, on one line each. */
function leftLines(left) {
  const reasons = new Map();
  for (const [name, reason] of left) reasons.set(reason, [...reasons.get(reason) ?? [], name]);
  return [...reasons].map(([reason, names]) => `Left out: ${names.join(', ')} (${reason})`);
}

/** What the changes since a commit can touch, of the suites: { chosen, lines, leftOut }. */
function chooseChanged(suites, since, names) {
  const { commit, files } = changedFiles(since);
  const { chosen, causes, left } = pick(files, new Graph(repositoryFiles()), suites);
  for (const name of names.length > 0 ? Object.keys(suites).filter((each) => !names.includes(each)) : []) {
    if (chosen.delete(name)) left.set(name, 'not named');
  }
  return {
    chosen,
    lines: [`Changed since ${commit}: ${fewOf(files) || 'nothing'}`, ...[...chosen].map(([name, choice]) => `Running: ${name} (${told(choice)}), for ${fewOf(causes.get(name))}`), ...leftLines(left)],
    leftOut: leftLines(left),
  };
}

/**
 * Chooses suites: those named, all without a name, or of these what a change can touch. { chosen, lines, leftOut }: a Map as jobsFor()
 * wants it, what to say of the choice, and the part of it to say again at the end.
 */
export function choose(suites, { changed, names }) {
  if (changed !== undefined) return chooseChanged(suites, changed, names);
  return { chosen: new Map((names.length > 0 ? names : Object.keys(suites)).map((name) => [name, {}])), lines: [], leftOut: [] };
}
