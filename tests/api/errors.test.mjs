// Conversion of engine failures to ParamscopeErrors.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ParamscopeError } from '../../web/api/errors.js';

const bindingError = Object.assign(new Error('Cannot pass non-string to std::string'), { name: 'BindingError' });

const cases = [
  { error: bindingError, code: 'argument', message: /non-string/ },
  { error: new TypeError('Cannot convert a BigInt value to a number'), code: 'argument', message: /BigInt/ },
  { error: new RangeError('out of memory'), code: 'crashed', message: /out of memory/ },
  { error: new RangeError('Invalid string length'), code: 'crashed', message: /out of memory/ },
  { error: new RangeError('Maximum call stack size exceeded'), code: 'crashed', message: /out of stack/ },
  { error: new Error('too much recursion'), code: 'crashed', message: /out of stack/ },
  { error: new WebAssembly.RuntimeError('unreachable'), code: 'crashed', message: /failed: unreachable/ },
];
for (const { error, code, message } of cases) {
  test(`${error.name}: ${error.message}`, () => {
    const failure = ParamscopeError.ofEngine(error);
    assert.equal(failure.code, code);
    assert.match(failure.message, message);
    assert.equal(failure.cause, error);
  });
}

test('has the message of the first error, with its id and arguments', () => {
  const note = { severity: 'note', code: 'a.note', arguments: {}, message: 'a note', line: 1, column: 1 };
  const error = { severity: 'error', code: 'an.error', arguments: { name: 'd' }, message: 'd is wrong', line: 2, column: 3 };
  const failure = ParamscopeError.of('model', [note, error]);
  assert.deepEqual(failure.sentence, { code: 'an.error', arguments: { name: 'd' }, message: 'd is wrong' });
  assert.deepEqual([failure.message, failure.line, failure.column], ['d is wrong', 2, 3]);
});

test('errors of the library have messages with ids', () => {
  const failure = ParamscopeError.from('preset', 'library.no_preset', { name: 'gpt-9' });
  assert.deepEqual(failure.sentence, { code: 'library.no_preset', arguments: { name: 'gpt-9' }, message: 'there is no preset named "gpt-9"' });
  assert.equal(failure.message, failure.sentence.message);
});
