// Builds elements from the engine's markup, without innerHTML and DOMParser, which pages may forbid by Trusted Types.

const piece = /<(\/?)(\w+)([^>]*?)(\/?)>|([^<]+)/g;
const attribute = /([\w-]+)="([^"]*)"/g;
const references = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The namespaces of elements that begin a language of their own, and of HTML around them. */
const namespaces = { svg: 'http://www.w3.org/2000/svg', math: 'http://www.w3.org/1998/Math/MathML' };
const html = 'http://www.w3.org/1999/xhtml';

const characters = (text) => text.replace(/&(?:amp|lt|gt|quot);/g, (reference) => references[reference]);

/** Appends to `root` the elements that `markup` has: tags, attributes in double quotes and text; in its namespace, <svg> and <math> in their own. */
export function appendMarkup(root, markup) {
  let parent = root;
  for (const [, isEnd, tag, attributes, isEmpty, text] of markup.matchAll(piece)) {
    if (text !== undefined) {
      parent.append(characters(text));
    } else if (isEnd) {
      parent = parent.parentNode;
    } else {
      const element = document.createElementNS(namespaces[tag] ?? parent.namespaceURI ?? html, tag);
      for (const [, name, value] of attributes.matchAll(attribute)) {
        if (name !== 'xmlns') element.setAttribute(name, characters(value));
      }
      parent.append(element);
      if (!isEmpty) parent = element;
    }
  }
  return root;
}
