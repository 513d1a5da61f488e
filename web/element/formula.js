// Shows a formula and the steps from it to its number.
import { h } from './dom.js';
import { nameTree, parseFormula, termElement, toElement } from './mathml.js';

/** Terms of a sum beyond this number are folded away. */
const mostTerms = 24;

const digitsOf = (numbers) => (digits) => numbers.exact(BigInt(digits));

/** Makes one <math> a term, so that lines break between terms. */
export function formula(text, numbers, words) {
  const terms = parseFormula(text, digitsOf(numbers));
  const elements = terms.map((term, index) => [termElement(term, index === 0), ' ']).flat();
  if (terms.length <= mostTerms + 1) return h('span', { className: 'formula' }, elements);
  const rest = elements.splice(mostTerms * 2);
  const unfold = h('button', { type: 'button', onclick: () => unfold.replaceWith(...rest) },
    words.moreTerms(numbers.exact(terms.length - mostTerms)));
  return h('span', { className: 'formula' }, elements, '… ', unfold);
}

/** Shows the name of a hyper-parameter in the style of a formula. */
export function nameElement(name) {
  return toElement({ tag: 'math', children: [nameTree(name)] });
}

/** Makes one line: a relation sign and its right-hand side. */
function line(sign, ...content) {
  return h('div', { className: 'step' }, h('span', { className: 'relation' }, sign), h('span', {}, ...content));
}

/** Returns true if a formula only repeats the number. */
export function isConstant({ formula: text, result }) {
  return text === String(result) || result === null;
}

/** Returns false for leading terms that omit more than half of the number and so explain little. */
function isNear(approximate, exact) {
  return approximate !== null && Math.abs(Number(approximate) - Number(exact)) < Math.abs(Number(exact)) / 2;
}

/** Shows formula; = formula with values; = result; ≈ leading terms and their error. `explanation` is of Model.explain(). */
export function derivation({ total, approximation }, numbers, words) {
  const steps = [line('', formula(total.formula, numbers, words))];
  if (total.numbers !== total.formula && total.numbers !== String(total.result)) {
    steps.push(line('=', formula(total.numbers, numbers, words)));
  }
  steps.push(line('=', h('strong', {}, numbers.exact(total.result))));
  if (approximation && isNear(approximation.value, total.result)) {
    steps.push(line('≈', formula(approximation.formula, numbers, words), ' = ', numbers.exact(approximation.value),
      h('span', { className: 'muted' }, `  (${numbers.difference(approximation.value, total.result)})`)));
  }
  return h('div', { className: 'derivation' }, steps);
}
