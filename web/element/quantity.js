// Formats a number that may be unknown or a lower bound.

/** Returns "?" for an unknown number, "≥ …" for a lower bound, otherwise write(number). */
export function quantity(value, isComplete, write) {
  if (value === null || (!isComplete && Number(value) === 0)) return '?';
  return `${isComplete ? '' : '≥\u00a0'}${write(value)}`;
}
