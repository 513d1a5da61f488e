// Wrong and hostile models: a diagnostic with line and column on standard error, status 1, and a JSON report.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';

import { counted, file, paramscope } from './support.mjs';

/** [model, line, column, pattern of the message] */
const wrong = {
  'an unbalanced parenthesis': ['Net(\n  (a): Linear(3, 4\n)\n', 2, 14, /never closed/],
  'an unknown symbol': ['Linear(d, 4)', 1, 8, /'d'/],
  'a convolution without kernel': ['Net(\n  (a): Conv2d(3, 64)\n)', 2, 8, /kernel_size/],
  'groups that do not divide': ['Conv2d(3, 64, kernel_size=3, groups=2)', 1, 37, /groups/],
  'heads that do not divide the width': ['MultiheadAttention(embed_dim=10, num_heads=3)', 1, 44, /heads/],
  'a negative size': ['Linear(-3, 4)', 1, 8, /-3/],
  'a result over 2^127': ['Linear(10**30, 10**30)', 1, null, /2\^127/],
  'an empty text': ['', 1, 1, /empty/],
};
for (const [what, [model, line, column, sentence]] of Object.entries(wrong)) {
  test(`${what} is an error with its place`, () => {
    const path = file(model);
    const { status, output, errors } = paramscope([path]);
    assert.equal(status, 1);
    assert.equal(output, '', 'no table, which would look like a result');
    const [, ...place] = /:(\d+):(\d+): error: (.+)/.exec(errors);
    assert.equal(errors.indexOf(`${path}:`), 0);
    assert.equal(Number(place[0]), line);
    if (column !== null) assert.equal(Number(place[1]), column);
    assert.match(place[2], sentence);
  });

  test(`${what} is in the JSON report`, () => {
    const { status, report } = counted(model);
    assert.equal(status, 1);
    const error = report.diagnostics.find(({ severity }) => severity === 'error');
    assert.equal(error.line, line);
    assert.match(error.message, sentence);
  });
}

const hostile = {
  'a megabyte of open parentheses': Buffer.alloc(1 << 20, '('),
  '10 MB of open parentheses in an argument': Buffer.concat([Buffer.from('Linear('), Buffer.alloc(10 << 20, '(')]),
  'a megabyte of nested modules': Buffer.from('A(\n'.repeat(1 << 18)),
  'a megabyte of random bytes': randomBytes(1 << 20),
  'a megabyte of zeros': Buffer.alloc(1 << 20),
};
for (const [what, bytes] of Object.entries(hostile)) {
  test(`${what} end with a message`, () => {
    const { status, output, errors } = paramscope(['-', '--format', 'json'], bytes);
    assert.equal(status, 1);
    assert.match(errors, /^<stdin>:\d+:\d+: error: /m);
    assert.equal(JSON.parse(output).format, 'paramscope-report');
    assert.ok(errors.length < 1 << 20, 'no flood of messages');
  });
}

test('a text beyond the limit is refused by its size', () => {
  const { status, errors } = paramscope(['-'], Buffer.alloc((96 << 20) + 1, ' '));
  assert.equal(status, 1);
  assert.match(errors, /^<stdin>: error: the input is larger than \d+ MiB/);
});

test('a warning does not fail', () => {
  const { status, errors } = paramscope([file('Net(\n  (a): Linear(3, 4)\n  (b): Mystery()\n)\n')]);
  assert.equal(status, 0);
  assert.match(errors, /:3:\d+: warning: /);
});
