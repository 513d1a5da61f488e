// Shows a formula and the steps from it to its number.
import { h } from './dom.js';
import { elementEngine } from './element_engine.js';
import { mathElement, termElements } from './mathml.js';
import { exact } from './numbers.js';

/** Terms of a sum beyond this number are folded away. */
const mostTerms = 24;

/** Shows a formula, which is MathML of the engine, with line breaks between its terms. */
export function formula(mathml, words) {
  const terms = termElements(mathml);
  const elements = terms.flatMap((term) => [term, ' ']);
  if (terms.length <= mostTerms + 1) return h('span', { className: 'formula' }, elements);
  const rest = elements.splice(mostTerms * 2);
  const unfold = h('button', { type: 'button', onclick: () => unfold.replaceWith(...rest) },
    words.moreTerms(exact(terms.length - mostTerms)));
  return h('span', { className: 'formula' }, elements, '… ', unfold);
}

/** Shows a formula of a report, which is plain text. */
export function plainFormula(text, words) {
  return formula(elementEngine.run((program) => program.formulaMathml(text)), words);
}

/** Shows the name of a hyper-parameter in the style of a formula. */
export function nameElement(name) {
  return mathElement(elementEngine.run((program) => program.nameMathml(name)));
}

/** Makes one line: a relation sign and its right-hand side. */
function line(sign, ...content) {
  return h('div', { className: 'step' }, h('span', { className: 'relation' }, sign), h('span', {}, ...content));
}

/** Returns true if a formula only repeats the number, or the number is unknown. */
export function isConstant({ values, result }) {
  return Object.keys(values).length === 0 || result === null;
}

/** The sides of one equation, as MathML: the formulas in short symbols, and the last one with numbers. None is like another. */
export function sidesOf(formulas) {
  const { numbers, numbers_differ: differ } = formulas.at(-1) ?? {};
  return [...new Set([...formulas.map((each) => each.formula), ...(differ ? [numbers] : [])])];
}

/** What the symbols of formulas stand for, each once; names of the model itself need no explanation. */
export function explainedSizes(formulas) {
  const explained = formulas.flatMap(({ sizes }) => sizes).filter(({ meaning, made_of: madeOf }) => meaning !== '' || madeOf !== '');
  return [...new Map(explained.map((size) => [`${size.symbol} ${size.value}`, size])).values()];
}

/** Shows the values of a formula's symbols in one line, with the names behind them: "H hidden_size = 4,096, L …". */
export function symbols({ sizes }) {
  return h('p', { className: 'symbols muted' }, sizes.map(({ symbol, meaning, value }) => h('span', {},
    nameElement(symbol), `${meaning && ` ${meaning}`} = ${exact(value)}`)));
}

/** Shows what the symbols of formulas stand for. */
function legend(formulas, words) {
  return explainedSizes(formulas).map(({ symbol, meaning, value, made_of: madeOf }) => h('div', { className: 'legend muted' },
    nameElement(symbol), ` = ${exact(value)}`, ...(madeOf === '' ? [`  ${meaning}`] : [' = ', formula(madeOf, words)])));
}

/**
 * Shows formula; = formula with values; = result; ≈ leading terms and their error; what the symbols are. `explanation` is of
 * Model.explain(). A layer has a formula in its own sizes before that in the model's names.
 */
export function derivation({ total, layer, named, approximation }, words) {
  const formulas = [...(layer ? [layer] : []), ...(isConstant(total) ? [] : [named])];
  const steps = sidesOf(formulas).map((side, index) => line(index === 0 ? '' : '=', formula(side, words)));
  steps.push(line('=', h('strong', {}, exact(total.result))));
  if (approximation) {
    steps.push(line('≈', formula(approximation.formula, words), ' = ', exact(approximation.value),
      h('span', { className: 'muted' }, `  (${words.offBy(approximation.error)})`)));
  }
  return h('div', { className: 'derivation' }, steps, legend(formulas, words));
}
