// Fetches the readers of files before they are needed.

/** Asks for all that a page lists under an id (web/index.html). Returns false where it was asked for before, and where a page lists nothing. */
function fetchListed(id) {
  const list = document.getElementById(id);
  list?.replaceWith(list.content);
  return list !== null;
}

/** True for the beginning of JSON. */
const looksLikeConfig = (text) => /^\s*\{/.test(text);

/** Lists what the first reading of a text needs, by ids in web/index.html. */
function listsFor(text) {
  if (looksOwn(text)) return [];
  return ['readers', looksLikeConfig(text) ? 'readers-of-configs' : 'readers-of-code'];
}

/** Asks for all that the first reading of a text needs, in one trip. Returns false as fetchListed(). */
export const fetchReaders = (text = '') => listsFor(text).map(fetchListed).includes(true);

/** Asks, in one trip, for all that counts a text before the interface is there. */
export function fetchCounting(text) {
  fetchListed('counting');
  fetchReaders(text);
}

/** True for a text that looks as if the program reads it by itself, like a print or one layer (src/layers/texts/own_text.h): good enough to guess by. */
export function looksOwn(text) {
  const isLayer = /^\s*[\w.]+\([^\n]*\)\s*$/.test(text);
  const isPrint = /^\s*\w+\(\r?\n\s+\(\w/m.test(text) && !/^\s*(class|import|from|>>>) /m.test(text);
  return isLayer || isPrint;
}
