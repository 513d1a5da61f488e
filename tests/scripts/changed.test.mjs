// What `npm test -- --changed` picks for a change of files of this repository.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { areas } from '../../scripts/test/changed/areas.mjs';
import { groupsIn } from '../../scripts/test/changed/cpp.mjs';
import { Graph } from '../../scripts/test/changed/graph.mjs';
import { pick } from '../../scripts/test/changed/pick.mjs';
import { repositoryFiles } from '../../scripts/test/changed/repository.mjs';
import { suitesFor } from '../../scripts/test/suites.mjs';

const suites = suitesFor({ preset: 'web-release', site: 'site' });
const files = repositoryFiles();
const graph = new Graph(files);

/** What is chosen of a suite, in words: 'all', its files, or the programs of which all or some tests run. */
function told({ files: chosen, groups, changed }) {
  if (changed) return changed.join(' ');
  if (chosen) return chosen.map((file) => file.replace(/.*\/|\.test\.mjs$/g, '')).join(' ');
  if (!groups) return 'all';
  return Object.entries(groups).map(([name, each]) => `${each === 'all' ? 'all' : 'some'} ${name}`).join(' ');
}

function picked(...changed) {
  const { chosen, left } = pick(changed, graph, suites);
  return { chosen: Object.fromEntries([...chosen].map(([name, choice]) => [name, told(choice)])), left: Object.fromEntries(left) };
}

/** Changed files, and what is picked for them: a line of files, then a line for each suite. */
const table = `
src/layers/families/linear.cpp
  lint: src/layers/families/linear.cpp
  native: some unit all golden
  architecture: layers limits rooms
  languages: words

src/app/tree/tree_panel.cpp
  lint: src/app/tree/tree_panel.cpp
  native: some unit
  interface: all
  architecture: layers limits rooms
  languages: words

src/formats/support/numbers.cpp
  lint: src/formats/support/numbers.cpp
  native: some unit all golden
  cli: all
  architecture: layers limits rooms
  languages: words

src/platform/web/gl_state.cpp
  browser: all
  architecture: layers limits rooms
  languages: words

tests/unit/layers/linear_test.cpp
  native: some unit

tests/golden/modules.json
  native: some unit some golden
  cli: compare_reports

tests/cli/usage.test.mjs
  cli: usage

tests/unit/layers/linear_test.cpp tests/cli/usage.test.mjs
  native: some unit
  cli: usage

tests/hub/address.test.mjs
  hub: address

web/hub/address.js
  hub: all
  browser: hub

web/about/about.css
  site: all
  browser: about

python/paramscope/page.py
  python: all

action/report.mjs
  action: all

.github/workflows/ci.yml
  scripts: workflows

scripts/ci/collect_release.sh
  scripts: workflows

size-budget.json
  size: all

.clang-tidy
  lint: all

scripts/test/lanes.mjs
  scripts: lanes

tests/golden/make_modules.py
  cli: compare_reports

tests/bench/engine_bench.cpp
`;

/** The suites that a case may pick beside its own: scripts name many files, and their tests take no time. */
const beside = ['scripts'];

for (const text of table.trim().split('\n\n')) {
  const [changed, ...lines] = text.split('\n');
  test(`a change of ${changed} picks ${lines.map((line) => line.trim()).join('; ') || 'nothing'}`, () => {
    const expected = Object.fromEntries(lines.map((line) => line.trim().split(': ')));
    const { chosen } = picked(...changed.split(' '));
    for (const [name, choice] of Object.entries(expected)) {
      if (name === 'scripts') assert.ok(chosen.scripts?.split(' ').includes(choice), chosen.scripts);
      else assert.equal(chosen[name], choice, name);
    }
    for (const name of Object.keys(chosen)) assert.ok(name in expected || beside.includes(name), `${name}: ${chosen[name]}`);
  });
}

for (const changed of ['package.json', 'scripts/steps.mjs', 'cmake/EmbedTexts.cmake', 'src/CMakeLists.txt', 'something/new.txt', 'tests/cli/new.txt']) {
  test(`a change of ${changed} picks everything`, () => {
    const { chosen, left } = picked(changed);
    assert.deepEqual([Object.keys(chosen), left], [Object.keys(suites), {}]);
    for (const choice of Object.values(chosen)) assert.equal(choice, 'all');
  });
}

test('what is left out has a reason', () => {
  const { left } = picked('src/layers/families/linear.cpp');
  assert.match(left.browser, /the unit and golden tests compare the engine's answers/);
  assert.match(left.hub, /nothing that it loads changed/);
  const { left: leftOfTest } = picked('tests/cli/usage.test.mjs');
  assert.match(leftOfTest['cli-wasm'], /cli runs the same files/);
});

const unitTests = (changed) => pick([changed], graph, suites).chosen.get('native').groups.unit;

for (const [changed, reached, notReached] of [
  ['src/layers/families/linear.cpp', ['LinearLayers', 'Arguments'], ['BoundModel', 'Polynomial']],
  ['src/algebra/polynomial.h', ['Polynomial', 'LinearLayers'], []],
  ['src/app/tree/tree_panel.cpp', ['TreeFilter'], ['LinearLayers']],
  ['tests/unit/layers/linear_test.cpp', ['LinearLayers'], ['Arguments']],
  ['tests/unit/layers/harness.h', ['LinearLayers', 'Arguments'], ['Polynomial']],
  ['web/languages/zh/algebra.txt', ['Messages'], ['Polynomial']],
]) {
  test(`a change of ${changed} reaches ${reached.join(', ')}`, () => {
    const names = unitTests(changed);
    for (const name of reached) assert.ok(names.includes(name), `${name} in ${names}`);
    for (const name of notReached) assert.ok(!names.includes(name), name);
  });
}

test('files that do not look at the site do without', () => {
  const choiceOf = (changed) => pick([changed], graph, suites).chosen.get('hub');
  assert.equal(choiceOf('tests/hub/address.test.mjs').needsNoSite, true);
  assert.equal(choiceOf('tests/hub/command_line.test.mjs').needsNoSite, false);
});

test('the groups of GoogleTest tests in files are found, each once', () => {
  assert.deepEqual(groupsIn(['tests/unit/layers/linear_test.cpp', 'tests/unit/layers/linear_test.cpp']), ['LinearLayers']);
});

test('every test file is run when it changes', () => {
  for (const file of files.filter((path) => /^tests\/(?!browser\/|package\/).*(\.test\.mjs|_test\.cpp)$/.test(path))) {
    assert.ok(pick([file], graph, suites).chosen.size > 0, file);
  }
});

test('every file that the areas pick exists, and every suite is one', () => {
  const golden = ['golden', 'everything'];
  for (const name of areas.flatMap(({ picks, leaves = [] }) => [...picks, ...leaves])) {
    assert.ok(files.includes(name) || name in suites || golden.includes(name), name);
  }
});

test('every folder of src/ and of web/ has an area', () => {
  const root = new URL('../../', import.meta.url);
  for (const top of ['src', 'web']) {
    for (const entry of readdirSync(new URL(top, root), { withFileTypes: true })) {
      const path = `${top}/${entry.name}${entry.isDirectory() ? '/new.txt' : ''}`;
      assert.ok(areas.some(({ files: pattern }) => pattern.test(path)), path);
    }
  }
});
