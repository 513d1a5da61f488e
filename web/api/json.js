// Parses the engine's JSON, whose integers may have up to 39 digits.

/** Integers with fewer digits are exact as numbers. */
const longDigits = 16;

/** Integers that the engine writes: up to 39 digits. More digits, fractions and exponents stay numbers. */
const longInteger = /(?<![\d.eE+-])-?\d{16,39}(?![\d.eE])/g;

/** Parses JSON like JSON.parse(), but turns an integer beyond Number.MAX_SAFE_INTEGER into a BigInt. */
export function parseExact(json) {
  if (!/\d{16}/.test(json)) return JSON.parse(json);
  return JSON.parse(wrapLongIntegers(json), (key, value) => (typeof value?.$integer === 'string' ? shortest(value.$integer) : value));
}

/**
 * Wraps each long integer outside strings in an object that the engine never writes: {"$integer": "…"}. Finds strings by
 * indexOf(): a regular expression for strings overflows the stack at some million characters.
 */
function wrapLongIntegers(json) {
  const parts = [];
  let copied = 0;
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    const end = quote < 0 ? json.length : quote;
    if (end - at >= longDigits) {
      parts.push(json.slice(copied, at), json.slice(at, end).replace(longInteger, '{"$integer":"$&"}'));
      copied = end;
    }
    at = quote < 0 ? end : endOfString(json, quote);
  }
  return parts.concat(json.slice(copied)).join('');
}

/** Returns the position after the string literal that begins at `begin`. */
function endOfString(json, begin) {
  for (let quote = json.indexOf('"', begin + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') ++backslashes;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
}

function shortest(digits) {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}
