// Builds elements from the engine's markup, without innerHTML and DOMParser, which pages may forbid by Trusted Types.

const piece = /<(\/?)(\w+)([^>]*?)(\/?)>|([^<]+)/g;
const attribute = /([\w-]+)="([^"]*)"/g;
const references = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const characters = (text) => text.replace(/&(?:amp|lt|gt|quot);/g, (reference) => references[reference]);

/** Appends to `root` the elements that `markup` has: tags, attributes in double quotes and text. */
export function appendMarkup(root, markup, namespace) {
  let parent = root;
  for (const [, isEnd, tag, attributes, isEmpty, text] of markup.matchAll(piece)) {
    if (text !== undefined) {
      parent.append(characters(text));
    } else if (isEnd) {
      parent = parent.parentNode;
    } else {
      const element = document.createElementNS(namespace, tag);
      for (const [, name, value] of attributes.matchAll(attribute)) {
        if (name !== 'xmlns') element.setAttribute(name, characters(value));
      }
      parent.append(element);
      if (!isEmpty) parent = element;
    }
  }
  return root;
}
