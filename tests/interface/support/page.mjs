// A page without a browser: the interface, its accessible mirror, a mouse, fingers, a keyboard and a clock that stands still
// unless it is told to move.
import assert from 'node:assert/strict';

import { acts, attributes, cursorOf, kinds, parse, roving, tabStopOf, usedOf } from '../../../web/page/host/mirror_tree.js';
import { Host } from './host.mjs';
import { Keyboard } from './keyboard.mjs';
import { Locator, roleOf, textOf } from './locator.mjs';
import { Mouse } from './mouse.mjs';
import { Program } from './program.mjs';

/** Frames after which a page that still wants to paint is not at rest. */
const mostFrames = 2000;
/** Frames in which ImGui takes a typed character. */
const framesOfText = 2;
/** Frames of a page with a button or key held: the mirror shows at least the last but few. */
const framesHeld = 10;
/** Seconds that tests wait for something by the page's clock. */
const patience = 6;
const step = 0.1;

function* below(node) {
  for (const child of node.children ?? []) {
    yield child;
    yield* below(child);
  }
}

export class Page {
  program = new Program();
  host;
  mouse = new Mouse(this);
  keyboard = new Keyboard(this);

  /** The tree of the mirror (web/page/host/mirror_tree.js), with the message bar and what is announced. */
  tree = { children: [] };
  /** True while the focus is outside the page. */
  isLeft = false;
  frames = 0;
  state;
  report;
  caret = { x: 0, y: 0, height: 0 };

  #options;
  #focusKey;     // of the widget of the mirror with the focus; undefined: the page's text field has it
  #focusAsked;   // the widget that the program has yet to focus, as the mirror of a browser waits for it
  #longValue = '';

  /** `options`: viewport, deviceScaleFactor, colorScheme, locale, embedded, memory and `state` to begin with, and `workers` (Host). */
  constructor(options) {
    this.#options = options;
    this.host = new Host(this.program, options.workers);
  }

  async start() {
    const { viewport: { width, height }, deviceScaleFactor = 1, colorScheme, locale, embedded, memory = new Map(), state } = this.#options;
    const set = (name, text) => this.program.ask({ do: 'set', name, text });
    if (colorScheme === 'dark') set('dark', 'yes');
    if (embedded) set('embedded', 'yes');
    for (const [name, value] of memory) set(`remembered:${name}`, value);
    this.host.memory = new Map(memory);
    this.program.ask({ do: 'size', numbers: [width, height, deviceScaleFactor] });
    this.viewport = { width, height };
    await this.host.speak(memory.get('language') ?? (/^zh/.test(locale ?? '') ? 'zh-CN' : 'en'));
    if (state) this.#sendState(state);
    await this.#take(this.program.ask({ do: 'start' }));
    this.program.call('focus', 1);
    await this.settle();
  }

  async close() {
    this.host.stop();
    await this.program.close();
  }

  #sendState(fields) {
    for (const [name, value] of fields) this.host.sendField(name, value);
    this.program.call('state_arrived');
  }

  /** Shows another state, as a link in the address bar does. */
  async show(fields) {
    this.#sendState(fields);
    await this.settle();
  }

  /** Begins anew as a reloaded page does: with what was remembered, and the state that was last saved if a person changed it. */
  async reload() {
    const { memory, changes } = this.host;
    const state = changes.some((kind) => kind !== 'shown') ? this.host.state : undefined;
    await this.close();
    this.#options = { ...this.#options, memory, state, viewport: this.viewport };
    this.program = new Program();
    this.host = new Host(this.program, this.#options.workers);
    this.#focusKey = undefined;
    await this.start();
  }

  async setViewportSize({ width, height }) {
    this.viewport = { width, height };
    this.program.ask({ do: 'size', numbers: [width, height, this.#options.deviceScaleFactor ?? 1] });
    await this.settle();
  }

  viewportSize() {
    return this.viewport;
  }

  /** Handles what the program called during a command. */
  async #take(asked) {
    const answer = await asked;
    this.frames += answer.frames;
    for (const [name, ...args] of answer.events) {
      if (name === 'mirror') this.#mirror = args[0];
      else if (name === 'state') this.state = JSON.parse(args[0]);
      else if (name === 'report') this.report = JSON.parse(args[0]);
      else if (name === 'printed') [this.#printed] = args;
      else if (name === 'caret') [this.caret.x, this.caret.y, this.caret.height] = args.map(Number);
      else this.host.events[name]?.(...args);
    }
    return answer;
  }

  #mirror = '';
  #printed;

  /** What the program prints in place of the page, HTML. */
  async printed() {
    await this.#take(this.program.call('print'));
    return this.#printed;
  }

  /** Paints at most so many of the frames that are due; resolves to true when none is left. */
  async paint(most) {
    const { result } = await this.#take(this.program.ask({ do: 'settle', numbers: [most] }));
    return result;
  }

  /** Paints some frames while a button or key is held: some are always due. */
  async paintHeld() {
    await this.paint(framesHeld);
    this.#read();
  }

  /** Paints until no frame is due and nothing is being read. */
  async settle() {
    if (this.mouse.isDown) return this.paintHeld();
    let isAtRest = false;
    while (!isAtRest) {
      assert.ok(await this.paint(mostFrames), `the page paints more than ${mostFrames} frames in a row`);
      isAtRest = this.host.isIdle && await this.#hasNothingLeft();
      if (!this.host.isIdle) await new Promise(setImmediate);
    }
    return this.#read();
  }

  /** Waits for what commands without an answer have caused: true if no frame came of it. */
  async #hasNothingLeft() {
    await new Promise(setImmediate);
    const { frames } = await this.#take(this.program.ask({ do: 'settle', numbers: [mostFrames] }));
    return frames === 0 && this.host.isIdle;
  }

  /** Lets seconds pass by the page's clock. */
  async pass(seconds) {
    await this.#take(this.program.ask({ do: 'pass', numbers: [seconds] }));
    await this.settle();
  }

  /** Lets time pass until nothing has been painted for as long as ImGui waits to show a tooltip. */
  async rest() {
    let before;
    do {
      before = this.frames;
      await this.pass(0.8);
    } while (this.frames !== before);
  }

  /** Lets time pass until `isReached()`, for some seconds. */
  async patiently(isReached) {
    for (let seconds = 0; !await isReached() && seconds < patience; seconds += step) await this.pass(step);
  }

  /** Reads the mirror of the last frame, and lets the focus follow the program's. */
  #read() {
    const root = parse(this.#mirror);
    const nodes = [...below(root)];
    for (const node of nodes) this.#keepLongValue(node);
    this.tree = { ...root, children: [...root.children, ...this.#bars()] };
    this.nodes = nodes;
    if (this.#focusKey && !nodes.some(({ key }) => key === this.#focusKey)) this.#focusKey = undefined;
    const cursor = cursorOf(nodes);
    if (this.isLeft) return;
    if (this.#focusAsked && cursor?.key !== this.#focusAsked) return;
    this.#focusAsked = undefined;
    if (cursor && usedOf(nodes)?.key !== cursor.key) this.#focusKey = cursor.key;
  }

  #keepLongValue(node) {
    if (node.value === '\x1a') node.value = this.#longValue;
    else if (node.value?.length > 1000) this.#longValue = node.value;
  }

  /** The message at the foot of the page and the live region, as nodes. */
  #bars() {
    const bar = (role, name, more = {}) => ({ kind: 'i', bar: role, role: 1, name, children: [], ...more });
    const { message, announced } = this.host;
    const bars = announced ? [bar('status', announced)] : [];
    if (!message) return bars;
    const close = bar('button', 'Close', { press: () => this.#dismiss() });
    return [...bars, bar(message.role, message.text), close];
  }

  async #dismiss() {
    this.host.message = undefined;
    await this.settle();
  }

  get focused() {
    return this.nodes.find(({ key }) => key === this.#focusKey);
  }

  /** The widget with the focus, as "role name"; "" for none. */
  focusedName() {
    return this.focused ? describe(this.focused) : '';
  }

  /** Widgets of these roles, in the order of the document: { node, name, isStop }; `isStop`: keys can reach it. */
  widgets(roles) {
    return this.nodes.filter((node) => roles.includes(roleOf(node))).map(asWidget);
  }

  /** The key of the element around the widget with the focus. */
  groupOfFocus() {
    return this.#parentOf(this.focused)?.key;
  }

  /** The widgets directly inside an element. */
  widgetsIn(key) {
    const group = key === '' ? this.tree : this.nodes.find((node) => node.key === key);
    return (group?.children ?? []).filter(({ kind }) => kind !== 'w').map(asWidget);
  }

  #parentOf(wanted) {
    return wanted && [this.tree, ...this.nodes].find(({ children }) => children.includes(wanted));
  }

  /** The widgets that Tab reaches, in the order of the document. */
  #tabStops() {
    const isStop = (node, parent) => (roving.has(kinds[node.role].role) ? tabStopOf(parent) === node : isReached(node));
    const stops = (parent) => parent.children.flatMap((node) => [...(node.kind !== 'w' && !node.bar && isStop(node, parent) ? [node] : []), ...stops(node)]);
    return stops(this.tree);
  }

  /** Moves the focus to the next or the previous stop; past the last one it leaves the page. */
  async moveFocus(by) {
    const stops = this.#tabStops();
    const at = stops.findIndex(({ key }) => key === this.#focusKey);
    const next = stops[at < 0 && by < 0 ? stops.length - 1 : at + by];
    if (next) return this.focus(next);
    this.blur();
    this.isLeft = true;
    this.program.call('focus', 0);
    return this.settle();
  }

  async focus(node) {
    this.#focusKey = node.key;
    this.#focusAsked = node.key;
    this.#enter();
    await this.act(node, acts.focus);
  }

  /** Comes back to a page that the focus has left. */
  #enter() {
    if (this.isLeft) this.program.call('focus', 1);
    this.isLeft = false;
  }

  /** Lets the pointer's press give the page's text field the focus. */
  blur() {
    this.#focusKey = undefined;
    this.#focusAsked = undefined;
    this.#enter();
  }

  /** Performs an action on a widget through the mirror. */
  async act(node, kind, text = '') {
    this.program.send(String(text));
    this.program.call('act', node.id, kind);
    await this.settle();
  }

  /** Lets the program have a text that was typed. */
  async enterText(text) {
    this.program.send(text);
    this.program.call('text');
    await this.paint(framesOfText);
  }

  /** Types a text at once, as an input method does. */
  async type(text) {
    await this.enterText(text);
    await this.settle();
  }

  /** Pastes a text as the browser's paste event does. */
  async paste(text) {
    await this.host.opening.text(text);
    await this.settle();
  }

  /** Drops files, a name with a text or bytes each. */
  async drop(...files) {
    await this.host.files.read(files.map(([name, contents]) => new File([contents], name)));
    await this.settle();
  }

  /** What a finger does: "down", "move", "up" or "leave"; a frame follows, as on a phone that keeps up. */
  async finger(what, x, y, id = 0) {
    this.program.call('finger', ['move', 'down', 'up', 'leave'].indexOf(what), id, x, y);
    await this.paint(1);
    this.#read();
  }

  async tap(x, y) {
    await this.finger('down', x, y);
    await this.finger('up', x, y);
    await this.settle();
  }

  /** The middle of a widget, which is scrolled into view first. `again()` finds it after that. */
  async middleOf(node, again) {
    let found = node;
    for (const { id } of this.#windowsAround(node)) {
      const window = this.nodes.find((each) => each.kind === 'w' && each.id === id);
      const [x, y] = scrollTo(window, found);
      if (x === window.scrollX && y === window.scrollY) continue;
      this.program.call('scroll', id, x, y);
      await this.settle();
      found = await again();
    }
    return { x: found.x + found.width / 2, y: found.y + found.height / 2 };
  }

  /** The windows around a node that scroll, the outermost first. */
  #windowsAround(node) {
    const path = (parent) => parent.children.flatMap((child) => {
      if (child.key === node.key) return [[]];
      return path(child).map((rest) => (child.kind === 'w' ? [child, ...rest] : rest));
    });
    return path({ children: this.tree.children.filter(({ bar }) => !bar) })[0] ?? [];
  }

  /** What there is, for messages of failed tests. */
  summary() {
    const named = this.nodes.filter(({ kind, name }) => kind !== 'w' && name).map((node) => `${attributes(node).role ?? kinds[node.role].tag} “${node.name.slice(0, 40)}”`);
    return named.slice(0, 120).join(', ');
  }

  // As Playwright's page.
  getByRole(...args) {
    return this.#all().getByRole(...args);
  }

  getByText(...args) {
    return this.#all().getByText(...args);
  }

  #all() {
    return new Locator(this, (root) => [root], 'the page');
  }
}

const isReached = (node) => node.id !== 0 && attributes(node).tabindex !== undefined;

function describe(node) {
  const { type, tag } = kinds[node.role];
  return `${attributes(node).role ?? type ?? tag} ${attributes(node)['aria-label'] ?? textOf(node)}`;
}

const asWidget = (node) => ({ node, name: describe(node), isStop: isReached(node) });

/** How far a window is to be scrolled for a node to be seen. */
function scrollTo(window, node) {
  const along = (at, size, from, room, scroll, most) => {
    const isSeen = at + size / 2 >= from && at + size / 2 <= from + room;
    return isSeen ? scroll : Math.min(Math.max(scroll + at + size / 2 - from - room / 2, 0), most);
  };
  return [
    along(node.x, node.width, window.x, window.width, window.scrollX, window.mostX),
    along(node.y, node.height, window.y, window.height, window.scrollY, window.mostY),
  ];
}
