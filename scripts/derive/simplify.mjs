// What of a traced forward line is work: the line in the language of block rules (docs/architecture.md).
//
// Dropped is what the rules of the library leave out: positions (rotary ones too), masks, caches, biases and scales that print() hides,
// dropout as a function, and how attention arranges its heads. What cannot be said without a number of this model makes no rule.
import { workOf } from './compact.mjs';
import { nodesOf, readForwardLine, withInside, writeExpression } from './forward_line.mjs';
import { argumentsOf, moduleAt } from './model_text.mjs';

/** A value that is no part of the data: positions, masks. */
const aside = { aside: true };

const rearranging = /^(reshape|view|transpose|permute|unsqueeze|squeeze|resize|take|flatten|expand)$/;
const elementwise = /^(relu6?|gelu|silu|mish|elu|leaky_relu|hardswish|hardsigmoid|sigmoid|tanh|softplus|softmax|log_softmax|normalize|exp|sqrt|abs|log|sin|cos|pow|clamp)$/;
const withoutEffect = /^(dropout|masked_fill|cache|float32|like_weights|[a-z_.]*\.(attn_)?dropout)$/;
const normalizing = /Norm(2d|1d)?$|^Dropout$|^Identity$/;
const listCalls = new Set(['each', 'sequence', 'route', 'alternate']);

export class NoRule extends Error {}

/** Simplifies the lines of a model's modules, each once: those of children first. */
export class Simplifier {
  #done = new Map();

  /** `ruleOf(module)` gives the rule that there is for a module: {inputs, items}, how many it takes and gives; undefined: none. */
  constructor(ruleOf) {
    this.ruleOf = ruleOf;
  }

  /** `operands` are the values of its inputs where it is first called.
      {inputs, kept, items, result, bindings}: `kept` are the places of the inputs that are used, `items` those of the result's items;
      {aside: true} where all is positions; {problem} where there is no rule; undefined of a module without a forward line. */
  of(module, operands = []) {
    if (!module.forward) return undefined;
    if (/Rotary\w*Embedding/.test(module.type)) return aside;
    if (!this.#done.has(module)) this.#done.set(module, this.#simplified(module, operands));
    return this.#done.get(module);
  }

  #simplified(module, operands) {
    try {
      return new Line(module, this, operands).simplified();
    } catch (error) {
      if (error instanceof NoRule || error instanceof SyntaxError) return { problem: error.message };
      throw error;
    }
  }
}

class Line {
  constructor(module, simplifier, operands) {
    this.module = module;
    this.simplifier = simplifier;
    this.line = readForwardLine(module.forward);
    this.bound = new Map(this.line.bindings);
    this.values = new Map(this.line.inputs.filter((_, i) => operands[i]?.aside).map((name) => [name, aside]));
    this.parameters = new Set(module.tensors.filter(({ type }) => type === 'Parameter').map(({ name }) => name));
  }

  simplified() {
    const whole = this.simple(this.line.result);
    if (whole.aside) return aside;
    const { result, items } = this.itemsOf(whole);
    const bindings = [];
    const uses = this.countUses(result);
    const final = this.inlined(result, uses, bindings);
    for (const root of [final, ...bindings.map(([, node]) => node)]) this.check(root);
    const names = new Set([final, ...bindings.map(([, node]) => node)].flatMap((node) => [...nodesOf(node)].map(({ name }) => name)));
    const kept = this.line.inputs.map((name, i) => (names.has(name) ? i : -1)).filter((i) => i >= 0);
    return { inputs: kept.map((i) => this.line.inputs[i]), kept, items, result: final, bindings };
  }

  /** Leaves out items of the result that only repeat what is there. */
  itemsOf(whole) {
    const node = this.looked(whole);
    if (!node.tuple) return { result: whole, items: undefined };
    const [source, ...others] = node.tuple.map((item) => this.withoutParts(item));
    if (others.every((other) => writeExpression(other) === writeExpression(source))) return { result: source, items: new Map([[0, 0]]) };
    const isNew = (item) => this.line.inputs.includes(item.name) || !item.aside && !this.isWeights(item) && [...nodesOf(item)].some((each) => each.call || each.sign) && !item.tuple;
    const kept = node.tuple.map((item, i) => ({ item, i })).filter(({ item, i }) => i === 0 || isNew(item));
    if (kept[0].item.aside) throw new NoRule('the first of the results is positions');
    const items = new Map(node.tuple.map((item, i) => [i, kept.findIndex((each) => writeExpression(each.item) === writeExpression(item))]).filter(([, place]) => place >= 0));
    return kept.length === 1 ? { result: kept[0].item, items } : { result: { tuple: kept.map(({ item }) => item) }, items };
  }

  /** True of the weights of attention, which are given beside its result. */
  isWeights(item) {
    const value = this.looked(item);
    const child = value.call && moduleAt(this.module, value.call);
    if (/^softmax$/i.test(value.call ?? '') || child?.type === 'Softmax') return true;
    return Boolean(value.call) && (rearranging.test(value.call) || withoutEffect.test(value.call) || (child && normalizing.test(child.type))) && this.isWeights(value.operands[0]);
  }

  /** What an item is a part of: start and end of an answer are two columns of one tensor. */
  withoutParts(node) {
    const value = this.looked(node);
    return /^(slice|squeeze)$/.test(value.call) ? this.withoutParts(value.operands[0]) : node;
  }

  /** A name stands for its value. */
  looked(node) {
    return node.name !== undefined && this.values.has(node.name) ? this.values.get(node.name) : node;
  }

  countUses(result) {
    const uses = new Map();
    const visit = (node) => {
      for (const { name } of nodesOf(node)) {
        if (name === undefined || !this.values.has(name)) continue;
        uses.set(name, (uses.get(name) ?? 0) + 1);
        if (uses.get(name) === 1) visit(this.values.get(name));
      }
    };
    visit(result);
    return uses;
  }

  /** The node with names that are used once replaced by their values; the others become bindings, each after those that it uses. */
  inlined(node, uses, bindings) {
    if (node.name !== undefined && uses.has(node.name)) {
      if (uses.get(node.name) === 1) return this.inlined(this.values.get(node.name), uses, bindings);
      if (!bindings.some(([name]) => name === node.name)) {
        const value = this.inlined(this.values.get(node.name), uses, bindings);
        bindings.push([node.name, value]);
      }
      return { name: node.name };
    }
    return withInside(node, (each) => this.inlined(each, uses, bindings));
  }

  check(root) {
    for (const node of nodesOf(root)) {
      if (node.aside) throw new NoRule('positions are data');
      const texts = (node.keywords ?? []).map(([, text]) => text);
      if (texts.some((text) => /\b(?!True\b|False\b|None\b)[A-Za-z_]\w*/.test(text.replace(/'[^']*'/g, '')))) throw new NoRule(`a size: ${writeExpression(node).slice(0, 400)}`);
      const bad = [node.literal, ...texts.flatMap((text) => text.match(/\d+/g) ?? [])].find((text) => text !== undefined && Math.abs(Number(text)) > 4);
      if (/\.\d*[4-9]|\.\d\d/.test(node.call ?? node.name ?? '')) throw new NoRule(`the place of a layer: ${node.call ?? node.name}`);
      if (bad !== undefined) throw new NoRule(`a number: ${writeExpression(node).slice(0, 400)}`);
      if (node.call && rearranging.test(node.call) && /^(resize|reshape|view|expand)$/.test(node.call) && node.keywords.some(([name]) => name === 'size')) {
        throw new NoRule(`a size: ${writeExpression(node).slice(0, 400)}`);
      }
    }
  }

  // ---- one node ----

  simple(node) {
    if (node.name !== undefined) return this.simpleName(node);
    if (node.literal !== undefined) return node;
    if (node.tuple) return { tuple: node.tuple.map((each) => this.simple(each)) };
    if (node.of) return this.simpleItem(node);
    if (node.sign) return this.simpleOperator(node);
    return this.simpleCall(node);
  }

  simpleName(node) {
    const { name } = node;
    if (this.values.get(name)?.aside) return aside;
    if (this.bound.has(name)) {
      if (!this.values.has(name)) {
        this.values.set(name, this.simple(this.bound.get(name)));
      }
      const value = this.values.get(name);
      return value.aside || value.name !== undefined || value.tuple || value.of?.name !== undefined ? value : node;
    }
    if (this.line.inputs.includes(name) || this.parameters.has(name)) return node;
    return /[.]/.test(name) && !/_ids$|position/.test(name) ? node : aside;
  }

  /** True of what is computed from the module's own tensors only. */
  isTensor(node) {
    const names = [...nodesOf(node)].map((each) => each.name).filter((name) => name !== undefined);
    const calls = [...nodesOf(node)].filter((each) => each.call && moduleAt(this.module, each.call));
    return names.length > 0 && calls.length === 0 && names.every((name) => this.parameters.has(name) || (this.values.has(name) && this.isTensor(this.values.get(name))));
  }

  simpleItem(node) {
    const of = this.simple(node.of);
    if (of.aside) return aside;
    if (of.tuple) return of.tuple.at(node.index) ?? aside;
    const items = this.itemsOfCall(this.looked(of));
    if (items === 'all') return { of, index: node.index };
    if (!items) return node.index === 0 ? of : aside;
    const place = items.get(node.index);
    if (place === undefined) return aside;
    return Math.max(...items.values()) === 0 ? of : { of, index: place };
  }

  /** Which items of its result a call of a child gives; undefined: one tensor. "all" of a function that splits. */
  itemsOfCall(node) {
    if (!node.call) return undefined;
    if (/^(chunk|split|unbind)$/.test(node.call)) return 'all';
    const child = this.childOf(node);
    if (!child) return undefined;
    const rule = this.simplifier.ruleOf(child);
    return rule?.items === 1 ? new Map([[0, 0]]) : this.simplifier.of(child)?.items ?? (rule && 'all');
  }

  childOf({ call, operands }) {
    const path = listCalls.has(call) ? operands[0].name : call;
    const child = moduleAt(this.module, path);
    return child && listCalls.has(call) ? child.children[0] : child;
  }

  simpleOperator({ sign, operands }) {
    const [left, right] = operands.map((each) => this.simple(each));
    if (sign === '@') return this.simpleProduct(left, right, this.isKept(operands[1]));
    if (left.aside || right.aside) return left.aside ? right : left;
    if (left.literal !== undefined || right.literal !== undefined) return left.literal !== undefined ? right : left;
    if (this.isTensor(left) !== this.isTensor(right)) return this.isTensor(left) ? right : left;
    return { sign, operands: [left, right] };
  }

  /** True of what is computed of keys or values that are kept for later tokens. */
  isKept(node, seen = new Set()) {
    return [...nodesOf(node)].some(({ call, name }) => {
      if (call === 'cache') return true;
      if (!this.bound.has(name) || seen.has(name)) return false;
      seen.add(name);
      return this.isKept(this.bound.get(name), seen);
    });
  }

  simpleProduct(left, right, isKept) {
    if (left.aside && right.aside) return aside;
    if (left.aside || right.aside) throw new NoRule('a product with positions');
    const scores = this.scoresOf(left);
    if (!scores) return { sign: '@', operands: [left, right] };
    return this.attention(scores[0], scores[1], right, isKept);
  }

  /** The factors of scores that went through softmax; undefined of other values. */
  scoresOf(node, isSoftmax = false) {
    const value = this.looked(node);
    if (value.sign === '@') return isSoftmax ? value.operands : undefined;
    if (/^softmax$/i.test(value.call ?? '') || moduleAt(this.module, value.call ?? '')?.type === 'Softmax') return this.scoresOf(value.operands[0], true);
    const child = value.call && moduleAt(this.module, value.call);
    if (value.call && (rearranging.test(value.call) || withoutEffect.test(value.call) || (child && normalizing.test(child.type)))) return this.scoresOf(value.operands[0], isSoftmax);
    return undefined;
  }

  attention(q, k, v, isKept) {
    const operands = [q, k, v].map((each) => this.withoutHeads(each));
    if (operands.every((each) => each.call && writeExpression(each) === writeExpression(operands[0]))) throw new NoRule('parts of one projection');
    return { call: 'attention', operands, keywords: isKept ? [] : [['cached', '0']] };
  }

  /** What is split into heads: one value of (batch, tokens, width). */
  withoutHeads(node) {
    const value = this.looked(node);
    const child = value.call && moduleAt(this.module, value.call);
    if (value.call && !child && rearranging.test(value.call)) return this.withoutHeads(value.operands[0]);
    if (child && normalizing.test(child.type)) return this.withoutHeads(value.operands[0]);
    if (/^(cat|stack)$/.test(value.call)) {
      const parts = value.operands.map((each) => this.withoutHeads(each));
      if (parts.every((part) => writeExpression(part) === writeExpression(parts[0]))) return parts[0];
    }
    if (value.sign && value.sign !== '@') {
      const parts = value.operands.map((each) => this.withoutHeads(each));
      if (writeExpression(parts[0]) === writeExpression(parts[1])) return parts[0];
    }
    if (value.call === 'slice') return this.partOf(value);
    return node;
  }

  /** A slice of the rows of a projection as an item of chunk(). */
  partOf(node) {
    const source = this.withoutHeads(node.operands[0]);
    const child = this.looked(source).call && moduleAt(this.module, this.looked(source).call);
    const size = child && widthOf(child);
    const named = Object.fromEntries(node.keywords);
    const width = Number(named.end) - Number(named.start);
    if (!size || !(width > 0) || size % width || Number(named.start) % width) return node;
    if (size === width) return source;
    return { of: { call: 'chunk', operands: [source, { literal: String(size / width) }], keywords: [['dim', '-1']] }, index: Number(named.start) / width };
  }

  simpleCall(node) {
    if (node.call === 'tensor') return aside;
    const child = this.childOf(node);
    if (child) return this.callOfChild(node, child);
    if (/^F\.embedding$/.test(node.call)) {
      const ids = this.simple(node.operands[0]);
      return ids.aside ? aside : { ...node, operands: [ids, node.operands[1]] };
    }
    const operands = node.operands.map((each) => this.simple(each));
    if (node.call === 'attention') {
      if (operands.slice(0, 3).some((each) => each.aside)) throw new NoRule('attention of positions');
      return this.attention(...operands.slice(0, 3), this.isKept(node.operands[1]));
    }
    if (node.call === 'where') {
      const data = operands.filter((each) => !each.aside);
      if (data.length === 0) return aside;
      return data.length === 1 ? data[0] : { ...node, operands: data };
    }
    if (/^(maximum|minimum)$/.test(node.call) && operands.some((each) => each.aside)) return operands.find((each) => !each.aside) ?? aside;
    if (operands[0]?.aside && !/^(cat|concat|stack)$/.test(node.call)) return aside;
    if (operands.every((each) => each.aside)) return aside;
    if (withoutEffect.test(node.call)) return operands[0];
    if (rearranging.test(node.call)) return this.rearranged({ ...node, operands });
    return { ...node, operands };
  }

  rearranged(node) {
    const [operand] = node.operands;
    if (this.isAttention(operand)) return operand;
    const size = node.keywords.find(([name]) => name === 'size')?.[1].replace(/[()\s]/g, '').split(',').filter(Boolean);
    if (/^(resize|take)$/.test(node.call) && size) {
      if (size.every((each) => each === '0')) return operand;
      if (this.isTensor(operand) && this.isOneRow(operand) && size[0] === 'batch' && this.line.inputs.length > 0) return { call: 'expand', operands: [operand, { name: this.line.inputs[0] }], keywords: [] };
      if (size.length === 3 && size[0] === '0' && size[2] === '0') return { call: 'slice', operands: [operand], keywords: [['dim', '1'], ['start', '1']] };
      if (size.length === 2 && size[0] === '0') return { call: 'select', operands: [operand], keywords: [['dim', '1'], ['index', '0']] };
    }
    if (/^(reshape|view)$/.test(node.call) && size && isTokensByWidth(size)) return operand;
    return node;
  }

  /** True of a tensor of the module that is the same for each item of a batch: a class token (1, 1, width). */
  isOneRow({ name }) {
    return this.module.tensors.some((tensor) => tensor.name === name && /^1, /.test(tensor.arguments));
  }

  isAttention(node) {
    const value = this.looked(node);
    return value.call === 'attention' && !moduleAt(this.module, 'attention');
  }

  callOfChild(node, child) {
    const isList = listCalls.has(node.call);
    const operands = node.operands.slice(isList ? 1 : 0).map((each) => this.simple(each));
    for (const item of isList ? moduleAt(this.module, node.operands[0].name).children : []) this.simplifier.of(item, operands);
    const simple = this.simplifier.of(child, operands);
    if (simple?.aside) return aside;
    if (operands.length > 0 && operands.every((each) => each.aside)) {
      if (/Embedding/.test(child.type)) return this.embeddingOfTokens(node) ?? aside;
      return aside;
    }
    const rule = this.simplifier.ruleOf(child);
    if (simple?.problem && !rule) throw new NoRule(`in ${child.type}`);
    let passed = simple?.kept ? simple.kept.map((i) => operands[i]).filter(Boolean) : operands.filter((each) => !each.aside);
    if (rule && passed.length > 0) {
      passed = passed.slice(0, rule.inputs);
      if (passed.length < rule.inputs && !isSelfAttention(rule.line, simple)) throw new NoRule(`${child.type} takes more inputs`);
      while (passed.length < rule.inputs) passed.push(passed.at(-1));
    }
    passed = passed.map((each, i) => (i === 0 ? this.withoutEmbedding(node.call, each) : each));
    const chain = !isList && this.chainOf(node.call, passed);
    if (chain) return chain;
    return { ...node, operands: isList ? [node.operands[0], ...passed] : passed };
  }

  /** Positions of tokens are looked up like the tokens. */
  embeddingOfTokens(node) {
    const ids = this.line.inputs.find((name) => name === 'input_ids' || name === 'decoder_input_ids');
    return ids && { ...node, operands: [{ name: ids }] };
  }

  /** model(model.embed_tokens(x)) is model(x): the rule of a model looks its tokens up. */
  withoutEmbedding(call, node) {
    const value = this.looked(node);
    return value.call?.startsWith(`${call}.`) && /embed|wte/.test(value.call) ? value.operands[0] : node;
  }

  /** h.1(h.0(x)) is each(h, x). */
  chainOf(call, operands) {
    const [, list, place] = /^(.*)\.(\d+)$/.exec(call) ?? [];
    const items = list && moduleAt(this.module, list);
    if (!items || !/List$/.test(items.type)) return undefined;
    if (place === '0') return { call: 'each', operands: [{ name: list }, ...operands], keywords: [], until: 0 };
    const before = this.looked(operands[0] ?? aside);
    if (before.call !== 'each' || before.until !== Number(place) - 1 || before.operands[0].name !== list) throw new NoRule(`a chain of ${list}`);
    return { ...before, until: Number(place) };
  }
}

/** True of sizes that only flatten the tokens of a batch, or undo it. */
const isTokensByWidth = (size) => /^(-1,\d+|\d+,\d+,\d+|0,0,\d+|batch,tokens,\d+|0,-1,\d+|-1,0,0|-1,0|batch,-1,\d+|0,0,-1)$/.test(size.join());

/** True where a rule with a memory does with one input twice what the line does: attention to itself. */
function isSelfAttention(rule, line) {
  if (!line?.result || line.inputs.length !== 1 || rule.inputs.length !== 2) return false;
  const twice = new Map([...rule.inputs, ...line.inputs].map((name) => [name, 'x']));
  return workOf(rule, twice) === workOf(line, twice);
}

/** The last size of what a projection gives. */
function widthOf(child) {
  const { list, byName } = argumentsOf(child);
  if (/^Linear$/.test(child.type)) return Number(list[1] ?? byName.out_features);
  if (/^Conv1D$/.test(child.type)) return Number(/Parameter\(\d+, (\d+)\)|^\d+, (\d+)/.exec(child.tensors.map((each) => `Parameter(${each.arguments})`).find((text) => /, /.test(text)) ?? '')?.[1] ?? list[0]);
  return undefined;
}
