// Shows the totals above the table: parameters in full, the other figures, and the formula of the model.
import { h } from './dom.js';
import { derivation, isConstant } from './formula.js';
import { quantity } from './quantity.js';

export class Totals {
  element = h('div', { part: 'totals', className: 'totals' });

  /** @param {object} explanation  of the root's parameters, from Model.explain() */
  show(report, explanation, { words, numbers }) {
    const { parameters, parameters_complete: isComplete } = report.totals;
    const short = quantity(parameters, isComplete, (value) => numbers.compact(value));
    this.element.replaceChildren(
      h('p', { className: 'headline' },
        !isComplete && h('span', { className: 'muted' }, `${words.atLeast} `),
        h('strong', { part: 'total', className: 'total' }, quantity(parameters, true, (value) => numbers.exact(value))),
        h('span', {}, ` ${words.parametersUnit}`),
        /\d/.test(short) && h('span', { className: 'muted short' }, short)),
      h('dl', { className: 'figures' }, figures(report, { words, numbers }).map(([label, value, exact]) =>
        h('div', { title: exact }, h('dt', {}, label), h('dd', {}, value)))),
      ...(isConstant(explanation.total) ? [] : [derivation(explanation, numbers, words)]));
  }
}

/** Lists the figures to show: [label, short text, exact text]. */
function figures({ totals, inputs }, { words, numbers }) {
  const work = (label, value) => [label,
    quantity(value, totals.flops_complete, (known) => numbers.prefixed(known)),
    quantity(value, totals.flops_complete, (known) => numbers.exact(known))];
  const count = (label, value) => [label, numbers.compact(value) || numbers.exact(value), numbers.exact(value)];
  const isSplit = Number(totals.frozen ?? 0) !== 0;
  return [
    work(words.flops, totals.flops),
    work(words.macs, totals.macs),
    [words.size, quantity(totals.bytes, totals.parameters_complete, (value) => numbers.prefixed(value, 'B')),
      quantity(totals.bytes, totals.parameters_complete, (value) => numbers.exact(value))],
    isSplit && count(words.trainable, totals.trainable),
    isSplit && count(words.frozen, totals.frozen),
    Number(totals.buffers ?? 0) !== 0 && count(words.buffers, totals.buffers),
    inputs.length > 0 && [words.input, inputs.map(shape).join('; '), ''],
  ].filter(Boolean);
}

/** Writes a shape such as 1×3×224×224. */
export function shape(sizes) {
  return sizes.map((size) => size ?? '?').join('×');
}

/** Writes the totals as one sentence for screen readers. */
export function spokenTotals({ totals }, { words, numbers }) {
  const { parameters, flops, parameters_complete: isCounted, flops_complete: isWorkCounted } = totals;
  const phrase = (label, value, isComplete, write) => {
    if (value === null) return `${label}: ${words.unknown}`;
    return `${label}: ${isComplete ? '' : `${words.atLeast} `}${write(value)}`;
  };
  return [
    phrase(words.parameters, parameters, isCounted, (value) => numbers.exact(value)),
    phrase(words.flops, flops, isWorkCounted, (value) => numbers.prefixed(value)),
  ].join('; ');
}
