// Failed tests run once more, alone: a red run says so which of them are unsteady.

/** At most so many are tried again; more have a reason other than chance. */
export const mostTriedAgain = 20;

const isSame = (a, b) => a.name === b.name && a.file === b.file;

/**
 * Runs the failed tests of the results of parts once more, by `run(part)`, which resolves to the result of a part. Marks those that pass
 * as `isUnsteady`.
 */
export async function tryAgain(results, run) {
  const all = [...results].flatMap(([, { failures = [] }]) => failures);
  if (all.length > mostTriedAgain) return;
  for (const [part, { failures = [] }] of results) {
    if (failures.length === 0) continue;
    const { passes = [] } = await run({ ...part, name: `${part.name}, failed tests alone`, argument: { ...part.argument, only: failures } });
    for (const failure of failures) failure.isUnsteady = passes.some((passed) => isSame(passed, failure));
  }
}
