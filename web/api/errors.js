// The one kind of error this library throws.

/**
 * Something is wrong with what was asked, or the engine cannot run. `code` says which:
 *
 *   model       the model text is wrong              setting     an entry of `set` is wrong; `subject` is its name
 *   input       the input shape is wrong             convention, format, path, preset    there is none of that name
 *   argument    a value of a wrong type was passed   released    the model was deleted, or the engine restarted
 *   load        the engine could not be loaded       crashed     the engine failed, and starts anew: out of memory or stack,
 *                                                                or a defect of its own; `cause` is the error it failed with
 *
 * `line` and `column` count from 1, in the model text or in the setting's own text; undefined where there is no place.
 * `diagnostics` holds everything the engine said of it.
 */
export class ParamscopeError extends Error {
  constructor(code, message, details = {}) {
    super(message, { cause: details.cause });
    this.name = 'ParamscopeError';
    this.code = code;
    this.line = details.line;
    this.column = details.column;
    this.path = details.path;
    this.subject = details.subject;
    this.diagnostics = details.diagnostics ?? [];
  }

  /** What a call of the engine threw: 'argument' where Embind refused a value, otherwise 'crashed'. */
  static ofEngine(error) {
    // Embind checks values before it enters the C++ code.
    const isRefused = error instanceof TypeError || error.name === 'BindingError';
    if (isRefused) return new ParamscopeError('argument', error.message, { cause: error });
    return new ParamscopeError('crashed', crashReason(error), { cause: error });
  }

  /** The error behind an engine's answer: `wrong` names what is at fault, `diagnostics` say why. */
  static of(wrong, diagnostics) {
    const first = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
    const [, setting] = /^set (.*)$/s.exec(wrong) ?? [];
    const code = setting === undefined ? wrong : 'setting';
    const isPlaced = ['model', 'setting', 'input'].includes(code) && first.line !== null;
    return new ParamscopeError(code, first.message, {
      line: isPlaced ? first.line : undefined,
      column: isPlaced ? first.column : undefined,
      path: first.path,
      subject: setting,
      diagnostics,
    });
  }
}

function crashReason(error) {
  // V8 and JavaScriptCore throw a RangeError, SpiderMonkey an InternalError.
  if (/call stack|too much recursion/i.test(error.message)) return 'the engine ran out of stack: the model is nested too deeply for it';
  if (error instanceof RangeError) return 'the engine ran out of memory: the model is too large for it';
  return `the engine failed: ${error.message}`;
}
