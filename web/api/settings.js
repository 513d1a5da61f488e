// What a count starts from, in the form the engine takes: every value a text.
import { ParamscopeError } from './errors.js';

/** {set, input, convention} as people write them, in the engine's form: texts that each end with a zero. */
export function engineSettings({ set = {}, input = '', convention = 'flops' } = {}) {
  const values = Object.entries(set).flatMap(([name, value]) => [name, expression(value, `set.${name}`)]);
  return [shapes(input), String(convention), ...values].map((text) => `${text.replaceAll('\0', ' ')}\0`).join('');
}

function expression(value, what) {
  if (typeof value === 'string' || typeof value === 'bigint') return String(value);
  // Large numbers would be written with an exponent.
  if (Number.isInteger(value)) return String(BigInt(value));
  if (Number.isFinite(value)) return String(value);
  throw new ParamscopeError('argument', `${what} is to be a number, a BigInt or an expression as text`);
}

/** "1,3,224,224", [1, 3, 224, 224], or several: [[1, 3, 224, 224], [1, 10]]. */
function shapes(input) {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input)) throw new ParamscopeError('argument', 'input is to be a text or an array of sizes');
  if (input.length > 0 && input.every(Array.isArray)) return input.map(shape).join('; ');
  return shape(input);
}

function shape(sizes) {
  return `(${sizes.map((size, index) => expression(size, `input[${index}]`)).join(', ')})`;
}
