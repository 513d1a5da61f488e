// Shows the module tree as a table by WAI-ARIA's treegrid pattern: one row in the tab order, arrow keys between rows.
import { arrange, h, setAttribute, setText } from './dom.js';
import { details } from './details.js';
import { exact, percent, work } from './numbers.js';
import { firstDepth, outline, shareOf } from './rows.js';
import { shape } from './totals.js';

/** The number of children shown at first, and added by each "show more". */
const slice = 100;

/** A table row, which exists as long as its module is shown. */
class Row {
  #name = h('code', { part: 'name', className: 'name' });
  #repeat = h('span', { className: 'muted' });
  #type = h('span', { part: 'type', className: 'type' });
  #mark = h('span', { className: 'mark', hidden: true });
  #output = h('td', { role: 'gridcell', className: 'output' });
  #parameters = h('td', { role: 'gridcell', className: 'parameters' });
  #percent = h('span', { className: 'percent' });
  #bar = h('span', { part: 'bar', className: 'bar' });
  #flops = h('td', { role: 'gridcell', className: 'flops' });
  #details = h('td', { role: 'gridcell', part: 'details', className: 'details', hidden: true });

  constructor() {
    this.#name.dir = 'auto';
    this.element = h('tr', { role: 'row', part: 'row', className: 'row', tabIndex: -1 },
      h('td', { role: 'rowheader', className: 'module' },
        h('span', { className: 'twisty', 'aria-hidden': 'true' }),
        h('span', { className: 'label' }, this.#name, ' ', this.#repeat, this.#type, ' ', this.#mark)),
      this.#output, this.#parameters,
      h('td', { role: 'gridcell', className: 'share' }, h('span', { className: 'track', 'aria-hidden': 'true' }, this.#bar), this.#percent),
      this.#flops, this.#details);
  }

  show(entry, total, words) {
    const { node, parent } = entry;
    this.entry = entry;
    const { element } = this;
    element.style.setProperty('--level', node.depth);
    setAttribute(element, 'aria-level', node.depth + 1);
    setAttribute(element, 'aria-posinset', entry.position);
    setAttribute(element, 'aria-setsize', parent ? parent.children.length : 1);
    element.classList.toggle('zero', node.status === 'zero');
    setText(this.#repeat, node.repeat === 1 ? '' : `${exact(node.repeat)}\u00a0×\u00a0`);
    setText(this.#name, node.name);
    setText(this.#type, node.type);
    this.#mark.hidden = node.status !== 'unknown';
    setText(this.#mark, node.status === 'unknown' ? words.unknown : '');
    setText(this.#output, node.output ? shape(node.output) : '');
    const tied = tiedTo(node);
    setText(this.#parameters, tied === '' ? exact(node.parameters, node.parameters_basis) : words.tiedTo(tied));
    this.#parameters.classList.toggle('tied', tied !== '');
    setText(this.#flops, work(node.flops, node.flops_basis));
    const share = shareOf(node, total);
    setText(this.#percent, percent(share));
    this.#bar.style.inlineSize = `${Math.min(share, 1) * 100}%`;
    this.#bar.hidden = share === 0;
  }

  setOpen(isOpen) {
    setAttribute(this.element, 'aria-expanded', this.entry.children.length > 0 ? isOpen : null);
  }

  /** @param {HTMLElement | null} content  the details of the selected row */
  choose(content) {
    setAttribute(this.element, 'aria-selected', content !== null);
    this.#details.hidden = content === null;
    this.#details.replaceChildren(...(content ? [content] : []));
  }
}

/** The module whose tensors are all that a module without parameters of its own has: "wte"; '' for any other module. */
function tiedTo({ parameters, tensors }) {
  const sources = new Set(tensors.map(({ tied_to: source }) => source?.split('.').at(-2) ?? ''));
  return Number(parameters) === 0 && sources.size === 1 ? [...sources][0] : '';
}

export class Tree {
  #rows = new Map();
  #byElement = new WeakMap();
  #visible = [];
  #entries = [];
  /** Modules opened (true) and closed (false) by the reader, by path. */
  #byHand = new Map();
  /** The number of children shown, by path, if it is more than a slice. */
  #shown = new Map();
  #depth = 0;
  #chosen = null;
  /** The row in the tab order. */
  #current;
  #report;
  #language;
  #explain;
  #onrelease;
  #body = h('tbody', { role: 'rowgroup' });

  /**
   * @param {object} handlers
   * @param {(path: string, of: string) => object} handlers.explain  a function like Model.explain()
   * @param {() => void} handlers.onrelease  shows the report again after the engine has lost the model
   */
  constructor({ explain, onrelease }, name, language) {
    const { words } = language;
    this.#explain = explain;
    this.#onrelease = onrelease;
    this.#language = language;
    const heads = {
      module: words.module, output: words.output, parameters: words.parameters, share: words.share, flops: words.flops,
    };
    this.element = h('table', { role: 'treegrid', part: 'tree', className: 'tree', 'aria-label': words.modules(name) },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row', className: 'row heads' },
        Object.entries(heads).map(([className, text]) => h('th', { role: 'columnheader', className, scope: 'col' }, text)))),
      this.#body);
    this.#body.addEventListener('keydown', (event) => this.#attempt(() => this.#press(event)));
    this.#body.addEventListener('click', (event) => this.#attempt(() => this.#click(event)));
    this.#body.addEventListener('focusin', (event) => this.#makeCurrent(event.target.closest('tr')));
  }

  /** @param {number | undefined} depth  the number of levels below the root that are open at first */
  show(report, depth) {
    this.#report = report;
    this.#entries = outline(report.nodes);
    this.#depth = firstDepth(report.nodes, depth);
    const paths = new Set(report.nodes.map(({ path }) => path));
    for (const path of this.#rows.keys()) if (!paths.has(path)) this.#rows.delete(path);
    if (!paths.has(this.#chosen)) this.#chosen = null;
    this.#arrange();
  }

  // ---- visible rows

  #isOpen({ node, children }) {
    return children.length > 0 && (this.#byHand.get(node.path) ?? node.depth < this.#depth);
  }

  #arrange() {
    const elements = [];
    const add = (entry) => {
      elements.push(this.#rowFor(entry).element);
      if (!this.#isOpen(entry)) return;
      const count = this.#shown.get(entry.node.path) ?? slice;
      entry.children.slice(0, count).forEach(add);
      if (entry.children.length > count) elements.push(this.#moreRow(entry, count));
    };
    this.#entries.slice(0, 1).forEach(add);
    const hadFocus = this.#body.contains(this.#focused());
    arrange(this.#body, elements);
    this.#visible = elements;
    this.#makeCurrent(elements.includes(this.#current) ? this.#current : elements[0]);
    if (hadFocus && !this.#body.contains(this.#focused())) this.#current?.focus();
  }

  #rowFor(entry) {
    const { path } = entry.node;
    let row = this.#rows.get(path);
    if (!row) {
      row = new Row();
      this.#rows.set(path, row);
      this.#byElement.set(row.element, row);
    }
    row.show(entry, this.#report.totals.parameters, this.#language.words);
    row.setOpen(this.#isOpen(entry));
    row.choose(path === this.#chosen ? details(entry, this.#report, this.#explain, this.#language) : null);
    return row;
  }

  /** Makes the row that shows more children. */
  #moreRow(entry, count) {
    const { words } = this.#language;
    const rest = entry.children.length - count;
    const next = Math.min(slice, rest);
    const element = h('tr', { role: 'row', className: 'row more', 'aria-level': entry.node.depth + 2, tabIndex: -1 },
      h('td', { role: 'gridcell' }, words.moreRows(exact(next), exact(rest))));
    element.style.setProperty('--level', entry.node.depth + 1);
    this.#byElement.set(element, {
      more: () => {
        this.#shown.set(entry.node.path, count + next);
        this.#arrange();
        this.#rows.get(entry.children[count].node.path).element.focus();
      },
    });
    return element;
  }

  // ---- keys and clicks

  #attempt(action) {
    try {
      action();
    } catch (error) {
      if (error.code !== 'released') throw error;
      this.#onrelease();
    }
  }

  #focused() {
    return this.element.getRootNode().activeElement ?? null;
  }

  #makeCurrent(element) {
    if (this.#current && this.#current !== element) this.#current.tabIndex = -1;
    this.#current = element;
    if (element) element.tabIndex = 0;
  }

  #open(row, isOpen) {
    this.#byHand.set(row.entry.node.path, isOpen);
    this.#arrange();
  }

  #choose(row) {
    if (row.more) return row.more();
    const { path } = row.entry.node;
    this.#chosen = this.#chosen === path ? null : path;
    return this.#arrange();
  }

  #click({ target }) {
    const element = target.closest('tr');
    const row = this.#byElement.get(element);
    if (!row || target.closest('.details')) return;
    if (target.closest('.twisty') && row.entry.children.length > 0) this.#open(row, !this.#isOpen(row.entry));
    else this.#choose(row);
  }

  #press(event) {
    const row = this.#byElement.get(event.target);
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = {
      ArrowDown: () => this.#goTo(this.#index(event.target) + 1),
      ArrowUp: () => this.#goTo(this.#index(event.target) - 1),
      Home: () => this.#goTo(0),
      End: () => this.#goTo(this.#visible.length - 1),
      ArrowRight: () => this.#goIn(row),
      ArrowLeft: () => this.#goOut(row, event.target),
      Enter: () => this.#choose(row),
      ' ': () => this.#choose(row),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #index(element) {
    return this.#visible.indexOf(element);
  }

  #goTo(index) {
    this.#visible[Math.min(Math.max(index, 0), this.#visible.length - 1)]?.focus();
  }

  /** Opens a closed module; moves from an open one to its first child. */
  #goIn(row) {
    if (!row.entry?.children.length) return;
    if (this.#isOpen(row.entry)) this.#goTo(this.#index(row.element) + 1);
    else this.#open(row, true);
  }

  /** Closes an open module; moves from a closed one to its parent. */
  #goOut(row, element) {
    if (row.entry && this.#isOpen(row.entry)) return this.#open(row, false);
    const level = Number(element.ariaLevel);
    const above = this.#visible.slice(0, this.#index(element));
    return above.findLast((other) => Number(other.ariaLevel) < level)?.focus();
  }
}
