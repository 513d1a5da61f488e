// Builds elements from the engine's MathML, without innerHTML and DOMParser, which pages may forbid by Trusted Types.

const namespace = 'http://www.w3.org/1998/Math/MathML';
const piece = /<(\/?)(\w+)([^>]*)>|([^<]+)/g;
const attribute = /(\w+)="([^"]*)"/g;
const references = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Builds one <math> for each term of a sum, with its sign, so that lines break between terms. */
export function termElements(mathml) {
  const terms = [];
  let isComplete = true;
  for (const child of [...mathElement(mathml).children]) {
    if (isComplete) terms.push(create('math'));
    terms.at(-1).append(child);
    isComplete = child.localName !== 'mo';
  }
  return terms;
}

/** Builds a <math> of the elements that `mathml` has: tags, attributes in double quotes and text. */
export function mathElement(mathml) {
  const math = create('math');
  let parent = math;
  for (const [, isEnd, tag, attributes, text] of mathml.matchAll(piece)) {
    if (text !== undefined) {
      parent.append(text.replace(/&(?:amp|lt|gt);/g, (reference) => references[reference]));
    } else if (isEnd) {
      parent = parent.parentNode;
    } else {
      const element = create(tag);
      for (const [, name, value] of attributes.matchAll(attribute)) element.setAttribute(name, value);
      parent.append(element);
      parent = element;
    }
  }
  return math;
}

function create(tag) {
  return document.createElementNS(namespace, tag);
}
