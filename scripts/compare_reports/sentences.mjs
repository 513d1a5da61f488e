// Groups changed sentences by their wording, which is the sentence without its values.

const quoted = '`[^`]*`|"[^"]*"|(?<!\\w)\'[^\']*\'(?!\\w)';
const number = '\\d+(?:[.,]\\d+)*';
const name = '(?=\\w*[A-Z_]|\\w+[.:]\\w)[A-Za-z_]\\w*(?:[.:/-]\\w+)*(?:\\(\\))?';
const value = `(?:${quoted}|${number}|${name})`;
const valueList = new RegExp(`(?<!\\w)${value}(?:(?:, |,| × )${value})*`, 'g');

/** Splits a sentence into wording and values: quoted text, numbers and names in code; a list of them is one value. */
function split(sentence) {
  const values = [];
  const wording = sentence.replace(valueList, (found) => {
    values.push(found);
    return '{}';
  });
  return { wording, values };
}

const withoutQuotes = (text) => text.replace(/[`'"]/g, '');

/** True when the text occurs in the sentence as whole words. */
function occurs(text, sentence) {
  for (let at = sentence.indexOf(text); at >= 0; at = sentence.indexOf(text, at + 1)) {
    const isWord = (character) => /\w/.test(character ?? '');
    const continuesBefore = isWord(text[0]) && isWord(sentence[at - 1]);
    const continuesAfter = isWord(text.at(-1)) && isWord(sentence[at + text.length]);
    if (!continuesBefore && !continuesAfter) return true;
  }
  return false;
}

/**
 * True when each value of a side is in the other side's sentence. A name or quoted text that is the same in every
 * one of several sentences belongs to the wording: "print() shows no children".
 */
function keepsValues(pairs, side, other) {
  const sentences = pairs.map((pair) => withoutQuotes(pair[other]));
  const values = pairs.map((pair) => split(pair[side]).values);
  const isWording = (i) => pairs.length > 1 && !/\d/.test(values[0][i]) && values.every((list) => list[i] === values[0][i]);
  const isKept = (i) => values.every((list, k) => list[i].split(', ').every((item) => occurs(withoutQuotes(item), sentences[k])));
  return values[0].every((_, i) => isWording(i) || isKept(i));
}

/** Sentences that changed from one wording to another. */
class Group {
  count = 0;
  pairs = new Map();

  constructor(before, after, example) {
    Object.assign(this, { before, after, example });
  }

  add(pair) {
    ++this.count;
    this.pairs.set(`${pair.before}\n${pair.after}`, pair);
  }

  /** True when the words changed and the values did not. */
  get isRewording() {
    const pairs = [...this.pairs.values()];
    if (this.before === this.after) return pairs.every(({ before, after }) => withoutQuotes(before) === withoutQuotes(after));
    return keepsValues(pairs, 'before', 'after') && keepsValues(pairs, 'after', 'before');
  }
}

/** Groups { label, place, before, after } by wording, the most frequent first. */
export function groupSentences(sentences) {
  const groups = new Map();
  for (const sentence of sentences) {
    const [before, after] = [split(sentence.before).wording, split(sentence.after).wording];
    const key = `${before}\n${after}`;
    if (!groups.has(key)) groups.set(key, new Group(before, after, sentence));
    groups.get(key).add(sentence);
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/** A sentence's wording, its values shown as {}. */
export const wording = (sentence) => split(sentence).wording;
