// The engine's program: what src/bindings/main.cpp exports, as functions of texts and numbers.
import create from 'built:paramscope-engine.js';

import { instantiate } from '../wasm.js';

/** Starts the program of the wasm given, an address, bytes or a compiled module. */
export async function startProgram(source) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const texts = { given: undefined, taken: '', take: (bytes) => { texts.taken = decoder.decode(bytes); } };
  const program = await instantiate(create, source, { texts, printErr() {} });

  /** Calls a function with numbers, and bytes or a text to be read by it. */
  const call = (name, numbers, given) => {
    texts.given = typeof given === 'string' ? new TextEncoder().encode(given) : given;
    return program[name](...numbers);
  };
  /** The same of functions that answer with a text. */
  const ask = (...question) => {
    call(...question);
    return texts.taken;
  };
  return {
    openModel: (bytes) => call('_open_model', [], bytes),
    closeModel: (model) => call('_close_model', [model]),
    diagnostics: (model) => ask('_diagnostics', [model]),
    count: (model, settings) => ask('_count_model', [model], settings),
    write: (model, format, depth) => ask('_write_report', [model, depth], format),
    formula: (model, path, subject, notation) => ask('_formula', [model, subject, notation], path),
    explanation: (model, path, subject, notation) => ask('_explanation', [model, subject, notation], path),
    suggestedInput: (model) => ask('_suggested_input', [model]),
    hasUnknownTypes: (model) => call('_has_unknown_types', [model]) !== 0,
    receiveTexts: (texts) => call('_receive_texts', [], texts),
    inventory: () => ask('_inventory', []),
  };
}
