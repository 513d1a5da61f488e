// What a test run says at its end.

const sum = (values) => values.reduce((total, value) => total + value, 0);

const failuresOf = (results) => results.flatMap(({ failures = [] }) => failures);

/**
 * What the parts of a suite came to together: { passed, failed }. A part that could not run counts as one failed test; unsteady tests have
 * passed, unless `strict`. Where only unsteady tests failed, none did: node's runner counts tests inside of tests, too.
 */
function countsOf(results, strict) {
  const passed = sum(results.map((result) => result.passed ?? 0));
  const failed = sum(results.map((result) => result.failed ?? 0));
  const failures = failuresOf(results);
  const unsteady = failures.filter(({ isUnsteady }) => isUnsteady).length;
  const pardoned = strict ? 0 : unsteady === failures.length && unsteady > 0 ? failed : unsteady;
  return { passed: passed + pardoned, failed: failed - pardoned + results.filter(({ broken }) => broken).length };
}

/** The times of parts together: their processor's, and from the first beginning to the last end; undefined where none began. */
function timesOf(results) {
  const begun = results.filter(({ begin }) => begin !== undefined);
  if (begun.length === 0) return undefined;
  const isKnown = begun.every(({ processor }) => processor !== undefined);
  return {
    wall: Math.max(...begun.map(({ end }) => end)) - Math.min(...begun.map(({ begin }) => begin)),
    processor: isKnown ? sum(begun.map(({ processor }) => processor)) : undefined,
    isAtLeast: begun.some(({ isAtLeast }) => isAtLeast),
  };
}

const seconds = (value) => `${value.toFixed(1)} s`;

function timeCells(times) {
  if (!times) return ['', 'not run'];
  const { processor, isAtLeast, wall } = times;
  return [processor === undefined ? 'unknown' : `${isAtLeast ? 'at least ' : ''}${seconds(processor)}`, seconds(wall)];
}

const widths = [24, 8, 8, 20, 12];

/** A line of the table: a name and four cells, at the right of their columns. */
const line = (cells) => cells.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join('');

/** The results of each suite and of each build: Map of a name to { isBuild, results }. */
function grouped(results) {
  const groups = new Map();
  for (const [{ suite, name, isBuild }, result] of results) {
    const group = groups.get(suite ?? name) ?? { isBuild, results: [] };
    group.results.push(result);
    groups.set(suite ?? name, group);
  }
  return groups;
}

/** A title and the failed tests for which `isWanted` holds; nothing where there are none. */
function failureLines(groups, title, isWanted) {
  const lines = [...groups].flatMap(([name, { results }]) => failuresOf(results).filter(isWanted).map((test) => `  ${name}: ${test.file ? `${test.file}: ` : ''}${test.name}`));
  return lines.length > 0 ? ['', title, ...lines] : [];
}

/** How many tests each suite skipped, for each reason; nothing where none was. */
function skippedLines(groups) {
  const counts = new Map();
  for (const [name, { results }] of groups) {
    for (const reason of results.flatMap(({ skipped = [] }) => skipped)) counts.set(`${name}: ${reason}`, (counts.get(`${name}: ${reason}`) ?? 0) + 1);
  }
  return counts.size > 0 ? ['', 'Skipped:', ...[...counts].map(([reason, count]) => `  ${count} of ${reason}`)] : [];
}

/**
 * Tells the results of jobs, a Map: { lines, isRed }. The lines are a table of builds and suites, the skipped and the failed tests, and the sum, "N passed, N
 * failed", in the last; `isRed` is true if a test failed, or none ran of those that were to. With `strict`, unsteady tests have failed.
 */
export function reportOf(results, { strict = false } = {}) {
  const groups = grouped(results);
  const total = { passed: 0, failed: 0 };
  const rows = [...groups].map(([name, { isBuild, results: each }]) => {
    const times = timeCells(timesOf(each));
    if (isBuild) return line([name, '', each.some(({ broken }) => broken) ? 'broken' : '', ...times]);
    const { passed, failed } = countsOf(each, strict);
    total.passed += passed;
    total.failed += failed;
    return line([name, passed, failed, ...times]);
  });
  const lines = [
    '', line(['', 'passed', 'failed', 'processor', 'wall']), ...rows, line(['all', total.passed, total.failed, ...timeCells(timesOf([...results.values()]))]),
    ...skippedLines(groups),
    ...failureLines(groups, 'Failed:', ({ isUnsteady }) => !isUnsteady),
    ...failureLines(groups, `Unsteady, to be mended (failed, then passed alone${strict ? '; they count as failed' : ''}):`, ({ isUnsteady }) => isUnsteady),
    '', `${total.passed} passed, ${total.failed} failed`,
  ];
  return { lines, isRed: total.failed > 0 || (total.passed === 0 && results.size > 0) };
}
