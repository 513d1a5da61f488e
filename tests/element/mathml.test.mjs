// Elements of the engine's MathML, in a document of the few functions that this needs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mathElement, termElements } from '../../web/element/mathml.js';

class FakeElement {
  content = [];
  attributes = {};

  constructor(namespace, tag) {
    Object.assign(this, { namespaceURI: namespace, localName: tag });
  }

  get children() {
    return this.content.filter((child) => child instanceof FakeElement);
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(child) {
    if (child instanceof FakeElement) child.parentNode = this;
    this.content.push(child);
  }
}
globalThis.document = { createElementNS: (namespace, tag) => new FakeElement(namespace, tag) };

/** Writes an element as a short text: msup[mi[d] mn[2]]. */
const shown = (node) => (typeof node === 'string' ? node : `${node.localName}[${node.content.map(shown).join(' ')}]`);

test('elements, texts and attributes', () => {
  const math = mathElement('<mrow><mn>12</mn><mo lspace="0.12em" rspace="0.5em">·</mo><msup><mi>α</mi><mn>2</mn></msup></mrow>');
  assert.equal(shown(math), 'math[mrow[mn[12] mo[·] msup[mi[α] mn[2]]]]');
  assert.deepEqual(math.children[0].children[1].attributes, { lspace: '0.12em', rspace: '0.5em' });
  assert.equal(math.children[0].namespaceURI, 'http://www.w3.org/1998/Math/MathML');
});

test('one <math> for each term, with its sign', () => {
  const terms = termElements('<mo form="prefix">−</mo><mi>a</mi><mo form="infix">+</mo><mrow><mi>b</mi><mo>·</mo><mi>c</mi></mrow>');
  assert.deepEqual(terms.map(shown), ['math[mo[−] mi[a]]', 'math[mo[+] mrow[mi[b] mo[·] mi[c]]]']);
  assert.deepEqual(termElements('<mn>0</mn>').map(shown), ['math[mn[0]]']);
});

test('names are text, whatever they look like', () => {
  assert.equal(shown(mathElement('<mi>&lt;img src=x onerror="alert(1)"&gt;&amp;lt;</mi>')),
    'math[mi[<img src=x onerror="alert(1)">&lt;]]');
});

test('a very deep formula', () => {
  let depth = 0;
  const deep = mathElement(`${'<mrow>'.repeat(100_000)}<mi>a</mi>${'</mrow>'.repeat(100_000)}`);
  for (let at = deep; at.children.length > 0; [at] = at.children) ++depth;
  assert.equal(depth, 100_001);
});
