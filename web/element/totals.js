// Shows the totals above the table: parameters in full, the other figures, and the formula of the model.
import { h } from './dom.js';
import { derivation, isConstant } from './formula.js';
import { bytes, exact, short, work } from './numbers.js';

export class Totals {
  element = h('div', { part: 'totals', className: 'totals' });

  /** @param {object} explanation  of the root's parameters, from Model.explain() */
  show(report, explanation, words) {
    const { parameters, parameters_complete: isComplete } = report.totals;
    const shortText = short(parameters, isComplete);
    this.element.replaceChildren(
      h('p', { className: 'headline' },
        !isComplete && h('span', { className: 'muted' }, `${words.atLeast} `),
        h('strong', { part: 'total', className: 'total' }, exact(parameters)),
        h('span', {}, ` ${words.parametersUnit}`),
        shortText !== exact(parameters, isComplete) && h('span', { className: 'muted short' }, shortText)),
      h('dl', { className: 'figures' }, figures(report, words).map(([label, value, title]) =>
        h('div', { title }, h('dt', {}, label), h('dd', {}, value)))),
      ...(isConstant(explanation.total) ? [] : [derivation(explanation, words)]));
  }
}

/** Lists the figures to show: [label, short text, exact text]. */
function figures({ totals, inputs }, words) {
  const figure = (label, write, value, isComplete) => [label, write(value, isComplete), exact(value, isComplete)];
  const isSplit = Number(totals.frozen ?? 0) !== 0;
  return [
    figure(words.flops, work, totals.flops, totals.flops_complete),
    figure(words.macs, work, totals.macs, totals.flops_complete),
    figure(words.size, bytes, totals.bytes, totals.parameters_complete),
    isSplit && figure(words.trainable, short, totals.trainable),
    isSplit && figure(words.frozen, short, totals.frozen),
    Number(totals.buffers ?? 0) !== 0 && figure(words.buffers, short, totals.buffers),
    inputs.length > 0 && [words.input, inputs.map(shape).join('; '), ''],
  ].filter(Boolean);
}

/** Writes a shape such as 1×3×224×224. */
export function shape(sizes) {
  return sizes.map((size) => size ?? '?').join('×');
}

/** Writes the totals as one sentence for screen readers. */
export function spokenTotals({ totals }, words) {
  const { parameters, flops, parameters_complete: isCounted, flops_complete: isWorkCounted } = totals;
  const phrase = (label, value, isComplete, write) => {
    if (value === null) return `${label}: ${words.unknown}`;
    return `${label}: ${isComplete ? '' : `${words.atLeast} `}${write(value)}`;
  };
  return [
    phrase(words.parameters, parameters, isCounted, exact),
    phrase(words.flops, flops, isWorkCounted, work),
  ].join('; ');
}
