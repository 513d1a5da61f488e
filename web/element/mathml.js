// Builds the elements of formulas from the engine's MathML.
import { appendMarkup } from './markup.js';

const namespace = 'http://www.w3.org/1998/Math/MathML';

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

/** Builds a <math> of the elements that `mathml` has. */
export function mathElement(mathml) {
  return appendMarkup(create('math'), mathml);
}

function create(tag) {
  return document.createElementNS(namespace, tag);
}
