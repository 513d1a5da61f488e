// Shows the details of a selected row: the derivation of its numbers, or why one is unknown.
import { h } from './dom.js';
import { derivation, formula, isConstant } from './formula.js';

/**
 * @param {object} entry  of outline()
 * @param {(path: string, of: string) => object} explain  as Model.explain()
 */
export function details({ node, children, copies }, report, explain, language) {
  const { words, numbers, render } = language;
  const remarks = [
    ...report.diagnostics.filter(({ path }) => path !== '' && path === node.path),
    ...node.notes,
  ].map(render);
  if (node.status === 'unknown' && remarks.length === 0) remarks.push(words.isUnknown);
  if (node.status === 'zero') remarks.push(words.isZero);
  if (copies > 1) remarks.push(words.each(numbers.exact(copies)));
  return h('div', { className: 'details-content' },
    section(words.parameters, explain(node.path, 'parameters'), children.length === 0, language),
    section(words.flops, explain(node.path, 'flops'), false, language),
    remarks.map((text) => h('p', { className: 'muted' }, text)));
}

/** Makes a heading and a derivation, by tensors for a leaf; nothing if the number is unknown. */
function section(heading, explanation, isLeaf, language) {
  const { total, parts } = explanation;
  const { numbers, words } = language;
  if (total.result === null || Number(total.result) === 0) return null;
  const content = isLeaf && parts.length > 0
    ? parts.map((part) => tensor(part, language))
    : [isConstant(total) ? numbers.exact(total.result) : derivation(explanation, numbers, words)];
  return [h('p', { className: 'heading' }, heading), content];
}

/** Makes a line such as "weight: in_features·out_features = 768·3072 = 2,359,296". */
function tensor({ subject, formula: text, numbers: filled, result }, { numbers, words }) {
  return h('div', { className: 'tensor' }, h('code', {}, subject), ' ',
    h('span', {}, formula(text, numbers, words),
      filled !== text && filled !== String(result) && [' = ', formula(filled, numbers, words)],
      result !== null && [' = ', numbers.exact(result)]));
}
