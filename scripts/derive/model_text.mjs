// Reads model text as the program writes it: a tree of modules with their forward lines.

const opening = /^\s*(?:\(([^()]*)\): )?(?:(.+?) x )?([A-Za-z_][\w.]*)(<\w+>)?\((.*)$/;

const depth = (text) => [...text].reduce((sum, c) => sum + (c === '(') - (c === ')'), 0);

/** A module: `name` ("0-5" for a range), `type`, the text of its arguments, `forward` (or undefined), `children`, `tensors`. */
function readModule(lines, start) {
  const found = opening.exec(lines[start]);
  if (!found) throw new Error(lines[start]);
  const [, name = '', , type, , rest] = found;
  const module = { name, type, arguments: rest, children: [], tensors: [] };
  if (depth(`(${rest}`) === 0) {
    module.arguments = rest.slice(0, -1);
    return [module, start + 1];
  }
  let i = start + 1;
  while (lines[i].trim() !== ')') {
    const line = lines[i].trim();
    if (line.endsWith('): None')) {
      i += 1;
      continue;
    }
    if (line.startsWith('(')) {
      const [child, next] = readModule(lines, i);
      (/^(Parameter|Buffer)$/.test(child.type) ? module.tensors : module.children).push(child);
      i = next;
      continue;
    }
    let text = line;
    for (i += 1; !/^\s*(\([^()]*\): |\)$)/.test(lines[i]); i += 1) {
      if (line.startsWith('forward(')) text += ` ${lines[i].trim()}`;
    }
    if (line.startsWith('forward(')) module.forward = text;
  }
  return [module, i + 1];
}

const isArithmetic = /^[\d(][\d.\s()+*/^-]*$/;
const valueOf = (text) => Function(`return ${text.replaceAll('^', '**')}`)();

/** A line with its products, quotients, floors and sums of numbers computed. */
function computed(line) {
  for (let before; before !== line;) {
    before = line;
    line = line.replace(/\b(floor|ceil)\(([^()]+)\)/g, (all, name, inside) => (isArithmetic.test(inside) ? Math[name](valueOf(inside)) : all))
      .replace(/(?<![\w.])\(([^(),]+)\)(?!:)/g, (all, inside) => (isArithmetic.test(inside) ? valueOf(inside) : all))
      .replace(/(?<![\w.*/^)\]]\s?)\d+(?:\s?[*/^]\s?\d+)+(?![\w.^])/g, (all) => valueOf(all))
      .replace(/(?<=[,=(]\s?)-?\d+(?:\s?[+-]\s?\d+)+(?=\s?[,)])(?!\):)/g, (all) => valueOf(all));
  }
  return line;
}

/** The lines of a text with the values of its hyper-parameters in place of their names. */
function withValues(lines) {
  const values = new Map(lines.map((line) => /^(\w+) = (\d+)\b/.exec(line)).filter(Boolean).map(([, name, value]) => [name, value]));
  return lines.map((line) => computed(line.replace(/(?<![\w.])[a-z_]\w*(?![\w.]|\s?=|\?|\()/g, (name) => values.get(name) ?? name)));
}

/** The root of a model text; undefined where there is none. */
export function readModelText(text) {
  const lines = withValues(text.split('\n'));
  const root = lines.findIndex((line) => /^[A-Za-z_][\w.]*(<\w+>)?\(/.test(line));
  return root < 0 ? undefined : readModule(lines, root)[0];
}

/** The module and all below it. */
export function* modulesOf(module) {
  yield module;
  for (const child of module.children) yield* modulesOf(child);
}

/** True of the name of a module, and of one in its range: "0-5" is called 3. */
function isCalled(name, by) {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(name) ?? [];
  return name === by || name.split(/[-,]/)[0] === by || (/^\d+$/.test(by) && Number(first) <= Number(by) && Number(by) <= Number(last));
}

/** The module at a dotted path of names. */
export const moduleAt = (module, path) => path.split('.').reduce((at, name) => at?.children.find((child) => isCalled(child.name, name)), module);

/** The arguments of a module as texts: by position, and by name. */
export function argumentsOf({ arguments: text }) {
  const [list, byName] = [[], {}];
  for (const [part] of text.matchAll(/(?:[^,(]|\([^)]*\))+/g)) {
    const [, name, value] = /^\s*(?:(\w+)=)?(.*?)\s*$/.exec(part);
    if (name) byName[name] = value;
    else list.push(value);
  }
  return { list, byName };
}
