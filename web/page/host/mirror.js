// Mirrors the canvas for assistive technology: an invisible element with role, name, state and value at the place of each
// widget. Screen readers, the browser's find and scripts use it; their actions on an element go to the widget. Pointer
// events pass through to the stage.
//
// Each frame arrives as text (src/platform/recording.h); only differences change the document.

/** Tags and ARIA roles, in the order of Aria in src/platform/semantics.h. */
const kinds = [
  [], ['span'], ['div', 'heading'], ['div', 'button'], ['div', 'link'], ['div', 'img'], ['input', '', 'range'],
  ['input', '', 'text'], ['textarea'], ['div', 'separator'], ['div', 'tab'], ['div', 'radio'], ['div', 'checkbox'],
  ['div', 'option'], ['div', 'menuitem'], ['div', 'row'], ['div', 'gridcell'], ['div', 'columnheader'],
  ['div', 'region'], ['div', 'dialog'], ['div', 'tablist'], ['div', 'radiogroup'], ['div', 'listbox'],
  ['div', 'menu'], ['div', 'treegrid'], ['div', 'table'], ['div', 'toolbar'], ['div', 'list'], ['div', 'listitem'],
  ['div', 'status'],
].map(([tag, role, type]) => ({ tag, role, type }));

const acted = new Set(['button', 'link', 'separator', 'checkbox', 'columnheader']);
/** Roles of which Tab reaches one in a group, and arrow keys the others. */
const roving = new Set(['tab', 'radio', 'option', 'menuitem', 'row']);

/** As ItemAction::Kind in src/platform/recording.h. */
const acts = { focus: 0, press: 1, enter: 2 };

/** Keys for widgets with a value, and their effect: a step up or down, or the minimum or maximum. */
const keysOf = {
  range: { ArrowRight: '+', ArrowUp: '+', ArrowLeft: '-', ArrowDown: '-', Home: 'min', End: 'max' },
  // A splitter moves in the direction of the arrow.
  separator: { ArrowRight: '+', ArrowDown: '+', ArrowLeft: '-', ArrowUp: '-', Home: 'aria-valuemin', End: 'aria-valuemax' },
};

const announceAfterMs = 500;

/** The time after which an unfulfilled action is dropped, in milliseconds. */
const patienceMs = 1000;

/** Decodes two bits: no, yes, or not applicable. */
const tri = (states, at) => [undefined, 'false', 'true'][(states >> at) & 3];

/** Parses the lines of a recording into a tree. */
function parse(recording) {
  const root = { key: '', children: [], x: 0, y: 0, scrollX: 0, scrollY: 0 };
  const open = [root];
  const keys = new Set();
  for (const line of recording.split('\x1e')) {
    const parent = open.at(-1);
    if (line === 'c') {
      open.pop();
      continue;
    }
    const [kind, ...fields] = line.split('\x1f');
    if (!kind) continue;
    const [x, y, width, height, id] = fields.splice(0, 5).map(Number);
    const node = { kind, x, y, width, height, id, children: [], scrollX: 0, scrollY: 0 };
    if (kind === 'w') {
      [node.scrollX, node.scrollY, node.mostX, node.mostY] = fields.map(Number);
    } else {
      const numbers = fields.splice(0, 9).map(Number);
      [node.role, node.states, node.level, node.row, node.rows, node.sort, node.low, node.high, node.now] = numbers;
      [node.name = '', node.value = '', node.hint = ''] = fields;
    }
    node.key = id ? `${kind}${id}` : `${parent.key}/${parent.children.length}${kind}${node.role}`;
    while (keys.has(node.key)) node.key += '+';
    keys.add(node.key);
    parent.children.push(node);
    if (kind !== 'i') open.push(node);
  }
  return root;
}

/** Removes empty groups and gives the others the bounds of their contents. */
function tidy(node) {
  node.children = node.children.filter((child) => child.kind === 'i' || tidy(child));
  const { children } = node;
  if (children.length === 0) return node.id > 0 && node.kind === 'o';
  if (node.id || node.kind !== 'o') return true;
  node.x = Math.min(...children.map(({ x }) => x));
  node.y = Math.min(...children.map(({ y }) => y));
  node.width = Math.max(...children.map(({ x, width }) => x + width)) - node.x;
  node.height = Math.max(...children.map(({ y, height }) => y + height)) - node.y;
  return true;
}

/** Returns the attributes of a node; undefined for none. */
function attributes({ id, role: number, states, level, row, rows, sort, low, high, now, name, value, hint, kind, width, height }) {
  const { role, tag, type } = kinds[number];
  const named = kind === 'o' || tag !== 'div' && tag !== 'span' || role === 'img' || role === 'separator';
  const slides = type === 'range' || role === 'separator';
  return {
    role: role === 'menuitem' && tri(states, 4) ? 'menuitemcheckbox' : role || undefined,
    type,
    'aria-label': named && name || undefined,
    'aria-description': [type || tag === 'textarea' ? '' : value, hint].filter(Boolean).join('\n') || undefined,
    'aria-expanded': tri(states, 0),
    'aria-selected': tri(states, 2),
    [role === 'button' ? 'aria-pressed' : 'aria-checked']: tri(states, 4),
    'aria-invalid': states & 64 ? 'true' : undefined,
    'aria-disabled': states & 128 ? 'true' : undefined,
    'aria-level': level || undefined,
    'aria-rowindex': row || undefined,
    'aria-rowcount': rows || undefined,
    'aria-sort': [undefined, 'ascending', 'descending'].at(sort),
    'aria-modal': role === 'dialog' ? 'true' : undefined,
    'aria-valuetext': slides && value || undefined,
    'aria-orientation': role === 'separator' && height > width ? 'vertical' : undefined,
    'aria-valuemin': role === 'separator' ? low : undefined,
    'aria-valuemax': role === 'separator' ? high : undefined,
    'aria-valuenow': role === 'separator' ? now : undefined,
    min: type === 'range' ? low : undefined,
    max: type === 'range' ? high : undefined,
    tabindex: tag === 'input' || tag === 'textarea' || acted.has(role) ? 0 : roving.has(role) && id ? -1 : undefined,
  };
}

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
    tidy(root);
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
    let tabbed;
    for (const child of node.children) {
      const shown = this.#element(child, node);
      if (element.children[at] !== shown) element.insertBefore(shown, element.children[at] ?? null);
      at += 1;
      if (child.kind !== 'i') this.#fill(shown, child, child.kind === 'w' ? 1 : 0);
      if (child.kind !== 'w' && child.id && roving.has(kinds[child.role].role)) {
        const taken = child.states & 256 || (child.states >> 2 & 3) === 2 || (child.states >> 4 & 3) === 2;
        shown.tabIndex = -1;
        if (!tabbed || taken) tabbed = shown;
      }
    }
    if (tabbed) tabbed.tabIndex = 0;
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
    const used = nodes.find(({ states }) => states & 512);
    textAgent.setAttribute('aria-label', ['Paramscope', used?.name].filter(Boolean).join(': '));
    const active = document.activeElement;
    const cursor = nodes.filter(({ states }) => states & 256).at(-1);  // a part of a picture comes after it
    if (this.#focusRequest && this.#focusRequest.id !== cursor?.id && performance.now() < this.#focusRequest.until) return;
    this.#focusRequest = undefined;
    const element = this.#elements.get(cursor?.key);
    if (!element || element === active || !stage.contains(active) || used?.value !== undefined && used.key === cursor.key) return;
    this.#following = true;
    element.focus({ preventScroll: true });
    this.#following = false;
  }
}
