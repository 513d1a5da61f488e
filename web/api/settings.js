// Converts the settings of a count to the form of the engine's Model.count(), where every value is a string.
import { optionsOf, textOf } from './arguments.js';
import { ParamscopeError } from './errors.js';

/** Converts `{set, input, convention}` to the engine's `{input, convention, set: [{name, expression}]}`. */
export function engineSettings(settings) {
  const { set, input = '', convention = 'flops' } = optionsOf(settings, 'settings');
  return {
    input: shapes(input),
    convention: textOf(convention, 'convention'),
    set: Object.entries(optionsOf(set, 'set')).map(([name, value]) => ({ name, expression: expression(value, `set.${name}`) })),
  };
}

function expression(value, name) {
  if (typeof value === 'string' || typeof value === 'bigint') return String(value);
  // String() writes large numbers with an exponent.
  if (Number.isInteger(value)) return String(BigInt(value));
  if (Number.isFinite(value)) return String(value);
  throw ParamscopeError.from('argument', 'library.not_an_expression', { name });
}

/** Writes input shapes as text: "1,3,224,224", [1, 3, 224, 224], or several, [[1, 3, 224, 224], [1, 10]]. */
function shapes(input) {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input)) throw ParamscopeError.from('argument', 'library.not_a_shape', { name: 'input' });
  if (input.length > 0 && input.every(Array.isArray)) return input.map(shape).join('; ');
  return shape(input);
}

function shape(sizes) {
  return `(${sizes.map((size, index) => expression(size, `input[${index}]`)).join(', ')})`;
}
