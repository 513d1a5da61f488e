// Shows the details of a selected row: the derivation of its numbers, or why one is unknown.
import { h } from './dom.js';
import { derivation, formula, isConstant } from './formula.js';
import { exact } from './numbers.js';

/**
 * @param {object} entry  of outline()
 * @param {(path: string, of: string) => object} explain  as Model.explain()
 */
export function details({ node, children }, report, explain, language) {
  const { words, render } = language;
  const remarks = [
    ...report.diagnostics.filter(({ path }) => path !== '' && path === node.path),
    ...node.notes,
  ].map(render);
  if (node.status === 'unknown' && remarks.length === 0) remarks.push(words.isUnknown);
  if (node.status === 'zero') remarks.push(words.isZero);
  if (node.instances > 1) remarks.push(words.each(exact(node.instances)));
  return h('div', { className: 'details-content' },
    section(words.parameters, explain(node.path, 'parameters'), children.length === 0, words),
    section(words.flops, explain(node.path, 'flops'), false, words),
    section(words.activations, explain(node.path, 'activations'), false, words),
    remarks.map((text) => h('p', { className: 'muted' }, text)));
}

/** Makes a heading and a derivation, by tensors for a leaf; nothing if the number is unknown. */
function section(heading, explanation, isLeaf, words) {
  const { total, layer, parts } = explanation;
  if (total.result === null || Number(total.result) === 0) return null;
  const content = isLeaf && parts.length > 0
    ? parts.map((part) => tensor(part, words))
    : [isConstant(total) && !layer ? exact(total.result) : derivation(explanation, words)];
  return [h('p', { className: 'heading' }, heading), content];
}

/** Makes a line such as "weight: d_in·d_out = 768·3072 = 2,359,296". */
function tensor(part, words) {
  const steps = isConstant(part) ? [] : [formula(part.formula, words)];
  if (part.numbers_differ) steps.push(formula(part.numbers, words));
  steps.push(exact(part.result));
  return h('div', { className: 'tensor' }, h('code', {}, part.subject), ' ',
    h('span', {}, steps.flatMap((step, index) => (index === 0 ? [step] : [' = ', step]))));
}
