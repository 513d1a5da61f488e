// Computes logarithmic slider ranges around a model's own value, by the same rule as the full interface.

/** Returns true for a value that a slider can show exactly. */
export function canSlide(value) {
  return Number.isSafeInteger(value) && value > 0;
}

/** Returns the step for `value`: a power of two between a sixteenth and an eighth of it. */
export function stepAt(value) {
  return 2 ** Math.max(0, Math.floor(Math.log2(Math.max(value, 1))) - 3);
}

/** Returns the range from a sixteenth to 16 times the usual value, extended to contain the present value. */
export function rangeOf(usual, value) {
  return {
    low: Math.min(value, Math.max(1, Math.floor(usual / 16))),
    high: Math.max(value, usual * 16, 64),
  };
}

/** Returns the position of a value in its range, from 0 to 1. */
export function positionOf({ low, high }, value) {
  if (high <= low) return 0;
  const at = Math.log(Math.max(value, 1) / low) / Math.log(high / low);
  return Math.min(Math.max(at, 0), 1);
}

/** Returns the round value at a position from 0 to 1. */
export function valueAt({ low, high }, position) {
  const exact = low * (high / low) ** position;
  const step = stepAt(exact);
  return Math.min(Math.max(Math.round(exact / step) * step, low), high);
}

/**
 * Returns the new value of a slider moved from `value` to `position`: snaps to the usual value, and moves by at least one
 * step, so that every key press has an effect.
 */
export function slideTo(range, position, value, usual) {
  if (Math.abs(position - positionOf(range, usual)) < 0.012 && value !== usual) return usual;
  const wanted = valueAt(range, position);
  if (wanted !== value) return wanted;
  const here = positionOf(range, value);
  if (position === here) return value;
  const step = position > here ? stepAt(value) : -stepAt(value - 1);
  return Math.min(Math.max(value + step, range.low), range.high);
}
