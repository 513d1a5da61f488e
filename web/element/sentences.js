// What is said when something goes wrong: the element's own words where it has some, the engine's otherwise.

/** One sentence for a ParamscopeError. `preset` is the name that was asked for. */
export function sentence(error, preset, { errors, inputShape }) {
  const { code, message, line, column, subject } = error;
  switch (code) {
    case 'load':
      return typeof WebAssembly === 'object' ? errors.load : errors.webAssembly;
    case 'crashed':
      return errors.crashed;
    case 'preset':
      return errors.preset(preset);
    case 'model':
      return line === undefined ? message : errors.place(line, column) + message;
    case 'setting':
      return subject === undefined ? message : errors.about(subject) + message;
    case 'input':
      return errors.about(inputShape) + message;
    default:
      return message;
  }
}
