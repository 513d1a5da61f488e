// Fetches the readers of files before they are needed.

/**
 * Asks for all that the first reading needs, in one trip: what the page lists for it (web/index.html). Returns false where it was asked for
 * before, and where a page has the readers inside or lists none.
 */
export function fetchReaders() {
  const list = document.getElementById('readers');
  list?.replaceWith(list.content);
  return list !== null;
}

/** True for a text that looks as if the program reads it by itself, like a print or one layer (src/layers/texts/own_text.h): good enough to guess by. */
export function looksOwn(text) {
  const isLayer = /^\s*[\w.]+\([^\n]*\)\s*$/.test(text);
  const isPrint = /^\s*\w+\(\r?\n\s+\(\w/m.test(text) && !/^\s*(class|import|from|>>>) /m.test(text);
  return isLayer || isPrint;
}
