// How a number that may be unknown, or known only from below, is written.

/** "?" for what is not known, "≥ …" for what is known from below, otherwise what `write` makes of it. */
export function quantity(value, isComplete, write) {
  if (value === null || (!isComplete && Number(value) === 0)) return '?';
  return `${isComplete ? '' : '≥\u00a0'}${write(value)}`;
}
