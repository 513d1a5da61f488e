// Forward lines (docs/model-text.md) as trees, and as text again.
//
// A node is {name}, {literal}, {call, optional, operands, keywords: [[name, text]]}, {sign, operands}, {tuple} or {of, index}.

const token = /\s*([A-Za-z_][\w.]*|\d+(?:\.\w+)?|\/\/|[-+*/@()[\],=?]|'[^']*'|"[^"]*")/y;

function tokens(text) {
  const found = [];
  token.lastIndex = 0;
  let end = 0;
  for (let match; (match = token.exec(text)); end = token.lastIndex) found.push(match[1]);
  if (text.slice(end).trim()) throw new SyntaxError(`no forward line: ${text.slice(end)}`);
  return found;
}

class Reader {
  constructor(text) {
    this.rest = tokens(text);
    this.at = 0;
  }
  get next() { return this.rest[this.at]; }
  take(expected) {
    const taken = this.rest[this.at++];
    if (expected !== undefined && taken !== expected) throw new SyntaxError(`${expected} expected, not ${taken}`);
    return taken;
  }
  skip(text) {
    if (this.next !== text) return false;
    this.at++;
    return true;
  }
  binary(signs, operand) {
    let left = operand();
    while (signs.includes(this.next)) left = { sign: this.take(), operands: [left, operand()] };
    return left;
  }
  expression() { return this.binary(['+', '-'], () => this.binary(['*', '/', '@'], () => this.postfix())); }
  postfix() {
    let node = this.primary();
    while (this.skip('[')) {
      node = { of: node, index: Number(this.signed()) };
      this.take(']');
    }
    return node;
  }
  signed() { return this.skip('-') ? `-${this.take()}` : this.take(); }
  list(close) {
    const items = [];
    while (!this.skip(close)) {
      items.push(this.expression());
      if (this.next !== close) this.take(',');
    }
    return items;
  }
  primary() {
    if (this.skip('(')) {
      const items = [this.expression()];
      if (this.skip(')')) return items[0];
      this.take(',');
      return { tuple: [...items, ...this.list(')')] };
    }
    if (this.next === '-') return /^\d/.test(this.rest[this.at + 1]) ? { literal: this.signed() } : { sign: this.take(), operands: [{ literal: '0' }, this.postfix()] };
    const word = this.take();
    if (word === undefined) throw new SyntaxError('the line ends');
    if (!/^[A-Za-z_]/.test(word)) return { literal: word };
    const optional = this.skip('?');
    if (!this.skip('(')) return /^(True|False|None)$/.test(word) ? { literal: word } : { name: word };
    const call = { call: word, optional, operands: [], keywords: [] };
    while (!this.skip(')')) {
      if (this.rest[this.at + 1] === '=') {
        const name = this.take();
        this.take('=');
        call.keywords.push([name, this.value()]);
      } else {
        call.operands.push(this.expression());
      }
      if (this.next !== ')') this.take(',');
    }
    return call;
  }
  /** The text of an argument by name: up to the comma or bracket that ends it. */
  value() {
    const parts = [];
    for (let open = 0; open > 0 || ![',', ')'].includes(this.next);) {
      const part = this.take();
      open += (part === '(') - (part === ')');
      parts.push(part === ',' ? ', ' : part);
    }
    return parts.join('');
  }
}

/** {inputs, result, bindings: [[name, node]]} of "forward(x) = ... where ...". */
export function readForwardLine(line) {
  const [, inputs, body] = /^forward\(([^)]*)\) = (.*)$/s.exec(line);
  const [result, ...rest] = body.split(/\swhere\s/);
  const reader = new Reader(rest.join(' '));
  const bindings = [];
  while (reader.next !== undefined) {
    const name = reader.take();
    reader.take('=');
    bindings.push([name, reader.expression()]);
    if (reader.next !== undefined) reader.take(',');
  }
  return { inputs: inputs.split(',').map((name) => name.trim()).filter(Boolean), result: new Reader(result).expression(), bindings };
}

const strength = { '+': 1, '-': 1, '*': 2, '/': 2, '@': 2 };

export function writeExpression(node, around = 0) {
  const list = (nodes) => nodes.map((each) => writeExpression(each)).join(', ');
  if (node.name !== undefined) return node.name;
  if (node.aside) return '_';
  if (node.literal !== undefined) return node.literal;
  if (node.tuple) return `(${list(node.tuple)})`;
  if (node.of) return `${writeExpression(node.of, 3)}[${node.index}]`;
  if (node.sign) {
    const own = strength[node.sign];
    const text = `${writeExpression(node.operands[0], own)} ${node.sign} ${writeExpression(node.operands[1], own + 0.5)}`;
    return own < around ? `(${text})` : text;
  }
  const inside = [...node.operands.map((each) => writeExpression(each)), ...node.keywords.map(([name, text]) => `${name}=${text}`)];
  return `${node.call}${node.optional ? '?' : ''}(${inside.join(', ')})`;
}

export function writeForwardLine({ inputs, result, bindings }) {
  const where = bindings.map(([name, node]) => `${name} = ${writeExpression(node)}`).join(', ');
  return `forward(${inputs.join(', ')}) = ${writeExpression(result)}${where && ` where ${where}`}`;
}

/** The nodes directly inside a node. */
export const inside = (node) => node.operands ?? node.tuple ?? (node.of ? [node.of] : []);

/** The node with what `change` makes of those directly inside it. */
export function withInside(node, change) {
  if (node.operands) return { ...node, operands: node.operands.map(change) };
  if (node.tuple) return { ...node, tuple: node.tuple.map(change) };
  return node.of ? { ...node, of: change(node.of) } : node;
}

export function* nodesOf(node) {
  yield node;
  for (const each of inside(node)) yield* nodesOf(each);
}
