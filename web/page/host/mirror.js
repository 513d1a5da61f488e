// Mirrors the canvas for assistive technology: an invisible element with role, name, state and value at the place of each
// widget. Screen readers, the browser's find and scripts use it; their actions on an element go to the widget. Pointer
// events pass through to the stage.
//
// Each frame arrives as text (src/platform/recording.h); only differences change the document.

import { acts, attributes, cursorOf, keysOf, kinds, parse, roving, tabStopOf, usedOf } from './mirror_tree.js';

const announceAfterMs = 500;

/** The time after which an unfulfilled action is dropped, in milliseconds. */
const patienceMs = 1000;

export class Mirror {
  #host;
  #root;
  #live;
  #elements = new Map();  // by key
  #values = new Map();    // texts of text areas by item id: an unchanged long one is not sent again
  #ids = new WeakMap();   // of the widgets, by element
  #following = false;     // the focus moves because the program's does
  #focusRequest;          // {id, until}: an item focused here that the program has yet to focus
  #announcing = 0;

  constructor(host) {
    this.#host = host;
    this.#root = document.createElement('div');
    this.#root.className = 'mirror';
    this.#live = document.createElement('div');
    this.#live.className = 'leaf';
    this.#live.setAttribute('role', 'status');
    host.stage.append(this.#root);
    this.#root.append(this.#live);
    this.#watch();
  }

  #act(act, element, text = '') {
    const id = this.#ids.get(element);
    if (!id) return;
    this.#host.send(text);
    this.#host.program._host_act(id, acts[act]);
  }

  #watch() {
    const on = (type, handle, options) => this.#root.addEventListener(type, handle, options);
    on('input', ({ target }) => this.#act('enter', target, target.value));
    on('focusin', ({ target }) => {
      if (this.#following) return;
      this.#focusRequest = { id: this.#ids.get(target), until: performance.now() + patienceMs };
      this.#act('focus', target);
      // The program takes the focus in a frame: one now, so that a key pressed right after reaches the focused widget.
      this.#host.frames.paintIfDue();
    });
    // Clicks without a pointer come from assistive technology.
    let pointed = -Infinity;
    this.#host.stage.addEventListener('pointerup', ({ timeStamp }) => { pointed = timeStamp; });
    on('click', ({ target, timeStamp }) => {
      if (timeStamp - pointed > 100) this.#act('press', target.closest('[tabindex]'));
    });
    on('keydown', (event) => {
      const { target, key, altKey, ctrlKey, metaKey } = event;
      const entered = keysOf[target.type ?? target.getAttribute('role')]?.[key];
      if (!entered || altKey || ctrlKey || metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.#act('enter', target, target.getAttribute(entered) ?? entered);
    });
    on('scroll', ({ target }) => {
      const scrolled = target.scrolledTo;
      if (!scrolled || (scrolled.x === target.scrollLeft && scrolled.y === target.scrollTop)) return;
      this.#host.program._host_scroll(this.#ids.get(target), target.scrollLeft, target.scrollTop);
    }, { capture: true });
  }

  /** Edits text in the mirror itself. */
  static edits(element) {
    return element.closest('.mirror') && (element.type === 'text' || element.type === 'textarea');
  }

  /** Announces a sentence to screen readers; of several in a row only the last. */
  announce(sentence) {
    clearTimeout(this.#announcing);
    this.#announcing = setTimeout(() => { this.#live.textContent = sentence; }, announceAfterMs);
  }

  /** Shows the recording of a frame. */
  show(recording) {
    const root = parse(recording);
    const wanted = new Map();
    const list = ({ children }) => children.forEach((node) => {
      wanted.set(node.key, node);
      list(node);
    });
    list(root);
    for (const [key, element] of this.#elements) {
      if (!wanted.has(key)) this.#remove(key, element);
    }
    this.#fill(this.#root, root, 1);
    this.#followFocus([...wanted.values()]);
  }

  #remove(key, element) {
    // An element with the focus must not be removed: key presses would be lost.
    if (element.contains(document.activeElement)) this.#host.textAgent.focus({ preventScroll: true });
    element.remove();
    this.#elements.delete(key);
  }

  /** Updates the children of an element to those of a node; the first `at` children are the element's own. */
  #fill(element, node, at) {
    const tabStop = tabStopOf(node);
    for (const child of node.children) {
      const shown = this.#element(child, node);
      if (element.children[at] !== shown) element.insertBefore(shown, element.children[at] ?? null);
      at += 1;
      if (child.kind !== 'i') this.#fill(shown, child, child.kind === 'w' ? 1 : 0);
      if (child.kind !== 'w' && child.id && roving.has(kinds[child.role].role)) {
        shown.tabIndex = child === tabStop ? 0 : -1;
      }
    }
  }

  #element(node, parent) {
    let element = this.#elements.get(node.key);
    if (!element) {
      element = document.createElement(node.kind === 'w' ? 'div' : kinds[node.role].tag);
      element.className = { w: 'scrolled', i: 'leaf', o: 'group' }[node.kind];
      if (node.kind === 'w') element.append(document.createElement('div'));
      this.#elements.set(node.key, element);
      if (node.id) this.#ids.set(element, node.id);
      element.shown = {};
    }
    const set = (name, value, apply) => {
      if (element.shown[name] === value) return;
      element.shown[name] = value;
      apply(value);
    };
    const place = (name, value) => set(name, value, () => { element.style[name] = `${value}px`; });
    place('left', node.x - parent.x + parent.scrollX);
    place('top', node.y - parent.y + parent.scrollY);
    place('width', node.width);
    place('height', node.height);
    if (node.kind === 'w') this.#scroll(element, node, set);
    else this.#describe(element, node, set);
    return element;
  }

  #scroll(element, node, set) {
    const [room] = element.children;
    set('room', `${node.width + node.mostX} ${node.height + node.mostY}`, () => {
      room.style.left = `${node.width + node.mostX - 1}px`;
      room.style.top = `${node.height + node.mostY - 1}px`;
    });
    if (element.scrollLeft !== node.scrollX) element.scrollLeft = node.scrollX;
    if (element.scrollTop !== node.scrollY) element.scrollTop = node.scrollY;
    element.scrolledTo = { x: element.scrollLeft, y: element.scrollTop };
  }

  #describe(element, node, set) {
    for (const [name, value] of Object.entries(attributes(node))) {
      set(name, value, () => {
        if (value === undefined) element.removeAttribute(name);
        else element.setAttribute(name, value);
      });
    }
    const { tag, type } = kinds[node.role];
    if (tag === 'input' || tag === 'textarea') {
      if (node.value === '\x1a') node.value = this.#values.get(node.id) ?? '';
      else if (tag === 'textarea') this.#values.set(node.id, node.value);
      const value = type === 'range' ? String(node.now) : node.value;
      // Keep the text of a field that is being edited.
      if (element !== document.activeElement || type === 'range') {
        if (element.value !== value) element.value = value;
      }
    } else if (node.kind === 'i' && !element.hasAttribute('aria-label')) {
      set('text', node.name, () => { element.textContent = node.name; });
    }
  }

  /** Moves the browser's focus to the program's keyboard cursor. */
  #followFocus(nodes) {
    const { stage, textAgent } = this.#host;
    const used = usedOf(nodes);
    textAgent.setAttribute('aria-label', ['Paramscope', used?.name].filter(Boolean).join(': '));
    const active = document.activeElement;
    const cursor = cursorOf(nodes);
    if (this.#focusRequest && this.#focusRequest.id !== cursor?.id && performance.now() < this.#focusRequest.until) return;
    this.#focusRequest = undefined;
    const element = this.#elements.get(cursor?.key);
    if (!element || element === active || !stage.contains(active) || used?.value !== undefined && used.key === cursor.key) return;
    this.#following = true;
    element.focus({ preventScroll: true });
    this.#following = false;
  }
}
