// Shows the totals: one number in full, and the others beside each other.
import { h } from './dom.js';
import { bytes, exact, short, work } from './numbers.js';

/** The number of a part, of parameters in full, and the words around it. */
export class Headline {
  element;
  #part;
  #isAsked;

  /**
   * @param {string} part  of shown.js
   * @param {boolean} isAsked  whether the page has named it: then it is also shown where it is unknown
   */
  constructor(part, isAsked) {
    this.#part = part;
    this.#isAsked = isAsked;
    this.element = h('p', { className: 'headline', part: 'totals' });
  }

  show(report, { words }) {
    const content = this.#part === 'parameters' ? parametersInFull(report, words) : this.#figure(report, words);
    this.element.hidden = content.length === 0;
    this.element.replaceChildren(...content);
  }

  #figure(report, words) {
    const [figure] = figuresOf(this.#part, report, words, this.#isAsked);
    return figure ? [h('strong', { part: 'total', className: 'total', title: figure.title }, figure.value), h('span', {}, ` ${figure.label}`)] : [];
  }
}

function parametersInFull({ totals }, words) {
  const { parameters_basis: basis, parameters_min: least, parameters_max: most } = totals;
  const parameters = least ?? totals.parameters;
  const shortText = most === null ? short(parameters, basis) : '';
  const before = basisWords(totals, words);
  return [
    before && h('span', { className: 'muted' }, `${before} `),
    h('strong', { part: 'total', className: 'total' }, most === null ? exact(parameters) : `${exact(least)} – ${exact(most)}`),
    h('span', {}, ` ${words.parametersUnit}`),
    basis === 'printed' && h('span', { className: 'muted', title: words.whyAsPrinted }, ` ${words.asPrinted}`),
    shortText && shortText !== exact(parameters, basis) && h('span', { className: 'muted short' }, shortText),
  ].filter(Boolean);
}

/** Numbers with a label each. */
export class Figures {
  element = h('dl', { className: 'figures', part: 'totals' });
  #parts;
  #isAsked;

  constructor(parts, isAsked) {
    this.#parts = parts;
    this.#isAsked = isAsked;
  }

  show(report, { words }) {
    const figures = this.#parts.flatMap((part) => figuresOf(part, report, words, this.#isAsked));
    this.element.hidden = figures.length === 0;
    this.element.replaceChildren(...figures.map(({ label, value, title }) => h('div', { title }, h('dt', {}, label), h('dd', {}, value))));
  }
}

/** Returns the words before the number of parameters: "at least", "about", or ''. */
function basisWords({ parameters_basis: basis }, words) {
  if (basis === 'approximate') return words.roughly;
  return basis === 'partial' ? words.atLeast : '';
}

/** The figures of a part: [{label, value, title}], the title in full. Work is left out where there is no input to know it by, unless it is asked for. */
function figuresOf(part, { totals, inputs }, words, isAsked) {
  const figure = (label, write, value, basis) => ({ label, value: write(value, basis), title: exact(value, basis) });
  const worked = (label, name) => {
    if (totals[name] === null && inputs.length === 0 && !isAsked) return [];
    return [{ label, value: workOf(totals, name, work), title: workOf(totals, name, exact) }];
  };
  const isSplit = Number(totals.frozen ?? 0) !== 0;
  switch (part) {
    case 'parameters':
      return [figure(words.parameters, short, totals.parameters, totals.parameters_basis)];
    case 'flops':
      return worked(words.flops, 'flops');
    case 'macs':
      return worked(words.macs, 'macs');
    case 'memory':
      return [figure(words.size, bytes, totals.bytes, totals.parameters_basis)];
    default:
      return [
        isSplit && figure(words.trainable, short, totals.trainable),
        isSplit && figure(words.frozen, short, totals.frozen),
        Number(totals.buffers ?? 0) !== 0 && figure(words.buffers, short, totals.buffers),
        inputs.length > 0 && { label: words.input, value: inputs.map(shape).join('; '), title: '' },
      ].filter(Boolean);
  }
}

/** Writes MACs or FLOPs: their ends where they are known and differ as they are written, else the number with the sign of its basis. */
function workOf(totals, name, write) {
  const [least, most] = [totals[`${name}_min`], totals[`${name}_max`]].map((end) => (end === null ? '' : write(end)));
  return least === most ? write(totals[name], totals.flops_basis) : `${least} – ${most}`;
}

/** Writes a shape such as 1×3×224×224. */
export function shape(sizes) {
  return sizes.map((size) => size ?? '?').join('×');
}

/** Writes the totals as one sentence for screen readers. */
export function spokenTotals({ totals }, words) {
  const { parameters, parameters_min: least, parameters_max: most, flops, flops_max: mostWork } = totals;
  const phrase = (label, value, before, text) => {
    if (value === null) return `${label}: ${words.unknown}`;
    return `${label}: ${before && `${before} `}${text}`;
  };
  const counted = most === null ? exact(least ?? parameters) : `${exact(least)} – ${exact(most)}`;
  const beforeWork = mostWork === null ? { partial: words.atLeast, approximate: words.roughly }[totals.flops_basis] ?? '' : '';
  return [
    phrase(words.parameters, parameters, basisWords(totals, words), counted),
    phrase(words.flops, flops, beforeWork, mostWork === null ? work(flops) : workOf(totals, 'flops', work)),
  ].join('; ');
}
