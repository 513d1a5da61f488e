// Takes text apart into the words that the search compares.

const run = /[\p{L}\p{N}]+/gu;
const chinese = /\p{Script=Han}+|\P{Script=Han}+/gu;

/** A run of Chinese as every two neighbours: it has no spaces between its words. */
const pairs = (text) => (text.length === 1 ? [text] : Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2)));

/** Returns the words of a text, in its order. */
export function wordsOf(text) {
  return (text.toLowerCase().match(run) ?? []).flatMap((piece) => piece.match(chinese))
    .flatMap((piece) => (/\p{Script=Han}/u.test(piece) ? pairs(piece) : [piece]));
}
