// Encoding and decoding of links: states survive a round trip, and invalid links are rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { decodeLink, encodeLink, largestContent, longestLink } from '../../web/share/link.js';
import { LinkError } from '../../web/share/state.js';

const base64url = (bytes) => Buffer.from(bytes).toString('base64url');
const linkOf = (content) => `#v1:${base64url(deflateRawSync(content))}`;
const linkOfJson = (value) => linkOf(JSON.stringify(value));

const lines = Array.from({ length: 500 }, (_, i) => `(${i}): Linear(${i * i}, ${i * 7919})`).join('\n');

const states = {
  'a text': { text: 'Linear(3, 4)\n' },
  'an empty text': { text: '' },
  'a long text': { text: lines, name: 'Long' },
  'everything': {
    text: 'd = 8\nLinear(d, 4)', name: '模型 <img src=x onerror=alert(1)> 🙂', set: { d: '24', __proto__x: '1' },
    input: '1,8', convention: 'flops', view: 'table', selection: 'encoder.0.attn', open: { encoder: true, '': false },
  },
  'a changed preset': { preset: 'llama-2-7b', set: { H: '5120' } },
  'a preset': { preset: 'resnet-50' },
  'line breaks and nulls': { text: 'a\r\n\0\u2028b' },
};

for (const [name, state] of Object.entries(states)) {
  test(`a link brings back ${name}`, async () => {
    const link = await encodeLink(state);
    assert.match(link, /^#[\w:.-]+$/);
    assert.deepEqual(await decodeLink(link), state);
  });
}

test('a preset as it is has a readable link', async () => {
  assert.equal(await encodeLink({ preset: 'gpt2' }), '#gpt2');
  assert.equal(await encodeLink({ preset: 'gpt2', set: undefined }), '#gpt2');
});

test('a name like __proto__ is a name like any other', async () => {
  const state = await decodeLink(linkOf('{"text":"x","__proto__":{"view":"table"},"set":{"__proto__":"7"}}'));
  assert.equal(Object.getPrototypeOf(state), Object.prototype);
  assert.equal(state.view, undefined);
  assert.deepEqual(Object.entries(state.set), [['__proto__', '7']]);
});

const readable = {
  '': undefined,
  '#': undefined,
  '#preset:gpt2': { preset: 'gpt2' },
  'gpt2': { preset: 'gpt2' },
  [linkOfJson({ text: 'x', preset: 'gpt2' })]: { text: 'x' },
  [linkOfJson({ text: 'x', later: { version: 9 } })]: { text: 'x' },
  [linkOfJson({ text: 'x' }).replace(':', '%3A')]: { text: 'x' },
};

for (const [link, state] of Object.entries(readable)) {
  test(`reads “${link.slice(0, 40)}”`, async () => assert.deepEqual(await decodeLink(link), state));
}

const good = linkOfJson({ text: lines });
const bomb = `#v1:${base64url(deflateRawSync(Buffer.alloc(largestContent * 40), { level: 9 }))}`;

const hostile = {
  'nothing after the version': ['#v1:', 'damaged'],
  'the last character missing': [good.slice(0, -1), 'damaged'],
  'half of it missing': [good.slice(0, good.length / 2), 'damaged'],
  'a single character left': ['#v1:A', 'damaged'],
  'no deflate': [`#v1:${base64url('these words are no deflate')}`, 'damaged'],
  'bits all set': [`#v1:${base64url(Buffer.alloc(64, 255))}`, 'damaged'],
  'zlib instead of raw deflate': [`#v1:${base64url([0x78, 0x9c, 0x4b, 0x04, 0x00])}`, 'damaged'],
  'a space': ['#v1:AA AA', 'not-base64url'],
  'plain base64': ['#v1:+/+/', 'not-base64url'],
  'padding': ['#v1:AAA=', 'not-base64url'],
  'markup': ['#v1:<script>alert(1)</script>', 'not-base64url'],
  'letters that only look like it': ['#v1:АААА', 'not-base64url'],
  'a bomb': [bomb, 'too-large'],
  'an address beyond the limit': [`#v1:${'A'.repeat(longestLink)}`, 'too-long'],
  'no JSON': [linkOf('{"text": '), 'not-json'],
  'nothing': [linkOf(''), 'not-json'],
  'JavaScript': [linkOf('(()=>alert(1))()'), 'not-json'],
  'no UTF-8': [linkOf(Buffer.from([0x22, 0xff, 0x22])), 'not-json'],
  'deeper JSON than any model': [linkOf('['.repeat(2e6)), 'not-json'],
  'a number': [linkOfJson(1), 'wrong-type'],
  'null': [linkOfJson(null), 'wrong-type'],
  'a list': [linkOfJson([{ text: 'x' }]), 'wrong-type'],
  'no model': [linkOfJson({ set: { d: '1' } }), 'wrong-type'],
  'a text that is a number': [linkOfJson({ text: 7 }), 'wrong-type'],
  'a text that is null': [linkOfJson({ text: null }), 'wrong-type'],
  'a preset that is a path': [linkOfJson({ preset: '../secret' }), 'wrong-type'],
  'a set that is a list': [linkOfJson({ text: '', set: ['d'] }), 'wrong-type'],
  'a set of numbers': [linkOfJson({ text: '', set: { d: 24 } }), 'wrong-type'],
  'a view that does not exist': [linkOfJson({ text: '', view: 'raw' }), 'wrong-type'],
  'an open that is no choice': [linkOfJson({ text: '', open: { a: 'yes' } }), 'wrong-type'],
  'a value without end': [linkOfJson({ text: '', set: { d: '9'.repeat(2000) } }), 'too-large'],
  'too many settings': [linkOfJson({ text: '', set: Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, ''])) }), 'too-large'],
  'the next version': ['#v2:abcd', 'unknown-version'],
  'a version far away': ['#v99999:', 'unknown-version'],
  'a folder': ['#../../etc', 'unknown-form'],
  'a script address': ['#javascript:alert(1)', 'unknown-form'],
  'a lone percent sign': ['#%', 'unknown-form'],
};

for (const [name, [link, code]] of Object.entries(hostile)) {
  test(`explains a link with ${name}`, async () => {
    const error = await decodeLink(link).then(() => undefined, (reason) => reason);
    assert.ok(error instanceof LinkError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, /^[A-Z].{10,160}\.$/);
  });
}

test('a name beyond measure is cut', async () => {
  const { name } = await decodeLink(linkOfJson({ text: '', name: 'n'.repeat(1e6) }));
  assert.equal(name.length, 200);
});

test('does not write what it would not read', async () => {
  const random = Buffer.from(Array.from({ length: 3e6 }, (_, i) => 32 + (Math.imul(i ^ (i >> 7), 2654435761) >>> 25) % 90)).toString();
  for (const text of ['x'.repeat(largestContent), random]) {
    await assert.rejects(encodeLink({ text }), { code: 'too-long' });
  }
});
