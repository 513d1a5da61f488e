// Conversion of the engine's formulas to MathML trees.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nameTree, parseFormula, sumTree } from '../../web/element/mathml.js';

/** Writes a tree as a short text: msup(d,2). Operators are written as they are. */
function shown({ tag, text, children = [] }) {
  if (text !== undefined) return tag === 'mtext' ? `“${text}”` : text;
  return `${tag === 'mrow' ? '' : tag}[${children.map(shown).join(' ')}]`;
}

const formulas = {
  '0': '0',
  '12·d_model² + 13·d_model': '[[12 · msup[msub[d model] 2]] + [13 · msub[d model]]]',
  '−3·d + 4': '[− [3 · d] + 4]',
  'W − K': '[W − K]',
  '⌊(H − 1)/2⌋': '[⌊ mfrac[[H − 1] 2] ⌋]',
  '⌈n/(2·s)⌉': '[⌈ mfrac[n [2 · s]] ⌉]',
  'a·b/(c·d)': 'mfrac[[a · b] [c · d]]',
  'a/b + c': '[mfrac[a b] + c]',
  'min(a, b + 1)': '[min [( [a , [b + 1]] )]]',
  'max(2·d, 8)²': 'msup[[max [( [[2 · d] , 8] )]] 2]',
  '(a + b)²·c': '[msup[[( [a + b] )] 2] · c]',
  '2^n': 'msup[2 n]',
  '(a + 1)^(n − 1)': 'msup[[( [a + 1] )] [n − 1]]',
  'x¹²': 'msup[x 12]',
  'alpha·Omega_beta': '[α · msub[Ω β]]',
  '层数·隐层_宽': '[层数 · msub[隐层 宽]]',
  '4*d^2 - d': '[[4 · msup[d 2]] − d]',
  '12·768²·12': '[12 · msup[768 2] · 12]',
  '': '“”',
  '[overflow]': '[overflow]',
  'a +': '“a +”',
  '(a': '“(a”',
  '⌊a)': '“⌊a)”',
  'a b': '“a b”',
  '<img src=x onerror=alert(1)>': '“<img src=x onerror=alert(1)>”',
};

for (const [text, expected] of Object.entries(formulas)) {
  test(`reads ${text || 'nothing'}`, () => assert.equal(shown(sumTree(parseFormula(text))), expected));
}

test('gives the terms of a sum apart, with their signs', () => {
  assert.deepEqual(parseFormula('−a + b − 2').map(({ sign, tree }) => sign + shown(tree)), ['−a', '+b', '−2']);
});

test('writes whole numbers as it is told, exponents not', () => {
  const terms = parseFormula('50257·d²', (digits) => digits.replace('50', '50,'));
  assert.equal(shown(sumTree(terms)), '[50,257 · msup[d 2]]');
});

test('does not follow parentheses without end', () => {
  const deep = '('.repeat(100_000) + 'a' + ')'.repeat(100_000);
  assert.equal(parseFormula(deep)[0].tree.tag, 'mtext');
});

const names = { d: 'd', n_ctx: 'msub[n ctx]', d_model_2: 'msub[d model_2]', _x: '_x', x_: 'x_', h_1: 'msub[h 1]', lambda: 'λ', constructor: 'constructor' };

for (const [name, expected] of Object.entries(names)) {
  test(`sets the name ${name}`, () => assert.equal(shown(nameTree(name)), expected));
}
