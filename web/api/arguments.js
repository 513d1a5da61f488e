// Checks the types of arguments that callers pass. A wrong type throws a ParamscopeError with code 'argument'.
import { ParamscopeError } from './errors.js';
import { similarName } from './similar.js';

const wrong = (id, values) => ParamscopeError.from('argument', id, values);

/** Returns an options object; undefined means an empty one. Options other than `known` are refused, unless that is undefined. */
export function optionsOf(value, name, known) {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) throw wrong('library.not_an_object', { name });
  const unknown = known && Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return value;
  const similar = similarName(unknown, known);
  if (similar) throw wrong('library.unknown_option_similar', { name, option: unknown, similar });
  throw wrong('library.unknown_option', { name, option: unknown, known: known.join(', ') });
}

/** Returns a string argument, such as a name or a path; a number is converted. */
export function textOf(value, name) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw wrong('library.not_a_string', { name });
}

/** Returns the argument if it is one of `choices`. */
export function choiceOf(choices, value, name) {
  const choice = textOf(value, name);
  if (choices.includes(choice)) return choice;
  throw wrong('library.not_a_choice', { name, value: choice, choices: choices.join(', ') });
}

/** Returns a boolean argument. */
export function flagOf(value, name) {
  if (typeof value === 'boolean') return value;
  throw wrong('library.not_a_boolean', { name });
}

/** Returns the argument if it is a whole number from `least` to `most`. */
export function wholeOf(value, name, least, most) {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw wrong('library.not_whole', { name, least: String(least), most: String(most) });
}

/** Returns an array argument. */
export function listOf(value, name) {
  if (Array.isArray(value)) return value;
  throw wrong('library.not_a_list', { name });
}
