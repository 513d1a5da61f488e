// Runs jobs beside each other, each when what it needs is there.

/**
 * Runs `jobs`, in their order as far as they can: { name, needs, isBuild }. `needs` are names of jobs that have to succeed first. So many
 * jobs run at a time as there are lanes; builds, which leave the processor to others, run beside these. `run(job)` resolves to a
 * result; one that is `broken` has not succeeded, and jobs that need it get { broken: true, missing: its name }. `changed(running,
 * isLast)` is called with the jobs that run, and whether no other can start before one of them ends. Resolves to the results by job, in the order of the jobs.
 */
export async function runInLanes(jobs, lanes, run, changed = () => {}) {
  const results = new Map();
  const running = new Map();
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const waiting = new Set(jobs);
  const isReady = (job) => job.needs.every((name) => results.has(byName.get(name)));
  const missingOf = (job) => job.needs.find((name) => results.get(byName.get(name)).broken);
  const inLanes = () => [...running.keys()].filter((job) => !job.isBuild).length;

  /** Starts what can start; one that misses something ends at once. */
  function startReady() {
    for (const job of waiting) {
      if (!isReady(job) || (!job.isBuild && inLanes() >= lanes)) continue;
      waiting.delete(job);
      const missing = missingOf(job);
      if (missing) results.set(job, { broken: true, missing });
      else running.set(job, run(job).then((result) => results.set(job, result)).finally(() => running.delete(job)));
    }
  }

  while (waiting.size > 0 || running.size > 0) {
    startReady();
    changed([...running.keys()], ![...waiting].some(isReady));
    if (running.size > 0) await Promise.race(running.values());
  }
  return new Map(jobs.map((job) => [job, results.get(job)]));
}
