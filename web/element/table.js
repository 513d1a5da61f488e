// The table view: totals, hyper-parameters and the module tree, without the full interface.
import { Controls } from './controls.js';
import { h, setText } from './dom.js';
import { spokenTotals, titleRow, Totals } from './totals.js';
import { Tree } from './tree.js';

/** The delay before a screen reader announces the totals, in milliseconds, so that a slider comes to rest. */
const restingTime = 700;

export class Table {
  #totals = new Totals();
  #controls;
  #tree;
  #spoken = h('p', { className: 'hidden', role: 'status' });
  #explain;
  #language;
  #timer;
  #wasShown = false;

  /**
   * @param {string} name  the model's title
   * @param {object} handlers  the handlers of Controls and of Tree
   * @param {object} language  result of languageFor()
   * @param {Element | null} opener  the button that shows the compact view instead
   */
  constructor(name, handlers, language, opener) {
    this.#language = language;
    this.#explain = handlers.explain;
    this.#controls = new Controls(handlers, language);
    this.#tree = new Tree(handlers, name, language);
    this.element = h('div', { className: 'table' },
      titleRow(name, opener),
      this.#totals.element, this.#controls.element, this.#tree.element, this.#spoken);
  }

  /** @param {object} state  the argument of Controls.show(), and depth */
  show(report, state) {
    this.#totals.show(report, this.#explain('', 'parameters'), this.#language.words);
    this.#controls.show(report, state, this.#language);
    this.#tree.show(report, state.depth);
    if (this.#wasShown) this.#announce(spokenTotals(report, this.#language.words));
    this.#wasShown = true;
  }

  /** Shows an error at the control of its hyper-parameter; returns false if there is no such control. */
  blame(name, message) {
    return this.#controls.blame(name, message);
  }

  remove() {
    clearTimeout(this.#timer);
    this.element.remove();
  }

  #announce(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => setText(this.#spoken, text), restingTime);
  }
}
