// Checks the types of arguments that callers pass. A wrong type throws a ParamscopeError with code 'argument'.
import { ParamscopeError } from './errors.js';

/** Returns an options object; undefined means an empty one. */
export function optionsOf(value, name) {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null) return value;
  throw ParamscopeError.from('argument', 'library.not_an_object', { name });
}

/** Returns a string argument, such as a name or a path; a number is converted. */
export function textOf(value, name) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw ParamscopeError.from('argument', 'library.not_a_string', { name });
}

/** Returns the argument if it is one of `choices`. */
export function choiceOf(choices, value, name) {
  const choice = textOf(value, name);
  if (choices.includes(choice)) return choice;
  throw ParamscopeError.from('argument', 'library.not_a_choice', { name, value: choice, choices: choices.join(', ') });
}
