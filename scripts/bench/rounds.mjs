// Takes samples of several contenders in turn, so that a change of the machine's speed meets all of them.

/** The middle of `numbers`; of an even number of them, the mean of the middle two. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/** Joins samples of one contender: the medians of numbers, the last of other fields. */
function medians(samples) {
  return Object.fromEntries(Object.entries(samples.at(-1)).map(([field, last]) =>
    [field, typeof last === 'number' ? median(samples.map((sample) => sample[field])) : last]));
}

/**
 * Samples each contender once in each of `runs` rounds. A contender is a function that gets the number of the round and gives an
 * object, or a promise of one. Returns what they gave, by their keys; { failed: message } for one that threw.
 */
export async function rounds(contenders, runs, progress = () => {}) {
  const samples = Object.fromEntries(Object.keys(contenders).map((key) => [key, []]));
  const failed = {};
  for (let round = 0; round < runs; ++round) {
    progress(`${round + 1} of ${runs}`);
    for (const [key, take] of Object.entries(contenders)) {
      if (key in failed) continue;
      try {
        samples[key].push(await take(round));
      } catch (error) {
        failed[key] = error.message;
      }
    }
  }
  return Object.fromEntries(Object.keys(contenders).map((key) => [key, key in failed ? { failed: failed[key] } : medians(samples[key])]));
}
