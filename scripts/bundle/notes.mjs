// Runs programs whose wasm notes which of its functions run (wasm-split --instrument).

const page = 65536;
const room = 16 * page;

/**
 * Starts Emscripten's factory with such a wasm, compiled. Resolves to { program, notes() }: notes() gives what ran so far, in the format of
 * wasm-split.
 */
export async function start(create, module, options) {
  let exported;
  let failure;
  const run = (instance, received) => {
    exported = instance.exports;
    try {
      received(instance, module);
    } catch (error) {
      failure = error;  // of main(), which Emscripten calls when its promise is settled
    }
  };
  const instantiateWasm = (imports, received) => {
    WebAssembly.instantiate(module, imports).then((instance) => run(instance, received));
    return {};
  };
  const program = await create({ ...options, instantiateWasm });
  if (failure) throw failure;
  const notes = () => {
    const memory = Object.values(exported).find((each) => each instanceof WebAssembly.Memory);
    const at = memory.grow(room / page) * page;
    const length = exported.__write_profile(at, room);
    return new Uint8Array(memory.buffer.slice(at, at + length));
  };
  return { program, notes };
}
