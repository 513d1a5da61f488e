// One stylesheet for all elements of a page.
import text from './style.css' with { type: 'text' };

let sheet;

/** The stylesheet, made once. Constructed: no page's Content-Security-Policy stands in its way. */
export function styles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
  }
  return sheet;
}
