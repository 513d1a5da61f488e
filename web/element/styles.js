// Shares one stylesheet between all elements of a document.
import text from './style.css' with { type: 'text' };

/** The stylesheet of each document: one made for a document is refused by others. */
const sheets = new WeakMap();

/** Makes the stylesheet of a document once. A constructed one is allowed by every Content-Security-Policy. */
export function styles(document) {
  if (!sheets.has(document)) {
    const sheet = new (document.defaultView ?? globalThis).CSSStyleSheet();
    sheet.replaceSync(text);
    sheets.set(document, sheet);
  }
  return sheets.get(document);
}
