// The engine's JSON, whose integers may have up to 39 digits.

const stringOrLongInteger = /"(?:[^"\\]|\\.)*"|-?\d{16,}/g;

/** As JSON.parse, but an integer beyond what a number holds exactly is a BigInt. */
export function parseExact(json) {
  if (!/\d{16}/.test(json)) return JSON.parse(json);
  // Long integers are wrapped in an object of a shape the engine never writes; texts are passed over as they are.
  const wrapped = json.replace(stringOrLongInteger, (found) => (found[0] === '"' ? found : `{"$integer":"${found}"}`));
  return JSON.parse(wrapped, (key, value) => (typeof value?.$integer === 'string' ? shortest(value.$integer) : value));
}

function shortest(digits) {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}
