// Explains exceptions that end a WebAssembly program: the engine or the opener.
import { message, messageOf } from './languages/messages.js';

/** Returns the reason for an exception that the program threw while it ran, as a message. */
export function crashReason(error) {
  // V8 and JavaScriptCore throw a RangeError, SpiderMonkey an InternalError.
  if (/call stack|too much recursion/i.test(error.message)) return message('library.out_of_stack');
  if (error instanceof RangeError) return message('library.out_of_memory');
  return message('library.engine_failed', { reason: messageOf(error) });
}

const crashes = new Set(['library.out_of_stack', 'library.out_of_memory', 'library.engine_failed']);

/** True for a message of crashReason(). */
export const isCrash = ({ code }) => crashes.has(code);
