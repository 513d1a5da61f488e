// Finds the name that a person may have meant.

const lettersOf = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The mistakes that lead from one word to the other: letters that are missing, added or others (Levenshtein). */
function distance(a, b) {
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const row = [i];
    for (let j = 1; j <= b.length; ++j) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    last = row;
  }
  return last[b.length];
}

/** The longest word that is compared letter by letter. */
const longest = 64;

/** Returns the one of `names` that is `name` but for case, signs and two letters; undefined if there is none. */
export function similarName(name, names) {
  const letters = lettersOf(name.slice(0, longest));
  const close = (other) => {
    const allowed = Math.min(letters.length, other.length) > 5 ? 2 : 1;
    return letters.length > 2 && Math.abs(letters.length - other.length) <= allowed && distance(letters, other) <= allowed;
  };
  return names.find((other) => lettersOf(other) === letters) ?? names.find((other) => close(lettersOf(other)));
}
