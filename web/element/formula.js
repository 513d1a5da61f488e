// A formula and the steps from it to its number, as elements.
import { h } from './dom.js';
import { nameTree, parseFormula, termElement, toElement } from './mathml.js';

/** Longer sums are folded behind this many terms. */
const mostTerms = 24;

const digitsOf = (numbers) => (digits) => numbers.exact(BigInt(digits));

/** A formula of the engine's, one <math> a term, so that lines break where a printed formula would. */
export function formula(text, numbers, words) {
  const terms = parseFormula(text, digitsOf(numbers));
  const elements = terms.map((term, index) => [termElement(term, index === 0), ' ']).flat();
  if (terms.length <= mostTerms + 1) return h('span', { className: 'formula' }, elements);
  const rest = elements.splice(mostTerms * 2);
  const unfold = h('button', { type: 'button', onclick: () => unfold.replaceWith(...rest) },
    words.moreTerms(numbers.exact(terms.length - mostTerms)));
  return h('span', { className: 'formula' }, elements, '… ', unfold);
}

/** The name of a hyper-parameter as a formula shows it. */
export function nameElement(name) {
  return toElement({ tag: 'math', children: [nameTree(name)] });
}

/** One line: a relation sign, and what stands on its right. */
function line(sign, ...content) {
  return h('div', { className: 'step' }, h('span', { className: 'relation' }, sign), h('span', {}, ...content));
}

/** True where a formula would only repeat the number. */
export function isConstant({ formula: text, result }) {
  return text === String(result) || result === null;
}

/** False for leading terms that leave out half of the number: they would explain nothing. */
function isNear(approximate, exact) {
  return approximate !== null && Math.abs(Number(approximate) - Number(exact)) < Math.abs(Number(exact)) / 2;
}

/** formula; = numbers put in; = result; ≈ leading terms and how far off they are. `explanation` as Model.explain(). */
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
