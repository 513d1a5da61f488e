// A model as an article shows it: a title, and below it the parts that are wanted, in their order.
import { Controls } from './controls.js';
import { h, setText } from './dom.js';
import { derivation, formula, isConstant, symbols } from './formula.js';
import { Figures, Headline, spokenTotals } from './totals.js';
import { groupsOf, isNumber } from './shown.js';
import { Tree } from './tree.js';

/** The delay before a screen reader announces the totals, in milliseconds, so that a slider comes to rest. */
const restingTime = 700;

/** The formula of all parameters: with its numbers beside a table that the page asks for, else alone, with what its symbols stand for. */
class TotalFormula {
  element = h('div', { className: 'totals', part: 'totals' });
  #isFull;

  constructor(isFull) {
    this.#isFull = isFull;
  }

  show(report, { explain, words }) {
    const explanation = explain('', 'parameters');
    const { total, named } = explanation;
    this.element.hidden = isConstant(total);
    if (isConstant(total)) return;
    this.element.replaceChildren(...(this.#isFull ? [derivation(explanation, words)] : [formula(named.formula, words), symbols(named)]));
  }
}

/** The fields and sliders of the hyper-parameters, and the modules. */
class Modules {
  constructor(handlers, name, language) {
    this.controls = new Controls(handlers, language);
    this.tree = new Tree(handlers, name, language);
    this.element = h('div', { className: 'table' }, this.controls.element, this.tree.element);
  }

  show(report, { state, language }) {
    this.controls.show(report, state, language);
    this.tree.show(report, state.depth);
  }
}

export class View {
  #parts;
  #modules;
  #spoken = h('p', { className: 'hidden', role: 'status' });
  #language;
  #explain;
  #timer;
  #wasShown = false;

  /**
   * @param {string} name  the model's title
   * @param {string[]} shown  parts of shown.js
   * @param {object} handlers  those of Controls and of Tree; `picture()` makes the picture, `source()` the link to the calculator
   * @param {object} language  result of languageFor()
   * @param {{opener: Element | null, isAsked: boolean}} options  the button that opens or closes the table; whether the page has named the parts
   */
  constructor(name, shown, handlers, language, { opener, isAsked }) {
    this.#language = language;
    this.#explain = handlers.explain;
    const isFull = shown.includes('table') && opener === null;
    this.#parts = groupsOf(shown).map((group, index) => this.#make(group, { isFirst: index === 0, isAsked, isFull, handlers, name })).filter(Boolean);
    this.element = h('div', { className: 'view' },
      h('div', { className: 'title-row' }, h('p', { part: 'title', className: 'title', dir: 'auto' }, name), opener),
      this.#parts.map(({ element }) => element), this.#spoken);
  }

  #make([part, ...others], { isFirst, isAsked, isFull, handlers, name }) {
    if (isNumber(part)) return isFirst ? new Headline(part, isAsked) : new Figures([part, ...others], isAsked);
    if (part === 'formula') return new TotalFormula(isFull);
    if (part === 'picture') return handlers.picture();
    if (part === 'source') return handlers.source();
    this.#modules = new Modules(handlers, name, this.#language);
    return this.#modules;
  }

  /** @param {object} state  the argument of Controls.show(), and depth */
  show(report, state) {
    const { words } = this.#language;
    const context = { state, words, language: this.#language, explain: this.#explain };
    for (const part of this.#parts) part.show(report, context);
    if (this.#wasShown && this.#modules) this.#announce(spokenTotals(report, words));
    this.#wasShown = true;
  }

  /** Shows an error at the control of its hyper-parameter; returns false if there is no such control. */
  blame(name, message) {
    return this.#modules?.controls.blame(name, message) ?? false;
  }

  remove() {
    clearTimeout(this.#timer);
    for (const part of this.#parts) part.remove?.();
    this.element.remove();
  }

  #announce(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => setText(this.#spoken, text), restingTime);
  }
}
