// Writes numbers as the command line and the page do. Needs the engine: a model has been read before.
import { elementEngine } from './element_engine.js';

const digits = (value) => (value === null ? '' : String(value));

// A number is an integer of a report, null if it is unknown: that is "?". Its basis gives it a sign: "≥ …" for a lower bound
// (partial), "≈ …" for an estimate (approximate).

/** Writes every digit: 6,738,415,616. */
export function exact(value, basis = 'exact') {
  return elementEngine.run((program) => program.exactText(digits(value), basis));
}

/** Writes three digits: 6.74 B; every digit below 10,000. */
export function short(value, basis = 'exact') {
  return elementEngine.run((program) => program.countText(digits(value), basis));
}

/** Writes three digits and an SI prefix: 8.18 G. */
export function work(value, basis = 'exact') {
  return elementEngine.run((program) => program.workText(digits(value), basis));
}

/** Writes bytes with an SI prefix: 13.5 GB. */
export function bytes(value, basis = 'exact') {
  return elementEngine.run((program) => program.bytesText(digits(value), basis));
}

/** Writes a share from 0 to 1 as a percentage; '' for 0. */
export function percent(share) {
  return elementEngine.run((program) => program.shareText(share));
}
