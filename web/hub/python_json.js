// JSON as Python writes it: json.dumps() writes NaN and Infinity, which JSON.parse() refuses.

const longest = 1 << 20;

/** A text in quotes, to its end or that of all, or a number that JSON has not. */
const parts = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/g;

/** Parses JSON; numbers that JSON has not are null, in a text of at most 1 MiB. Throws a SyntaxError for what is no JSON of Python either. */
export function parsePythonJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (text.length > longest) throw error;
    return JSON.parse(text.replace(parts, (part) => (part.startsWith('"') ? part : 'null')));
  }
}
