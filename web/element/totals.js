// Shows the totals above the table: parameters in full, the other figures, and the formula of the model.
import { h } from './dom.js';
import { derivation, formula, isConstant } from './formula.js';
import { bytes, exact, short, work } from './numbers.js';

/** Makes the line with the model's title, and a button at its end if there is one. */
export function titleRow(name, opener) {
  return h('div', { className: 'title-row' }, h('p', { part: 'title', className: 'title', dir: 'auto' }, name), opener);
}

export class Totals {
  element = h('div', { part: 'totals', className: 'totals' });

  /**
   * @param {object} explanation  of the root's parameters, from Model.explain()
   * @param {boolean} isBrief  true: the formula alone, without its numbers
   */
  show(report, explanation, words, isBrief = false) {
    const { parameters_basis: basis, parameters_min: least, parameters_max: most } = report.totals;
    const parameters = least ?? report.totals.parameters;
    const shortText = most === null ? short(parameters, basis) : '';
    this.element.replaceChildren(
      h('p', { className: 'headline' },
        basisWords(report.totals, words) && h('span', { className: 'muted' }, `${basisWords(report.totals, words)} `),
        h('strong', { part: 'total', className: 'total' }, most === null ? exact(parameters) : `${exact(least)} – ${exact(most)}`),
        h('span', {}, ` ${words.parametersUnit}`),
        basis === 'printed' && h('span', { className: 'muted', title: words.whyAsPrinted }, ` ${words.asPrinted}`),
        shortText && shortText !== exact(parameters, basis) && h('span', { className: 'muted short' }, shortText)),
      h('dl', { className: 'figures' }, figures(report, words).map(([label, value, title]) =>
        h('div', { title }, h('dt', {}, label), h('dd', {}, value)))),
      ...(isConstant(explanation.total) ? [] : [isBrief ? h('div', { className: 'derivation' }, formula(explanation.named.formula, words)) : derivation(explanation, words)]));
  }
}

/** Returns the words before the number of parameters: "at least", "about", or ''. */
function basisWords({ parameters_basis: basis }, words) {
  if (basis === 'approximate') return words.roughly;
  return basis === 'partial' ? words.atLeast : '';
}

/** Lists the figures to show: [label, short text, exact text]. */
function figures({ totals, inputs }, words) {
  const figure = (label, write, value, basis) => [label, write(value, basis), exact(value, basis)];
  const isSplit = Number(totals.frozen ?? 0) !== 0;
  return [
    figure(words.flops, work, totals.flops, totals.flops_basis),
    figure(words.macs, work, totals.macs, totals.flops_basis),
    figure(words.size, bytes, totals.bytes, totals.parameters_basis),
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
  const { parameters, parameters_min: least, parameters_max: most, flops } = totals;
  const phrase = (label, value, before, text) => {
    if (value === null) return `${label}: ${words.unknown}`;
    return `${label}: ${before && `${before} `}${text}`;
  };
  const counted = most === null ? exact(least ?? parameters) : `${exact(least)} – ${exact(most)}`;
  return [
    phrase(words.parameters, parameters, basisWords(totals, words), counted),
    phrase(words.flops, flops, { partial: words.atLeast, approximate: words.roughly }[totals.flops_basis] ?? '', work(flops)),
  ].join('; ');
}
