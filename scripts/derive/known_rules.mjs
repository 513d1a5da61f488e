// The block rules and copies of types that are shipped (src/layers/blocks, src/layers/copies), as src/count/library applies them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { nodesOf, readForwardLine } from './forward_line.mjs';
import { moduleAt } from './model_text.mjs';

const withoutWork = /Norm\w*$|^Dropout|^Identity|DropPath|Embedding$|Activation$|^(GELU|ReLU|SiLU|Tanh|Sigmoid|Softmax|Mish)$|^Padding/;
const lists = /^(Module|Parameter)(List|Dict)$|^Sequential$|^None$/;

/** Types, each with its rules: {head, children, line}. */
function readBlocks(text, into) {
  for (const [, type, head, body] of text.matchAll(/^([A-Za-z_][\w.]*)\((.*)\n((?: .*\n)*)\)$/gm)) {
    const forward = /^ {2}forward\(.*(?:\n {4}.*)*/m.exec(body)?.[0].trim().replace(/\s+/g, ' ');
    const children = [...body.matchAll(/^ {2}\(([^)]*)\):/gm)].map(([, name]) => name);
    const rules = into.get(type) ?? [];
    rules.push({ type, head, children, line: forward && readForwardLine(forward) });
    into.set(type, rules);
  }
}

/** True where some module at or below this one may do work. */
export const mayWork = (module) => !withoutWork.test(module.type) && (module.children.length === 0 || module.children.some(mayWork));

/** The names that a line calls: {required, all}. */
export function callsOf(line) {
  const [required, all] = [new Set(), new Set()];
  for (const root of [line.result, ...line.bindings.map(([, node]) => node)]) {
    for (const node of nodesOf(root)) {
      if (node.name !== undefined) all.add(node.name);
      if (!node.call) continue;
      all.add(node.call);
      if (!node.optional) required.add(node.call);
      if (/^(each|sequence|route|alternate)$/.test(node.call) && node.operands[0].name) required.add(node.operands[0].name);
    }
  }
  return { required, all };
}

export class KnownRules {
  rules = new Map();
  copies = new Map();
  #functions;
  #bases = new Map();
  #found = new Map();

  /** `functions` are the names of forward lines' own functions. */
  constructor(root, leaveOut = []) {
    this.#functions = new Set([...readFileSync(join(root, 'src/count/functions/functions.cpp'), 'utf8').matchAll(/^ {4}\{"([\w.]+)", \d/gm)].map(([, name]) => name));
    for (const name of ['each', 'sequence', 'route', 'alternate', 'after', 'batched']) this.#functions.add(name);
    const texts = (folder) => readdirSync(join(root, folder), { recursive: true }).filter((name) => name.endsWith('.txt') && !leaveOut.includes(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8'));
    for (const text of texts('src/layers/blocks')) readBlocks(text, this.rules);
    for (const text of texts('src/layers/copies')) this.#readCopies(text);
  }

  #readCopies(text) {
    for (const [, base, words] of text.matchAll(/^([^#\n:]+):(.*)$/gm)) {
      for (const word of words.trim().split(/\s+/)) this.copies.set(word, base);
    }
  }

  baseOf(type) {
    if (!this.#bases.has(type)) this.#bases.set(type, this.#findBase(type));
    return this.#bases.get(type);
  }

  #findBase(type) {
    let longest = '';
    for (const prefix of this.copies.keys()) if (prefix.length > longest.length && type.startsWith(prefix)) longest = prefix;
    return longest ? this.copies.get(longest) + type.slice(longest.length) : '';
  }

  isFunction(name) { return this.#functions.has(name); }

  fits(rule, module) {
    if (!rule.line) return false;
    const { required, all } = callsOf(rule.line);
    for (const name of required) if (!this.isFunction(name) && !moduleAt(module, name)) return false;
    if (all.has('sequence')) return true;
    const mentioned = [...all, ...rule.children.map((name) => name.replace('?', ''))].map((name) => name.split('.')[0]);
    return module.children.every((child) => mentioned.includes(child.name.split(/[-,]/)[0]) || !mayWork(child));
  }

  /** {inputs, items, line} of the rule that a module has. */
  ruleOf(module) {
    if (!this.#found.has(module)) this.#found.set(module, this.#findRule(module));
    return this.#found.get(module);
  }

  #findRule(module) {
    for (let type = module.type; type; type = this.baseOf(type)) {
      const rule = (this.rules.get(type) ?? []).find((each) => this.fits(each, module));
      if (rule) return { inputs: rule.line.inputs.length, items: rule.line.result.tuple?.length ?? 1, line: rule.line };
    }
    return undefined;
  }

  /** True of a module that has a forward pass of its own to know. */
  isComposite(module) {
    return !lists.test(module.type) && module.children.length > 0 && !/Norm$/.test(module.type);
  }
}
