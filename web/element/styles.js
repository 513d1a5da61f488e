// Shares one stylesheet between all elements of a page.
import text from './style.css' with { type: 'text' };

let sheet;

/** Makes the stylesheet once. A constructed one is allowed by every Content-Security-Policy. */
export function styles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
  }
  return sheet;
}
