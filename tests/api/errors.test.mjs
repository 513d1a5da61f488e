// What went wrong in the engine, told apart.
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
