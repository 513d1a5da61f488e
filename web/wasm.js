// How every edition starts a WebAssembly program that emcc made.

/** Compiles wasm from bytes, or what promises them, or its address: while it arrives where the server says what it is. */
export async function compile(given) {
  const source = await (typeof given === 'function' ? given() : given);
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = new URL(source, globalThis.location?.href);
  // Under node, fetch() reads no files. Asking the process hides node's modules from bundlers that would follow them.
  const files = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs');
  if (files) return WebAssembly.compile(files.readFileSync(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname.split('/').pop()} is not there (${response.status})`);
  const streams = response.headers.get('Content-Type') === 'application/wasm' && WebAssembly.compileStreaming;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Runs a factory of emcc's with the wasm given, an address, bytes or a compiled module; resolves to its module.
 * `options` are what the module finds as its own properties.
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
