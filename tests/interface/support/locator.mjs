// Finds widgets of the accessible mirror by role, name and text, and acts on them, with the names of Playwright's locators. Where
// a browser would have to wait, everything has happened already: an action ends when no frame is due.
import assert from 'node:assert/strict';

import { acts, attributes, kinds } from '../../../web/page/host/mirror_tree.js';

const roleOfTag = { textarea: 'textbox', input: 'textbox' };

/** The role by which a node is found: ARIA's own, or that of its HTML element. */
export function roleOf(node) {
  if (node.kind === 'w') return undefined;
  if (node.bar) return node.bar;
  const { tag, type } = kinds[node.role];
  return type === 'range' ? 'slider' : attributes(node).role ?? roleOfTag[tag];
}

const tidied = (text) => text.replace(/\s+/g, ' ').trim();

/** The text inside a node, as an element of the mirror has it. */
export function textOf(node) {
  if (node.bar) return node.name;
  if (node.kind !== 'i') return node.children.map(textOf).join('');
  const { tag } = kinds[node.role];
  return attributes(node)['aria-label'] || tag === 'input' || tag === 'textarea' ? '' : node.name;
}

const nameOf = (node) => (node.kind === 'w' ? '' : node.name ?? '');

function matches(text, wanted, exact) {
  const seen = tidied(text);
  if (wanted instanceof RegExp) return wanted.test(seen);
  return exact ? seen === tidied(wanted) : seen.toLowerCase().includes(tidied(wanted).toLowerCase());
}

function* below(node) {
  for (const child of node.children ?? []) {
    yield child;
    yield* below(child);
  }
}

/** What a script sees of an element: the part of the DOM that tests ask about. */
class Element {
  #page;

  constructor(page, node) {
    this.#page = page;
    this.node = node;
    for (const [name, value] of Object.entries(attributes(node))) {
      if (name.startsWith('aria-')) this[`aria${name[5].toUpperCase()}${name.slice(6)}`] = value ?? null;
    }
    this.textContent = textOf(node);
  }

  getAttribute(name) {
    return attributes(this.node)[name]?.toString() ?? null;
  }

  hasAttribute(name) {
    return this.getAttribute(name) !== null;
  }

  getBoundingClientRect() {
    const { x, y, width, height } = this.node;
    return { x, y, left: x, top: y, width, height, right: x + width, bottom: y + height };
  }

  /** A click without a pointer, as assistive technology makes it. */
  click() {
    return this.#page.act(this.node, acts.press);
  }
}

export class Locator {
  #page;
  #find;
  #words;

  /** `find(root)` gives the nodes in their order; `words` says what is looked for. */
  constructor(page, find, words) {
    this.#page = page;
    this.#find = find;
    this.#words = words;
  }

  page() {
    return this.#page;
  }

  #refined(refine, words) {
    return new Locator(this.#page, (root) => refine(this.#find(root)), `${this.#words} ${words}`);
  }

  #inside(isWanted, words) {
    return this.#refined((nodes) => nodes.flatMap((node) => [...below(node)].filter(isWanted)), words);
  }

  getByRole(role, { name, exact = false } = {}) {
    const isWanted = (node) => roleOf(node) === role && (name === undefined || matches(nameOf(node), name, exact));
    return this.#inside(isWanted, `${role} ${name ?? ''}`);
  }

  /** Elements without children that have the text. */
  getByText(text, { exact = false } = {}) {
    const isWanted = (node) => node.children.length === 0 && textOf(node) !== '' && matches(textOf(node), text, exact);
    return this.#inside(isWanted, `text ${text}`);
  }

  filter({ hasText }) {
    return this.#refined((nodes) => nodes.filter((node) => matches(textOf(node), hasText, false)), `with ${hasText}`);
  }

  and(other) {
    return this.#refined((nodes) => nodes.filter((node) => other.nodes().includes(node)), 'and another');
  }

  nth(index) {
    return this.#refined((nodes) => [nodes.at(index)].filter(Boolean), `number ${index}`);
  }

  first() {
    return this.nth(0);
  }

  last() {
    return this.nth(-1);
  }

  nodes() {
    return this.#find(this.#page.tree);
  }

  async count() {
    return this.nodes().length;
  }

  /** The one node; fails where there is none after some seconds, or more than one. */
  async node() {
    await this.#page.patiently(() => this.nodes().length > 0);
    const found = this.nodes();
    assert.equal(found.length, 1, `${found.length} of: ${this.#words}; the page has ${found.length > 0 ? '' : this.#page.summary()}`);
    return found[0];
  }

  async waitFor({ state = 'visible' } = {}) {
    const isGone = state === 'detached' || state === 'hidden';
    await this.#page.patiently(() => (this.nodes().length === 0) === isGone);
    assert.equal(this.nodes().length === 0, isGone, `${isGone ? 'still there' : 'never there'}: ${this.#words}; the page has ${this.#page.summary()}`);
  }

  async #element() {
    return new Element(this.#page, await this.node());
  }

  async evaluate(read, argument) {
    const result = await read(await this.#element(), argument);
    await this.#page.settle();
    return result;
  }

  async evaluateAll(read, argument) {
    const result = await read(this.nodes().map((node) => new Element(this.#page, node)), argument);
    await this.#page.settle();
    return result;
  }

  async getAttribute(name) {
    return (await this.#element()).getAttribute(name);
  }

  async textContent() {
    return textOf(await this.node());
  }

  async allTextContents() {
    return this.nodes().map(textOf);
  }

  async inputValue() {
    const node = await this.node();
    return kinds[node.role].type === 'range' ? String(node.now) : node.value;
  }

  async boundingBox() {
    const { x, y, width, height } = await this.node();
    return { x, y, width, height };
  }

  async #middle() {
    return this.#page.middleOf(await this.node(), () => this.node());
  }

  async click(options) {
    const node = await this.node();
    if (node.press) return node.press();
    const { x, y } = await this.#middle();
    return this.#page.mouse.click(x, y, options);
  }

  async hover() {
    const { x, y } = await this.#middle();
    await this.#page.mouse.move(x, y);
  }

  async tap() {
    const { x, y } = await this.#middle();
    await this.#page.tap(x, y);
  }

  async focus() {
    await this.#page.focus(await this.node());
  }

  async press(key) {
    await this.focus();
    await this.#page.keyboard.press(key);
  }

  /** Enters a value by way of the mirror: a text, or the number of a slider. */
  async fill(value) {
    await this.#page.act(await this.node(), acts.enter, value);
  }
}
