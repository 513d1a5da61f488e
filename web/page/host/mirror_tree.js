// Reads the recording of a frame (src/platform/recording.h) as a tree of widgets, and says which element of the accessible
// mirror each one is: its tag, role, name and states. Knows no document, so that tests without a browser read the same.

/** Tags and ARIA roles, in the order of Aria in src/platform/semantics.h. */
export const kinds = [
  [], ['span'], ['div', 'heading'], ['div', 'button'], ['div', 'link'], ['div', 'img'], ['input', '', 'range'],
  ['input', '', 'text'], ['textarea'], ['div', 'separator'], ['div', 'tab'], ['div', 'radio'], ['div', 'checkbox'],
  ['div', 'option'], ['div', 'menuitem'], ['div', 'row'], ['div', 'gridcell'], ['div', 'columnheader'],
  ['div', 'region'], ['div', 'dialog'], ['div', 'tablist'], ['div', 'radiogroup'], ['div', 'listbox'],
  ['div', 'menu'], ['div', 'treegrid'], ['div', 'table'], ['div', 'toolbar'], ['div', 'list'], ['div', 'listitem'],
  ['div', 'status'],
].map(([tag, role, type]) => ({ tag, role, type }));

const acted = new Set(['button', 'link', 'separator', 'checkbox', 'columnheader']);
/** Roles of which Tab reaches one in a group, and arrow keys the others. */
export const roving = new Set(['tab', 'radio', 'option', 'menuitem', 'row']);

/** As ItemAction::Kind in src/platform/recording.h. */
export const acts = { focus: 0, press: 1, enter: 2 };

/** Keys for widgets with a value, and their effect: a step up or down, or the minimum or maximum. */
export const keysOf = {
  range: { ArrowRight: '+', ArrowUp: '+', ArrowLeft: '-', ArrowDown: '-', Home: 'min', End: 'max' },
  // A splitter moves in the direction of the arrow.
  separator: { ArrowRight: '+', ArrowDown: '+', ArrowLeft: '-', ArrowUp: '-', Home: 'aria-valuemin', End: 'aria-valuemax' },
};

/** Decodes two bits: no, yes, or not applicable. */
const tri = (states, at) => [undefined, 'false', 'true'][(states >> at) & 3];

/** Parses the lines of a recording into a tree without empty groups. */
export function parse(recording) {
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
  tidy(root);
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
export function attributes({ id, role: number, states, level, row, rows, sort, low, high, now, name, value, hint, kind, width, height }) {
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

/** The children of a node of which Tab reaches one, the chosen one or the first; undefined without such children. */
export function tabStopOf({ children }) {
  const ring = children.filter((child) => child.kind !== 'w' && child.id && roving.has(kinds[child.role].role));
  const isTaken = ({ states }) => states & 256 || (states >> 2 & 3) === 2 || (states >> 4 & 3) === 2;
  return ring.findLast(isTaken) ?? ring[0];
}

/** The name of the widget in use, which the text field of the page has in its label; undefined for none. */
export const usedOf = (nodes) => nodes.find(({ states }) => states & 512);

/** The widget with the program's keyboard cursor: a part of a picture comes after it. */
export const cursorOf = (nodes) => nodes.filter(({ states }) => states & 256).at(-1);
