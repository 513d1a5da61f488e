// Keys as a browser sends them to the page (web/page/host/input.js).
import { acts, attributes, keysOf, kinds } from '../../../web/page/host/mirror_tree.js';

const bits = { Control: 1, Shift: 2, Alt: 4, Meta: 8 };

/** Frames during which a key is down: enough for ImGui to see it, too few for it to repeat. */
const framesOfPress = 3;

/** The DOM's `code` of a key. */
function codeOf(key) {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  const named = { ' ': 'Space', '-': 'Minus', '=': 'Equal', '+': 'Equal', '/': 'Slash', '?': 'Slash', '.': 'Period', ',': 'Comma', Control: 'ControlLeft', Shift: 'ShiftLeft', Alt: 'AltLeft', Meta: 'MetaLeft' };
  return named[key] ?? key;
}

/** True for an input or a text area of the mirror: the browser edits its text. */
const isField = (node) => node && (kinds[node.role].type === 'text' || kinds[node.role].tag === 'textarea');

export class Keyboard {
  #page;
  #held = new Set();  // modifiers
  #isAllSelected = false;  // of a field of the mirror

  constructor(page) {
    this.#page = page;
  }

  get modifiers() {
    return [...this.#held].reduce((sum, name) => sum | bits[name], 0);
  }

  async down(key) {
    if (bits[key]) this.#held.add(key);
    await this.#send(true, key);
  }

  async up(key) {
    this.#held.delete(key);
    await this.#send(false, key);
  }

  /** Resolves to true when the program keeps the key from the browser. */
  async #send(isDown, key) {
    const domKey = key === 'Space' ? ' ' : key;
    this.#page.program.send(`${codeOf(domKey)}\n${domKey}`);
    const { result } = await this.#page.program.call('key', isDown ? 1 : 0, this.modifiers);
    return result;
  }

  /** Presses a chord, "ControlOrMeta+Shift+z"; resolves to true if the program kept it from the browser. */
  async press(chord) {
    const parts = chord.replace(/\+\+$/, '+plus').split('+');
    const key = parts.pop().replace('plus', '+');
    const modifiers = parts.map((name) => (name === 'ControlOrMeta' ? 'Control' : name));
    for (const name of modifiers) await this.down(name);
    const isTaken = await this.#pressKey(key);
    for (const name of modifiers.reverse()) await this.up(name);
    await this.#page.settle();
    return isTaken;
  }

  async #pressKey(key) {
    const { focused } = this.#page;
    const value = this.#entered(focused, key);
    if (value !== undefined) return this.#page.act(focused, acts.enter, value);
    if ((focused || this.#page.isLeft) && key === 'Tab') return this.#page.moveFocus(this.#held.has('Shift') ? -1 : 1);
    if (isField(focused)) return this.#editField(focused, key);
    const isTaken = await this.#send(true, key);
    await this.#page.paint(framesOfPress);
    if (!isTaken) await this.#leave(key);
    await this.#send(false, key);
    await this.#page.settle();
    return isTaken;
  }

  /** The value that a key enters into a slider or splitter; undefined for other keys and widgets. */
  #entered(node, key) {
    if (!node || this.modifiers !== 0) return undefined;
    const entered = keysOf[kinds[node.role].type ?? attributes(node).role]?.[key];
    return entered && String(attributes(node)[entered] ?? entered);
  }

  /** Edits a field of the mirror as a browser does, with the caret at its end or everything selected. */
  async #editField(node, key) {
    if (this.modifiers === bits.Control && key === 'a') {
      this.#isAllSelected = true;
      return undefined;
    }
    if (key === 'Escape') return this.#page.blur();
    const kept = this.#isAllSelected ? '' : node.value;
    this.#isAllSelected = false;
    if (key === 'Backspace') return this.#page.act(node, acts.enter, kept.slice(0, -1));
    return [...key].length === 1 ? this.#page.act(node, acts.enter, kept + key) : undefined;
  }

  /** What the browser does with a key that the program leaves to it. */
  async #leave(key) {
    const isShortcut = this.#held.has('Control') || this.#held.has('Meta');
    if (isShortcut && key.toLowerCase() === 'v') return this.#page.paste(this.#page.host.clipboard.text);
    if (key === 'Tab') return this.#page.moveFocus(this.#held.has('Shift') ? -1 : 1);
    if ([...key].length === 1 && !isShortcut) return this.#page.enterText(key);
    return undefined;
  }

  async type(text) {
    for (const character of text) await this.press(character === '\n' ? 'Enter' : character);
  }
}
