// Fetches the readers of files before they are needed.
import { partsForText } from '../open/parts_for.js';

/** Asks for all that a page lists under an id (web/index.html). Returns false where it was asked for before, and where a page lists nothing. */
function fetchListed(id) {
  const list = document.getElementById(id);
  list?.replaceWith(list.content);
  return list !== null;
}

/** Asks, in one trip, for the parts of the readers that a text needs to be read, and with `isCounted` to be counted. Returns false where all were asked for before. */
export function fetchReaders(text = '', isCounted = false) {
  return ['readers', ...partsForText(text, isCounted).map((part) => `readers-${part}`)].map(fetchListed).includes(true);
}

/** Asks, in one trip, for all that counts a text before the interface is there. */
export function fetchCounting(text) {
  fetchListed('counting');
  if (!looksOwn(text)) fetchReaders(text, true);
}

/** True for a text that looks as if the program reads it by itself, like a print or one layer (src/layers/texts/own_text.h): good enough to guess by. */
export function looksOwn(text) {
  const isLayer = /^\s*[\w.]+\([^\n]*\)\s*$/.test(text);
  const isPrint = /^\s*\w+\(\r?\n\s+\(\w/m.test(text) && !/^\s*(class|import|from|>>>) /m.test(text);
  return isLayer || isPrint;
}
