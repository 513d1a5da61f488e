// How every edition starts a WebAssembly program that emcc made.

/** Compiles wasm from its address, while it arrives where the server calls it application/wasm, or from its bytes. */
async function compile(source) {
  if (typeof source !== 'string') return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${new URL(source).pathname.split('/').pop()} is not there (${response.status})`);
  const streams = response.headers.get('Content-Type') === 'application/wasm' && WebAssembly.compileStreaming;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Runs a factory of emcc's with the wasm given, an address or bytes; resolves to its module. `options` are what the
 * module finds as its own properties.
 */
export async function instantiate(create, source, options = {}) {
  const compiled = await compile(source);
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports, received) => {
      WebAssembly.instantiate(compiled, imports).then((instance) => received(instance, compiled)).catch(reject);
      return {};
    };
    create({ ...options, instantiateWasm }).then(resolve, reject);
  });
}
