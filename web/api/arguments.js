// Checks of what callers pass. A value of a wrong type is a ParamscopeError with code 'argument'.
import { ParamscopeError } from './errors.js';

/** An options object; undefined is an empty one. */
export function optionsOf(value, what) {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null) return value;
  throw new ParamscopeError('argument', `${what} must be an object`);
}

/** A text, such as a name or a path; a number is written out. */
export function textOf(value, what) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new ParamscopeError('argument', `${what} must be a string`);
}

/** One of the names in a list. */
export function choiceOf(names, value, what) {
  const name = textOf(value, what);
  if (names.includes(name)) return name;
  throw new ParamscopeError('argument', `"${name}" is none of ${names.join(', ')}`);
}
