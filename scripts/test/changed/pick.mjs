// Picks the suites, files and tests that changed files can touch.
import { isElsewhere } from '../lint_tests.mjs';
import { areas, everything } from './areas.mjs';
import { groupsIn, gtestFilesFor } from './cpp.mjs';

/** Gathers what is picked: suites, files of tests, and files of GoogleTest tests, each with the changed files it is picked for. */
class Picks {
  suites = new Map();
  files = new Map();
  gtestFiles = new Map();
  sources = new Map();
  left = new Map();

  add(kind, name, path) {
    const reasons = this[kind].get(name) ?? this[kind].set(name, new Set()).get(name);
    reasons.add(path);
  }

  /** The changed files that a suite is picked for. */
  causesOf({ folder, programs, kind }, name) {
    const ofFiles = (picked, folders) => [...picked].filter(([file]) => folders.includes(file.split('/')[1])).map(([, causes]) => causes);
    const whole = [name, ...Object.keys(programs ?? {})].map((each) => this.suites.get(each) ?? []);
    const parts = kind === 'lint' ? this.sources.values() : programs ? ofFiles(this.gtestFiles, Object.keys(programs)) : ofFiles(this.files, [folder]);
    return [...new Set([...whole, ...parts].flatMap((causes) => [...causes]))];
  }
}

/** Adds what one changed file can touch. */
function addPicksOf(path, picks, graph, suites) {
  const area = areas.find((row) => row.files.test(path));
  const readers = graph.files.filter((file) => /^tests\/.*\.test\.mjs$/.test(file) && graph.reaches(file, path));
  const gtestFiles = gtestFilesFor(path, graph);
  const isKnown = area || readers.length > 0 || gtestFiles.length > 0;
  for (const name of isKnown ? area?.picks ?? [] : [everything]) {
    if (name === everything) Object.keys(suites).forEach((suite) => picks.add('suites', suite, path));
    else picks.add(/\.mjs$/.test(name) ? 'files' : 'suites', name, path);
  }
  for (const reader of readers) picks.add('files', reader, path);
  if (/^src\/.*\.(cpp|h)$/.test(path) && !isElsewhere(path)) picks.add('sources', path, path);
  for (const test of gtestFiles) picks.add('gtestFiles', test, path);
  for (const name of area?.leaves ?? []) picks.left.set(name, area.because);
}

/** What is chosen of the native suite, or undefined for nothing. */
function nativeChoice({ suites, gtestFiles }) {
  if (suites.has('native')) return {};
  const groups = ['unit', 'golden'].map((name) => [name, suites.has(name) ? 'all' : groupsIn([...gtestFiles.keys()].filter((file) => file.split('/')[1] === name))]);
  const chosen = groups.filter(([, each]) => each.length > 0);
  return chosen.length > 0 ? { groups: Object.fromEntries(chosen) } : undefined;
}

/** What is chosen of the suite that reads C++: all, what changed files are part of, or undefined for nothing. */
function lintChoice({ suites, sources }) {
  if (suites.has('lint')) return {};
  return sources.size > 0 ? { changed: [...sources.keys()] } : undefined;
}

/** What is chosen of a suite of tests for node: all, some files, or undefined for nothing. */
function nodeChoice(name, suites, picks, graph) {
  if (picks.suites.has(name)) return {};
  const { folder, repeats, siteFile } = suites[name];
  const files = repeats ? [] : [...picks.files.keys()].filter((file) => file.split('/')[1] === folder).sort();
  return files.length === 0 ? undefined : { files, needsNoSite: siteFile !== undefined && !files.some((file) => graph.reaches(file, siteFile)) };
}

/** Why a suite is left out that no area leaves out. */
function reasonFor({ repeats }, chosen) {
  return chosen.has(repeats) ? `${repeats} runs the same files` : 'nothing that it loads changed';
}

/**
 * Picks what changed files can touch of the suites, by the graph of the repository: { chosen, causes, left }, Maps of the names of suites to
 * what is chosen of each, as jobsFor() wants it, to the changed files that it is chosen for, and of those left out to a reason.
 */
export function pick(changed, graph, suites) {
  const picks = new Picks();
  for (const path of changed) addPicksOf(path, picks, graph, suites);
  const own = { native: nativeChoice, lint: lintChoice };
  const choices = Object.keys(suites).map((name) => [name, own[name] ? own[name](picks) : nodeChoice(name, suites, picks, graph)]);
  const chosen = new Map(choices.filter(([, choice]) => choice));
  const left = choices.filter(([name]) => !chosen.has(name)).map(([name]) => [name, picks.left.get(name) ?? reasonFor(suites[name], chosen)]);
  return { chosen, causes: new Map([...chosen.keys()].map((name) => [name, picks.causesOf(suites[name], name)])), left: new Map(left) };
}
