// Sentences in another language, by a table of English ones. A row with holes is a pattern: `{0}` takes anything as it
// stands (a name, a number), `{0*}` what is itself said in the table.
//
// A sentence is looked up, then held against the patterns, those with the most words of their own first: the first that
// fits is the one that says most of it. A pattern takes one pass over the sentence, whatever that holds, and parts are
// looked up to a small depth: no input makes this slow.

/** Longer texts are nobody's sentences. */
const longest = 4000;
const deepest = 4;

/** `{0}`, `{1*}` in a pattern. */
const holes = /\{(\d)(\*?)\}/;

/** A pattern taken apart: the words between the holes, and what the holes are. */
function pattern([english, translation]) {
  const pieces = english.split(holes);
  const words = pieces.filter((_, i) => i % 3 === 0);
  return {
    words,
    places: pieces.filter((_, i) => i % 3 === 1).map(Number),
    isSaid: pieces.filter((_, i) => i % 3 === 2).map((star) => star !== ''),
    isWordless: !/\p{Letter}/u.test(words.join('')),
    weight: words.join('').length,
    translation,
  };
}

/** What stands in the holes of a sentence; undefined where it is not of this pattern. */
function valuesIn(sentence, { words, weight }) {
  const last = words.at(-1);
  if (sentence.length < weight || !sentence.startsWith(words[0]) || !sentence.endsWith(last)) return undefined;
  const values = [];
  let at = words[0].length;
  for (let i = 1; i < words.length; ++i) {
    const next = i < words.length - 1 ? sentence.indexOf(words[i], at) : sentence.length - last.length;
    if (next < at) return undefined;
    values.push(sentence.slice(at, next));
    at = next + words[i].length;
  }
  return values;
}

/** Chinese and Latin words side by side are set apart, as Chinese is printed; it writes no spaces elsewhere. */
const isHan = /\p{Script=Han}/u;
const isLatin = /[\p{Script=Latin}\d`]/u;
const needsSpace = (before, after) => (isHan.test(before) && isLatin.test(after)) || (isLatin.test(before) && isHan.test(after));

function join(parts) {
  return parts.reduce((text, part) => text + (text && part && needsSpace(text.at(-1), part[0]) ? ' ' : '') + part, '');
}

/** Patterns of a table, those with the most words first. */
const patternsOf = (table) => Object.entries(table).filter(([english]) => holes.test(english)).map(pattern).sort((a, b) => b.weight - a.weight);

export class Translator {
  #words;
  #sentences;
  #phrases;
  #patterns;
  #allPatterns;

  /** Takes what shippedTable() gives: translations by their English. */
  constructor({ words, sentences, phrases }) {
    this.#words = new Map(Object.entries(words));
    this.#sentences = new Map(Object.entries(sentences));
    this.#phrases = new Map(Object.entries(phrases));
    this.#patterns = patternsOf(sentences);
    this.#allPatterns = patternsOf({ ...phrases, ...sentences });
  }

  /** Words of the table (with holes, as a pattern is written), in its language; as they are where it does not have them. */
  word(english) {
    return this.#words.get(english) ?? english;
  }

  /** A sentence in the language of the table; as it is where that does not have it. */
  said(english) {
    return this.find(english) ?? this.word(english);
  }

  /** The same, but undefined where the table does not have it. */
  find(english, depth = 0) {
    const inside = depth > 0;
    const exact = this.#sentences.get(english) ?? (inside ? this.#phrases.get(english) : undefined);
    if (exact !== undefined || depth === deepest || english.length > longest) return exact;
    for (const each of inside ? this.#allPatterns : this.#patterns) {
      const values = valuesIn(english, each);
      const filled = values && this.#fill(each, values, depth + 1);
      if (filled !== undefined) return filled;
    }
    return undefined;
  }

  /** A pattern that is marks alone (`{0}: {1*}`) is nothing's unless the table has what stands in it. */
  #fill({ places, isSaid, isWordless, translation }, values, depth) {
    const filled = [];
    for (const [i, place] of places.entries()) {
      filled[place] = isSaid[i] ? this.find(values[i], depth) : values[i];
      if (filled[place] === undefined && isWordless) return undefined;
      filled[place] ??= values[i];
    }
    return join(translation.split(/\{(\d)\}/).map((piece, i) => (i % 2 === 0 ? piece : filled[piece] ?? '')));
  }
}
