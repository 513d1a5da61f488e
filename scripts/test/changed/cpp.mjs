// Which GoogleTest tests a change of C++, or of what is embedded in it, can touch.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../steps.mjs';

/** The first folder below src/, or below tests/unit/. */
const topFolder = (path) => /^(?:src|tests\/unit)\/([^/]+)\//.exec(path)?.[1];

/** The folders of src/ whose tests a changed file of src/ concerns: its own, and of a .cpp those that include its header. */
function foldersConcerned(path, graph) {
  const header = path.replace(/\.cpp$/, '.h');
  const users = header === path ? [] : graph.files.filter((file) => file.startsWith('src/') && graph.referencesOf(file).includes(header));
  return new Set([path, ...users].map(topFolder));
}

/** Whether a file, or a header beside the tests that it includes, includes `header`. */
function includesNearby(test, header, graph) {
  const own = graph.referencesOf(test);
  return [own, ...own.filter((path) => path.startsWith('tests/')).map((path) => graph.referencesOf(path))].some((each) => each.includes(header));
}

/**
 * The files of GoogleTest tests that a changed file can touch: those that include or read it; of src/, also those of its folder, those that
 * include the header of a changed .cpp, and those of the folders that do.
 */
export function gtestFilesFor(path, graph) {
  const tests = graph.files.filter((file) => /^tests\/(unit|golden)\/.*_test\.cpp$/.test(file));
  const folders = path.startsWith('src/') ? foldersConcerned(path, graph) : new Set();
  const header = path.replace(/\.cpp$/, '.h');
  return tests.filter((test) => graph.reaches(test, path) || folders.has(topFolder(test)) || (path.startsWith('src/') && includesNearby(test, header, graph)));
}

/** The names of the groups of GoogleTest tests (its "test suites") that are defined in files. */
export function groupsIn(testFiles) {
  const groups = testFiles.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+),/gm)].map(([, group]) => group));
  return [...new Set(groups)];
}
