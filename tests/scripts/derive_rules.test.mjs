// How traced forward lines become block rules (scripts/derive).
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inRuleWords, workOf } from '../../scripts/derive/compact.mjs';
import { readForwardLine, writeForwardLine } from '../../scripts/derive/forward_line.mjs';
import { modulesOf, readModelText } from '../../scripts/derive/model_text.mjs';
import { Simplifier } from '../../scripts/derive/simplify.mjs';

const projections = ['q_proj', 'k_proj', 'v_proj', 'o_proj'].map((name) => `  (${name}): Linear(64, 64)`).join('\n');
const heads = (name) => `transpose(reshape(${name}(x), size=(0, 0, -1, 16)), 1, 2)`;

const cases = [
  ['positions and arguments that are not used go', `Layer(
  forward(x, mask) = norm(x + wpe(tensor(size=(tokens,))))
  (wpe): Embedding(10, 64)
  (norm): LayerNorm(64)
)`, 'forward(x) = norm(x)'],
  ['heads of attention go, and rotary positions that turn them', `Attention(
  forward(x, cos) = o_proj(reshape(transpose(output, 1, 2), size=(0, 0, -1)))
    where q = ${heads('q_proj')}, output = attention(q * tensor(size=(1,)) + cat(resize(q, size=(0, 0, 0, 8)), resize(q, size=(0, 0, 0, 8)), dim=-1), cache(${heads('k_proj')}), cache(${heads('v_proj')}), cached=0)
${projections}
)`, 'forward(x) = o_proj(attention(q_proj(x), k_proj(x), v_proj(x)))'],
  ['a product of softmax is attention, which keeps nothing', `Attention(
  forward(x) = o_proj(reshape(transpose(softmax(${heads('q_proj')} @ transpose(${heads('k_proj')}, -1, -2)) @ ${heads('v_proj')}, 1, 2), size=(0, 0, -1)))
${projections}
)`, 'forward(x) = o_proj(attention(q_proj(x), k_proj(x), v_proj(x), cached=0))'],
  ['a slice of a projection is an item of chunk()', `Attention(
  forward(x) = attention(slice(a, dim=2, start=0, end=64), slice(a, dim=2, start=64, end=128), slice(a, dim=2, start=128, end=192)) where a = qkv(x)
  (qkv): Linear(64, 192)
)`, 'forward(x) = attention(chunk(a, 3, dim=-1)[0], chunk(a, 3, dim=-1)[1], chunk(a, 3, dim=-1)[2], cached=0) where a = qkv(x)'],
  ['parts of one projection that are not told apart make no rule', `Attention(
  forward(x) = attention(${heads('qkv')}, ${heads('qkv')}, ${heads('qkv')})
  (qkv): Linear(64, 192)
)`, undefined],
  ['sizes by their names are the same', `width = 64
heads = 4
Attention(
  forward(x) = attention(slice(a, dim=2, start=0, end=width), slice(a, dim=2, start=width, end=2*heads*floor(width/heads)), slice(a, dim=2, start=2*width, end=3*width)) where a = qkv(x)
  (qkv): Linear(width, 3*width)
)`, 'forward(x) = attention(chunk(a, 3, dim=-1)[0], chunk(a, 3, dim=-1)[1], chunk(a, 3, dim=-1)[2], cached=0) where a = qkv(x)'],
  ['what is used twice has a name, also if a child is called so', `MLP(
  forward(hidden) = down(y) + y where y = act(up(hidden))
  (up): Linear(64, 64)
  (act): GELUActivation()
  (down): Linear(64, 64)
  (a): Identity()
)`, 'forward(x) = down(b) + b where b = act?(up(x))'],
  ['columns of one result are that result', `Head(
  forward(x) = (squeeze(slice(y, dim=2, start=0, end=1), -1), squeeze(slice(y, dim=2, start=1, end=2), -1)) where y = qa(x)
  (qa): Linear(64, 2)
)`, 'forward(x) = qa(x)'],
  ['a chain of layers is each()', `Stack(
  forward(x) = h.1(h.0(x))
  (h): ModuleList(
    (0-1): 2 x Linear(64, 64)
  )
)`, 'forward(x) = each(h, x)'],
  ['a number of the model makes no rule', `Head(
  forward(x) = fc(reshape(x, size=(0, 7, 9, 11)))
  (fc): Linear(64, 64)
)`, undefined],
  ['the place of a far layer makes no rule', `Stack(
  forward(x) = h.11(x)
  (h): ModuleList(
    (0-11): 12 x Linear(64, 64)
  )
)`, undefined],
];

for (const [name, text, expected] of cases) {
  test(name, () => {
    const module = readModelText(text);
    const line = new Simplifier(() => undefined).of(module);
    assert.equal(line.result && writeForwardLine(inRuleWords(line, module)), expected, line.problem);
  });
}

test('a line is read as it is written', () => {
  for (const line of ['forward(x, y) = (a + b) * (c @ -1)[0]', 'forward() = f?(x, dim=1, size=(0, -1)) where x = (a, b), b = 0 - a']) {
    assert.equal(writeForwardLine(readForwardLine(line)), line);
  }
});

test('lines that do the same work are equal', () => {
  const work = (line) => workOf(readForwardLine(line));
  assert.equal(work('forward(x) = y + fc(act?(y)) where y = norm(x)'), work('forward(h) = fc(norm(h)) + norm(h)'));
  assert.notEqual(work('forward(x, y) = fc(x, y)'), work('forward(x, y) = fc(x, x)'));
});

test('modules are read with their children, tensors and lines', () => {
  const root = readModelText('# note\ninput = (batch, tokens)\n\nNet<source>(\n  forward(x) = fc(x)\n    where y = x\n  (w): Parameter(3, 4)\n  (fc): 2 x Linear(3, 4)\n  (gone): None\n)\n');
  assert.deepEqual([...modulesOf(root)].map(({ name, type }) => [name, type]), [['', 'Net'], ['fc', 'Linear']]);
  assert.deepEqual(root.tensors.map(({ name }) => name), ['w']);
  assert.equal(root.forward, 'forward(x) = fc(x) where y = x');
});
