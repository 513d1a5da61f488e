// Defines ParamscopeError, the only error class of this library.
import { crashReason } from '../crash.js';
import { message, messageOf, plainMessage } from '../languages/messages.js';

/**
 * Reports a wrong model or argument, or an engine that cannot run. `code` is the kind of error:
 *
 *   model       the model text is wrong              setting     an entry of `set` is wrong; `subject` is its name
 *   input       the input shape is wrong             convention, format, path, preset    the name is unknown
 *   argument    a value of a wrong type was passed   released    the model was deleted, or the engine restarted
 *   load        the engine could not be loaded       crashed     the engine ran out of memory or stack, or has a defect, and
 *                                                                restarts; `cause` is the original exception
 *   fetch       a model could not be fetched
 *
 * `line` and `column` count from 1, in the model text or in the setting's own text; undefined for an error without a
 * position. `sentence` is the message with its id and arguments, { code, arguments, message }, for translation.
 * `diagnostics` are all diagnostics of the engine.
 */
export class ParamscopeError extends Error {
  constructor(code, sentence, details = {}) {
    super(sentence.message, { cause: details.cause });
    this.name = 'ParamscopeError';
    this.code = code;
    this.sentence = sentence;
    this.line = details.line;
    this.column = details.column;
    this.path = details.path;
    this.subject = details.subject;
    this.diagnostics = details.diagnostics ?? [];
  }

  /** Makes an error with a message of web/languages/messages.js. */
  static from(code, id, values, details) {
    return new ParamscopeError(code, message(id, values), details);
  }

  /** Makes the error of wasm that could not be fetched or compiled: it may lie elsewhere than beside the library. */
  static ofWasm(error) {
    return ParamscopeError.from('load', 'library.wasm_not_loaded', { reason: messageOf(error) }, { cause: error });
  }

  /** Converts an exception of the engine: 'argument' if Embind refused a value, otherwise 'crashed'. */
  static ofEngine(error) {
    // Embind checks values before it enters the C++ code.
    const isRefused = error instanceof TypeError || error.name === 'BindingError';
    if (isRefused) return new ParamscopeError('argument', plainMessage(error.message), { cause: error });
    return new ParamscopeError('crashed', crashReason(error), { cause: error });
  }

  /** Makes the error of a refused request: `wrong` is the engine's name for the faulty part, such as 'model' or 'set d'. */
  static of(wrong, diagnostics) {
    const first = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
    const [, setting] = /^set (.*)$/s.exec(wrong) ?? [];
    const code = setting === undefined ? wrong : 'setting';
    const isPlaced = ['model', 'setting', 'input'].includes(code) && first.line !== null;
    return new ParamscopeError(code, { code: first.code, arguments: first.arguments, message: first.message }, {
      line: isPlaced ? first.line : undefined,
      column: isPlaced ? first.column : undefined,
      path: first.path,
      subject: setting,
      diagnostics,
    });
  }
}
