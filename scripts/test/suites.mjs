// The table of suites: what each needs built, and what it runs.
import { join } from 'node:path';

import { divided, testFiles } from './shares.mjs';

const program = (name) => `build/native/${name}`;

/**
 * The suites by name, in the order they start: those that need nothing built show mistakes at once, then the longest come first.
 *   folder       the folder below tests/ whose files node runs, with more variables in `environment`
 *   programs     programs of GoogleTest, and among how many processes the tests of each are divided
 *   kind         another kind of work (work.mjs), with its `argument`
 *   targets      of the native build that it needs
 *   preset       of the site that it looks at
 *   siteFile     the module by which its files find the site: those that do not import it need none
 *   repeats      the suite that runs the same files on another program
 *   shares       among how many processes the files are divided (1)
 */
export function suitesFor({ preset, site }) {
  const onSite = { preset, siteFile: 'tests/support/site.mjs' };
  return {
    architecture: { folder: 'architecture' },
    scripts: { folder: 'scripts' },
    share: { folder: 'share' },
    element: { folder: 'element' },
    browser: { folder: 'browser', preset, shares: 8 },
    native: { programs: { unit: 4, golden: 4 } },
    interface: { folder: 'interface', targets: ['paramscope_interface'], environment: { PARAMSCOPE_INTERFACE: program('src/paramscope_interface') }, shares: 4 },
    package: { folder: 'package', preset },
    'cli-wasm': { folder: 'cli', repeats: 'cli', preset, environment: { PARAMSCOPE_CLI: join(site, 'cli.mjs') }, shares: 2 },
    cli: { folder: 'cli', targets: ['paramscope', 'paramscope_count_texts'], environment: { PARAMSCOPE_CLI: program('src/paramscope') }, shares: 2 },
    hub: { folder: 'hub', ...onSite },
    api: { folder: 'api', ...onSite },
    wasm: { folder: 'wasm', preset, targets: ['paramscope'] },
    python: { kind: 'python', argument: { site }, preset },
    languages: { folder: 'languages', ...onSite },
    action: { folder: 'action', preset },
    site: { folder: 'site', preset },
    size: { folder: 'size', preset: 'web-release' },
  };
}

/** The parts of a suite of tests for node. Only the chosen files run, if some are; `needsNoSite` says that they do without. */
function nodeParts({ folder, environment, targets = [], preset, shares = 1 }, { files = testFiles(folder), needsNoSite }) {
  const needs = { targets, preset: needsNoSite ? undefined : preset };
  return divided(files, shares).map((share) => ({ kind: 'node', argument: { files: share, environment }, ...needs }));
}

/** The parts of programs of GoogleTest: of all, or with the filter of each that is chosen. A program makes the cases of all its tables before it runs its share: few tests are not divided. */
function gtestParts({ programs }, { filters = Object.fromEntries(Object.keys(programs).map((name) => [name, '*'])) }) {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const shares = filter === '*' ? programs[name] : 1;
    const target = `paramscope_${name}_tests`;
    return Array.from({ length: shares }, (_, index) => ({ kind: 'gtest', argument: { program: program(`tests/${target}`), shares, index, filter }, targets: [target] }));
  });
}

function partsOf(suite, choice) {
  if (suite.folder) return nodeParts(suite, choice);
  if (suite.programs) return gtestParts(suite, choice);
  const { kind, argument, preset } = suite;
  return [{ kind, argument, targets: [], preset }];
}

/**
 * The parts of a suite, which may run at the same time: { suite, name, kind, argument, targets, preset }, the last two what each needs
 * built. `choice` is {} for all, { files, needsNoSite } or { filters } by program.
 */
export function titledParts(name, suite, choice) {
  return partsOf(suite, choice).map((part, index, all) => ({ suite: name, name: all.length > 1 ? `${name}, ${index + 1} of ${all.length}` : name, ...part }));
}
