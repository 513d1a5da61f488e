// Converts formulas to MathML: the engine's text (`12·d_model² + ⌊(H − 1)/2⌋`) -> a tree of plain objects -> elements.
//
//   sum      = ['−'] product {('+' | '−') product}
//   product  = power {('·' | '/') power}
//   power    = atom {superscript digits | '^' atom}
//   atom     = digits | name | name '(' sum {',' sum} ')' | '(' sum ')' | '⌊' sum '⌋' | '⌈' sum '⌉'
//
// Accepts the plain notation (`*`, `-`) too. A text that is not a formula is shown unchanged.

const namespace = 'http://www.w3.org/1998/Math/MathML';
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const token = /\s*(\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[·+−*/^(),⌊⌋⌈⌉-]|[^\s·+−*/^(),⌊⌋⌈⌉⁰¹²³⁴⁵⁶⁷⁸⁹-]+)/uy;
const closing = { '(': ')', '⌊': '⌋', '⌈': '⌉' };
const deepest = 60;

const greek = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', iota: 'ι',
  kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', upsilon: 'υ',
  phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ', Lambda: 'Λ', Xi: 'Ξ', Pi: 'Π',
  Sigma: 'Σ', Upsilon: 'Υ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω',
};

/** @typedef {{tag: string, text?: string, children?: Tree[], attributes?: Record<string, string>}} Tree */

const leaf = (tag, text, attributes) => ({ tag, text, ...(attributes && { attributes }) });
const node = (tag, ...children) => ({ tag, children });
const row = (children) => (children.length === 1 ? children[0] : node('mrow', ...children));
const sign = (text, form) => leaf('mo', text, { form });
const times = leaf('mo', '·', { lspace: '0.12em', rspace: '0.12em' });

/** Makes a name: `d_model` with its second part as a subscript, `alpha` as the Greek letter. */
export function nameTree(name) {
  const at = name.indexOf('_');
  if (at <= 0 || at + 1 === name.length) return identifier(name);
  return node('msub', identifier(name.slice(0, at)), identifier(name.slice(at + 1)));
}

function identifier(part) {
  if (/^\d+$/.test(part)) return leaf('mn', part);
  return leaf('mi', Object.hasOwn(greek, part) ? greek[part] : part);
}

class Reader {
  #tokens = [];
  #at = 0;
  #depth = 0;
  #digits;

  constructor(text, digits) {
    this.#digits = digits;
    token.lastIndex = 0;
    for (let found = token.exec(text); found; found = token.exec(text)) this.#tokens.push(found[1]);
  }

  /** Parses the whole text as the terms of a sum. */
  read() {
    const terms = this.#terms();
    if (this.#at < this.#tokens.length) throw new SyntaxError('more than a formula');
    return terms;
  }

  #peek() {
    return this.#tokens[this.#at];
  }

  /** Consumes the next token if it is one of these; otherwise returns undefined. */
  #take(...wanted) {
    return wanted.includes(this.#peek()) ? this.#tokens[this.#at++] : undefined;
  }

  #terms() {
    if (++this.#depth > deepest) throw new SyntaxError('too deep');
    const terms = [{ sign: this.#take('−', '-') ? '−' : '', tree: this.#product() }];
    for (let found = this.#take('+', '−', '-'); found; found = this.#take('+', '−', '-')) {
      terms.push({ sign: found === '+' ? '+' : '−', tree: this.#product() });
    }
    --this.#depth;
    return terms;
  }

  #sum() {
    return sumTree(this.#terms());
  }

  #product() {
    let factors = [this.#power()];
    for (let found = this.#take('·', '*', '/'); found; found = this.#take('·', '*', '/')) {
      const next = this.#power();
      // The bar of a fraction replaces parentheses.
      if (found === '/') factors = [node('mfrac', bare(row(factors)), bare(next))];
      else factors.push(times, next);
    }
    return row(factors);
  }

  #power() {
    let base = this.#atom();
    for (;;) {
      const next = this.#peek();
      if (next && superscripts.includes(next[0])) {
        this.#at++;
        base = node('msup', base, leaf('mn', [...next].map((digit) => superscripts.indexOf(digit)).join('')));
      } else if (this.#take('^')) {
        base = node('msup', base, bare(this.#atom()));
      } else {
        return base;
      }
    }
  }

  #atom() {
    const found = this.#tokens[this.#at++];
    if (found === undefined) throw new SyntaxError('a formula that ends too early');
    if (/^\d+$/.test(found)) return leaf('mn', this.#digits(found));
    if (found in closing) return this.#enclosed(found, [this.#sum()]);
    if (/^[·+−*/^(),⌊⌋⌈⌉⁰¹²³⁴⁵⁶⁷⁸⁹-]/u.test(found)) throw new SyntaxError(`${found} where a value belongs`);
    if (!this.#take('(')) return nameTree(found);
    const list = [this.#sum()];
    while (this.#take(',')) list.push(leaf('mo', ','), this.#sum());
    return node('mrow', leaf('mi', found), this.#enclosed('(', list));
  }

  #enclosed(open, content) {
    if (!this.#take(closing[open])) throw new SyntaxError(`${open} is not closed`);
    return node('mrow', sign(open, 'prefix'), row(content), sign(closing[open], 'postfix'));
  }
}

/** Removes the enclosing parentheses. */
function bare(tree) {
  return tree.children?.[0].text === '(' ? tree.children[1] : tree;
}

/** Joins the terms of a sum into one tree. */
export function sumTree(terms) {
  return row(terms.flatMap(({ sign: text, tree }, index) =>
    (text ? [sign(text, index === 0 ? 'prefix' : 'infix'), tree] : [tree])));
}

/**
 * Parses a formula into the terms of its sum, between which lines may break: [{sign: '' | '+' | '−', tree}].
 * @param {(digits: string) => string} digits  formats whole numbers, for example with thousands separators
 */
export function parseFormula(text, digits = String) {
  try {
    return new Reader(text, digits).read();
  } catch (error) {
    if (error instanceof SyntaxError) return [{ sign: '', tree: leaf('mtext', text) }];
    throw error;
  }
}

/** @param {Tree} tree */
export function toElement({ tag, text, children = [], attributes = {} }) {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  element.append(...children.map(toElement));
  return element;
}

/** Makes one <math> for a term of a sum, with its sign. */
export function termElement({ sign: text, tree }, isFirst) {
  const signs = text ? [sign(text, isFirst ? 'prefix' : 'infix')] : [];
  return toElement(node('math', ...signs, tree));
}
