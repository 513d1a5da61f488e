// The table of suites: what each needs built, and what it runs.
import { basename, join } from 'node:path';

import { divided, testFiles } from './shares.mjs';

const program = (name) => `build/native/${name}`;

/** The files of tests/cli that WebAssembly runs, too: memory, stack, files, terminals and exit codes are other ones there. tests/wasm compares the answers. */
const onWebAssembly = ['completion', 'hostile_inputs', 'hostile_names', 'source_files', 'terminal', 'usage'];

/**
 * The suites by name, in the order they start: those that need nothing built show mistakes at once, then the longest come first.
 *   folder       the folder below tests/ whose files node runs, with more variables in `environment`
 *   programs     programs of GoogleTest, and among how many processes the tests of each are divided
 *   kind         another kind of work (work.mjs), with its `argument`
 *   targets      of the native build that it needs
 *   preset       of the site that it looks at
 *   siteFile     the module by which its files find the site: those that do not import it need none
 *   repeats      the suite that runs the same files on another program
 *   only         names of the files that it runs of the folder (all)
 *   shares       among how many processes the files are divided (1)
 */
export function suitesFor({ preset, site }) {
  const onSite = { preset, siteFile: 'tests/support/site.mjs' };
  return {
    architecture: { folder: 'architecture' },
    scripts: { folder: 'scripts' },
    share: { folder: 'share' },
    element: { folder: 'element' },
    lint: { kind: 'lint', argument: {} },
    browser: { folder: 'browser', preset, shares: 6 },
    native: { programs: { unit: 4, golden: 4 } },
    interface: { folder: 'interface', targets: ['paramscope_interface'], environment: { PARAMSCOPE_INTERFACE: program('src/paramscope_interface') }, shares: 4 },
    package: { folder: 'package', preset },
    'cli-wasm': { folder: 'cli', repeats: 'cli', only: onWebAssembly, preset, environment: { PARAMSCOPE_CLI: join(site, 'cli.mjs') }, shares: 2 },
    cli: { folder: 'cli', targets: ['paramscope', 'paramscope_count_texts'], environment: { PARAMSCOPE_CLI: program('src/paramscope') }, shares: 2 },
    hub: { folder: 'hub', ...onSite },
    api: { folder: 'api', ...onSite },
    wasm: { folder: 'wasm', preset, targets: ['paramscope'] },
    python: { kind: 'python', argument: { site, program: program('src/paramscope') }, targets: ['paramscope'], preset },
    languages: { folder: 'languages', ...onSite },
    action: { folder: 'action', preset },
    site: { folder: 'site', preset },
    size: { folder: 'size', preset: 'web-release' },
  };
}

const filesOf = (folder, only) => testFiles(folder).filter((file) => !only || only.includes(basename(file, '.test.mjs')));

/** The parts of a suite of tests for node. Only the chosen files run, if some are; `needsNoSite` says that they do without. */
function nodeParts({ folder, only, environment, targets = [], preset, shares = 1 }, { files = filesOf(folder, only), needsNoSite }) {
  const needs = { targets, preset: needsNoSite ? undefined : preset };
  return divided(files, shares).map((share) => ({ kind: 'node', argument: { files: share, environment }, ...needs }));
}

/** So many groups of GoogleTest tests are worth a process: a program makes the cases of all its tables before it runs some. */
const groupsTogether = 30;

/** The filter of GoogleTest for groups of tests: plain ones, with parameters, and with types. */
const filterOf = (groups) => (groups === 'all' ? '*' : groups.flatMap((group) => [`${group}.*`, `*/${group}.*`, `${group}/*`]).join(':'));

/** The parts of programs of GoogleTest: all their tests, or the groups of each that are chosen. */
function gtestParts({ programs }, { groups = Object.fromEntries(Object.keys(programs).map((name) => [name, 'all'])) }) {
  return Object.entries(groups).flatMap(([name, each]) => {
    const shares = each === 'all' ? programs[name] : Math.min(programs[name], Math.ceil(each.length / groupsTogether));
    const target = `paramscope_${name}_tests`;
    return Array.from({ length: shares }, (_, index) => ({ kind: 'gtest', argument: { program: program(`tests/${target}`), shares, index, filter: filterOf(each) }, targets: [target] }));
  });
}

function partsOf(suite, choice) {
  if (suite.folder) return nodeParts(suite, choice);
  if (suite.programs) return gtestParts(suite, choice);
  const { kind, argument, targets = [], preset } = suite;
  return [{ kind, argument: { ...argument, ...choice }, targets, preset }];
}

/**
 * The parts of a suite, which may run at the same time: { suite, name, kind, argument, targets, preset }, the last two what each needs
 * built. `choice` is {} for all, { files, needsNoSite }, { groups } by program, or the { changed } files.
 */
export function titledParts(name, suite, choice) {
  return partsOf(suite, choice).map((part, index, all) => ({ suite: name, name: all.length > 1 ? `${name}, ${index + 1} of ${all.length}` : name, ...part }));
}
