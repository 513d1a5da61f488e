// The light view: totals, hyper-parameters and the tree, from the engine alone.
import { Controls } from './controls.js';
import { h, setText } from './dom.js';
import { spokenTotals, Totals } from './totals.js';
import { Tree } from './tree.js';

/** Totals are read aloud once a slider has come to rest. */
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
   * @param {object} handlers  those of Controls, and explain(path, of) as Model.explain()
   * @param {object} language  of languageFor()
   */
  constructor(name, handlers, language) {
    this.#language = language;
    this.#explain = handlers.explain;
    this.#controls = new Controls(handlers, language);
    this.#tree = new Tree(handlers.explain, name, language);
    this.element = h('div', { className: 'table' },
      h('p', { part: 'title', className: 'title', dir: 'auto' }, name),
      this.#totals.element, this.#controls.element, this.#tree.element, this.#spoken);
  }

  /** @param {object} state  what Controls.show() takes, and depth */
  show(report, state) {
    this.#totals.show(report, this.#explain('', 'parameters'), this.#language);
    this.#controls.show(report, state, this.#language);
    this.#tree.show(report, state.depth);
    if (this.#wasShown) this.#announce(spokenTotals(report, this.#language));
    this.#wasShown = true;
  }

  /** Shows a sentence at the hyper-parameter it is about; false where there is no such. */
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
