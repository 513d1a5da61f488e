// Shows sliders and fields for hyper-parameters and the input shape.
import { arrange, h, setAttribute, setText } from './dom.js';
import { nameElement, plainFormula } from './formula.js';
import { exact } from './numbers.js';
import { canSlide, positionOf, rangeOf, slideTo } from './ranges.js';

/** Number of steps of a slider, about one a pixel. */
const steps = 1000;
/** Hyper-parameters beyond this number are folded away. */
const shownAtFirst = 4;

let lastId = 0;

/** A hyper-parameter's control: name, description, field and slider. */
class Control {
  #name;
  #onchange;
  #value;
  #usual;
  #range;
  #isEdited = false;
  #note = h('span', { className: 'note muted' });
  #problem = h('p', { className: 'problem', hidden: true });
  #field;
  #slider;

  constructor(name, onchange) {
    this.#name = name;
    this.#onchange = onchange;
    const id = `control-${++lastId}`;
    const label = h('label', { for: id, id: `${id}-label` }, nameElement(name), h('span', { className: 'hidden' }, name), ' ', this.#note);
    this.#problem.id = `${id}-problem`;
    this.#field = h('input', {
      id, type: 'text', autocomplete: 'off', spellcheck: false, 'aria-describedby': this.#problem.id,
      oninput: () => { this.#isEdited = true; },
      onchange: () => this.#commit(),
      onblur: () => { this.#isEdited = false; },
    });
    label.querySelector('math').setAttribute('aria-hidden', 'true');
    this.#slider = h('input', {
      type: 'range', min: 0, max: steps, step: 1, 'aria-labelledby': label.id, oninput: () => this.#slide(),
    });
    this.element = h('div', { part: 'control', className: 'control' }, label, this.#field, this.#slider, this.#problem);
  }

  /** @param {{formula: string, origin: string, comment: string | null}} definition */
  show(definition, value, usual, isChanged, { words, title }) {
    this.#value = value;
    this.#usual = canSlide(usual) ? usual : value;
    if (!this.#isEdited) this.#field.value = typeof value === 'string' || value === null ? value ?? '' : exact(value);
    this.#slider.hidden = !canSlide(value);
    if (canSlide(value)) {
      this.#range = rangeOf(this.#usual, value);
      const position = positionOf(this.#range, value);
      this.#slider.value = Math.round(position * steps);
      this.#slider.style.setProperty('--at', position);
      setAttribute(this.#slider, 'aria-valuetext', exact(value));
    }
    this.element.classList.toggle('changed', isChanged);
    const isDerived = definition.origin === 'assigned' && !/^\d+$/.test(definition.formula ?? '0');
    this.#note.replaceChildren(...(isDerived ? ['= ', plainFormula(definition.formula, words)] : []),
      isDerived ? '' : definition.comment ? title(definition.comment) : definition.origin === 'assumed' ? words.assumed : '');
    this.blame('');
  }

  /** Shows an error about the value; '' removes it. */
  blame(message) {
    setText(this.#problem, message);
    this.#problem.hidden = message === '';
    setAttribute(this.#field, 'aria-invalid', message === '' ? null : 'true');
  }

  #commit() {
    this.#isEdited = false;
    const text = this.#field.value.trim();
    const value = /^\d[\d,\s]*$/.test(text) ? text.replace(/[,\s]/g, '') : text;
    this.#onchange(this.#name, value === '' || value === String(this.#usual) ? null : value);
  }

  #slide() {
    const wanted = slideTo(this.#range, Number(this.#slider.value) / steps, this.#value, this.#usual);
    this.#onchange(this.#name, wanted === this.#usual ? null : String(wanted));
  }
}

export class Controls {
  #controls = new Map();
  #handlers;
  #list = h('div', { className: 'control-list' });
  #more;
  #folded = h('div', { className: 'control-list' });
  #input;
  #inputNote = h('span', { className: 'note muted' });
  #reset;
  #heading;

  /**
   * @param {object} handlers
   * @param {(name: string, value: string | null) => void} handlers.onset    null resets the model's value
   * @param {(shape: string | null) => void} handlers.oninput
   * @param {() => void} handlers.onreset
   */
  constructor(handlers, { words }) {
    this.#handlers = handlers;
    const id = `control-${++lastId}`;
    this.#input = h('input', {
      id, type: 'text', autocomplete: 'off', spellcheck: false,
      onchange: () => handlers.oninput(this.#input.value.trim() || null),
    });
    this.#reset = h('button', { type: 'button', className: 'reset', onclick: () => this.#startOver() }, words.reset);
    this.#heading = h('p', { className: 'heading', id: `${id}-heading` });
    this.#more = h('details', {}, h('summary', {}), this.#folded);
    this.element = h('div', { part: 'controls', className: 'controls', role: 'group', 'aria-labelledby': this.#heading.id },
      h('div', { className: 'controls-head' }, this.#heading, this.#reset), this.#list, this.#more,
      h('div', { className: 'control input-control' },
        h('label', { for: id }, words.inputShape, ' ', this.#inputNote), this.#input));
  }

  /**
   * @param {Record<string, number | bigint | string | null>} usual  the values without the reader's changes
   * @param {{set: Record<string, string>, input: string | null}} changes  the reader's changes
   */
  show(report, { usual, changes, input, isAssumed }, language) {
    const { words } = language;
    const known = report.definitions.filter(({ name }) => Object.hasOwn(report.variables, name));
    const elements = known.map((definition) => {
      const { name } = definition;
      if (!this.#controls.has(name)) this.#controls.set(name, new Control(name, this.#handlers.onset));
      const control = this.#controls.get(name);
      const own = Object.hasOwn(usual, name) ? usual[name] : report.variables[name];
      control.show(definition, report.variables[name], own, Object.hasOwn(changes.set, name), language);
      return control.element;
    });
    arrange(this.#list, elements.slice(0, shownAtFirst));
    arrange(this.#folded, elements.slice(shownAtFirst));
    setText(this.#heading, elements.length > 0 ? words.hyperParameters : words.input);
    this.#more.hidden = elements.length <= shownAtFirst;
    setText(this.#more.firstElementChild, words.more(exact(Math.max(0, elements.length - shownAtFirst))));
    if (this.#input.getRootNode().activeElement !== this.#input) this.#input.value = input;
    setText(this.#inputNote, isAssumed ? words.assumed : input === '' ? words.unknown : '');
    this.#reset.hidden = Object.keys(changes.set).length === 0 && changes.input === null;
  }

  /** Shows an error at the control of its hyper-parameter; returns false if there is no such control. */
  blame(name, message) {
    this.#controls.get(name)?.blame(message);
    return this.#controls.has(name);
  }

  #startOver() {
    // The button disappears: keep the focus in the group.
    this.element.querySelector('input')?.focus();
    this.#handlers.onreset();
  }
}
