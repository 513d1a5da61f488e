// Finds the parts of the documents that are about what somebody typed.
import MiniSearch from 'minisearch';

import { wordsOf } from './words_of.js';

const mostShown = 12;

/** How much of a part is shown before the word that was found, and altogether. */
const before = 40;
const shown = 150;

/**
 * Makes a function of what is typed; `sections` are those of the build: { page, title, heading, text, language }. It gives how many
 * are found, and the best of them with their excerpts: { count, best }. Where no part has all words, those with some of them are found: of
 * “flops vs macs” what has both.
 */
export function finder(sections, language) {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    tokenize: wordsOf,
    processTerm: (word) => word,
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return (typed) => {
    const search = (combineWith) => index.search(typed, {
      combineWith,
      prefix: true,
      fuzzy: (word) => (/^[a-z]{5,}$/.test(word) ? 0.2 : false),
      boost: { heading: 4, title: 2 },
      boostDocument: (id) => (sections[id].language === language ? 2 : 1),
    });
    const all = search('AND');
    const found = all.length > 0 ? all : search('OR');
    const best = found.slice(0, mostShown).map(({ id, terms }) => ({ ...sections[id], excerpt: excerptOf(sections[id].text, terms) }));
    return { count: found.length, best };
  };
}

/** The part of a text around the first of `words`: [{ text, found }]. */
function excerptOf(text, words) {
  const pattern = new RegExp(words.filter((word) => text.toLowerCase().includes(word)).join('|') || '(?!)', 'giu');
  const first = Math.max(0, text.search(pattern));
  const from = first <= before ? 0 : first - before;
  const piece = `${from > 0 ? '…' : ''}${text.slice(from, from + shown)}${from + shown < text.length ? '…' : ''}`;
  const pieces = [];
  let end = 0;
  for (const match of piece.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: piece.slice(end, match.index), found: false });
    pieces.push({ text: match[0], found: true });
    end = match.index + match[0].length;
  }
  pieces.push({ text: piece.slice(end), found: false });
  return pieces;
}
