// Writes error messages: in the element's own words if it has some, otherwise in the engine's.
import { messageOf } from '../languages/messages.js';

/** Writes one sentence for a ParamscopeError. `preset` is the requested name. */
export function sentence(error, preset, { words, render }) {
  const { code, line, column, subject } = error;
  const message = render(messageOf(error));
  switch (code) {
    case 'load':
      return typeof WebAssembly === 'object' ? words.notLoaded : words.noWebAssembly;
    case 'crashed':
      return words.crashed;
    case 'preset':
      return error.sentence.code === 'library.no_preset_similar' ? message : words.noPreset(preset);
    case 'model':
      return line === undefined ? message : words.atPlace(line, column, message);
    case 'setting':
      return subject === undefined ? message : words.about(subject, message);
    case 'input':
      return words.about(words.inputShape, message);
    default:
      return message;
  }
}
