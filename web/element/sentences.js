// What is said when something goes wrong: the element's own words where it has some, the engine's otherwise.

/** One sentence for a ParamscopeError. */
export function sentence(error, { errors }) {
  switch (error.code) {
    case 'load':
      return typeof WebAssembly === 'object' ? errors.load : errors.webAssembly;
    case 'crashed':
      return errors.crashed;
    default:
      return (error.line === undefined || error.code !== 'model' ? '' : errors.place(error.line, error.column)) + error.message;
  }
}
