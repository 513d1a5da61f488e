// Reads and writes JSON without losing what JavaScript cannot hold: integers beyond 2^53, NaN and Infinity.

const maxExactLength = 15;
const mark = 'number:';
const tokens = /"(?:[^"\\]|\\.)*"|-?(?:\d[\d.eE+-]*|NaN|Infinity)/g;

/** Parses JSON as Python writes it; a number that JavaScript would change becomes the string "number:…". */
export function parseJson(text) {
  const isChanged = (token) => token.length > maxExactLength || /[NI]/.test(token);
  return JSON.parse(text.replace(tokens, (token) => (token[0] !== '"' && isChanged(token) ? `"${mark}${token}"` : token)));
}

/** The inverse of parseJson(). */
export function writeJson(value) {
  return JSON.stringify(value, null, 2).replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}
