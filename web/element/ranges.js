// Ranges of sliders: logarithmic, around the value a model has by itself. The same rule as in the interface.

/** Values a slider can show exactly. */
export function canSlide(value) {
  return Number.isSafeInteger(value) && value > 0;
}

/** An eighth to a sixteenth of `value`, a power of two: steps that people would choose. */
export function stepAt(value) {
  return 2 ** Math.max(0, Math.floor(Math.log2(Math.max(value, 1))) - 3);
}

/** From a sixteenth to the sixteenfold of the usual value, and wide enough for the present one. */
export function rangeOf(usual, value) {
  return {
    low: Math.min(value, Math.max(1, Math.floor(usual / 16))),
    high: Math.max(value, usual * 16, 64),
  };
}

/** Where a value stands in its range, from 0 to 1. */
export function positionOf({ low, high }, value) {
  if (high <= low) return 0;
  const at = Math.log(Math.max(value, 1) / low) / Math.log(high / low);
  return Math.min(Math.max(at, 0), 1);
}

/** The round value at a position from 0 to 1. */
export function valueAt({ low, high }, position) {
  const exact = low * (high / low) ** position;
  const step = stepAt(exact);
  return Math.min(Math.max(Math.round(exact / step) * step, low), high);
}

/**
 * What a slider moved from `value` to `position` means: the usual value catches, and the smallest move is one step,
 * so that a key press is never lost.
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
