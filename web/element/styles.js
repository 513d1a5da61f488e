// Shares one stylesheet between all elements of a document.
import text from './style.css' with { type: 'text' };

/** The stylesheet of each document: one made for a document is refused by others. */
const sheets = new WeakMap();

/** Makes the stylesheet of a document once. A constructed one is allowed by every Content-Security-Policy. */
function sheetOf(document, CSSStyleSheet) {
  if (!sheets.has(document)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    sheets.set(document, sheet);
  }
  return sheets.get(document);
}

/** Gives a shadow root the styles, of its present document. Where no stylesheet can be constructed, as in jsdom, a style element has them. */
export function wearStyles(root, document) {
  const { CSSStyleSheet } = document.defaultView ?? globalThis;
  if (CSSStyleSheet?.prototype.replaceSync) {
    root.adoptedStyleSheets = [sheetOf(document, CSSStyleSheet)];
  } else if (!root.querySelector('style')) {
    root.append(Object.assign(document.createElement('style'), { textContent: text }));
  }
}
