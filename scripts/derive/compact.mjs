// Derived lines in the words of block rules, and types that share them.
import { inside, nodesOf, withInside, writeForwardLine } from './forward_line.mjs';
import { moduleAt } from './model_text.mjs';

const mayBeAbsent = /^Dropout|DropPath|Activation$|^(GELU|ReLU|SiLU|Tanh|Sigmoid|Mish|Identity)$/;

/** The line with inputs x, y, z, bindings a, b, c, and `?` at children that other versions leave out. */
export function inRuleWords(line, module) {
  const taken = new Set(module.children.map(({ name }) => name));
  const free = (letters) => [...letters].filter((letter) => !taken.has(letter));
  const [inputs, bindings] = [free('xyzwvuts'), free('abcdefghijklmnopq')];
  const names = new Map([...line.inputs.map((name, i) => [name, inputs[i]]), ...line.bindings.map(([name], i) => [name, bindings[i]])]);
  const renamed = (node) => {
    if (node.name !== undefined) return { name: names.get(node.name) ?? node.name };
    const child = node.call && moduleAt(module, node.call);
    const optional = Boolean(child && mayBeAbsent.test(child.type) && node.operands.length === 1);
    const changed = withInside(node, renamed);
    return node.call ? { ...changed, optional } : changed;
  };
  return {
    inputs: line.inputs.map((name) => names.get(name)),
    result: renamed(line.result),
    bindings: line.bindings.map(([name, node]) => [names.get(name), renamed(node)]),
  };
}

const commuting = new Set(['+', '*']);

/** A text that is equal for lines that do the same work: without names of inputs and what print() may leave out. */
export function workOf(line, inputs) {
  const bound = new Map(line.bindings);
  const order = new Map();
  const text = (node) => {
    if (node.name !== undefined) {
      if (inputs?.has(node.name)) return inputs.get(node.name);
      if (bound.has(node.name)) return text(bound.get(node.name));
      if (line.inputs.includes(node.name)) order.set(node.name, order.get(node.name) ?? `$${order.size}`);
      return order.get(node.name) ?? node.name;
    }
    if (node.optional && node.operands.length === 1) return text(node.operands[0]);
    if (/^(relu|gelu|silu|tanh|sigmoid|dropout|residual)$/.test(node.call) && node.operands.length === 1) return text(node.operands[0]);
    const parts = inside(node).map(text);
    if (node.sign) return `(${(commuting.has(node.sign) ? parts.sort() : parts).join(node.sign)})`;
    if (node.tuple) return `(${parts.join()})`;
    if (node.of) return `${parts[0]}[${node.index}]`;
    if (node.call) return `${node.call}(${[...parts, ...node.keywords.map(([name, value]) => `${name}=${value}`)].join()})`;
    return node.literal ?? '_';
  };
  return text(line.result);
}

/** How many children a line calls: lines with more come first. */
export const callCount = (line) => [line.result, ...line.bindings.map(([, node]) => node)].flatMap((root) => [...nodesOf(root)]).filter(({ call }) => call).length;

export const ruleText = (type, line) => `${type}(\n  ${writeForwardLine(line)}\n)\n`;
