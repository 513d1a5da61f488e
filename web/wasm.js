// Starts WebAssembly programs of Emscripten, in every edition.

/** Compiles wasm from bytes, a promise of them, or an address, which is fetched with `options`; streams it if the server sends application/wasm. */
export async function compile(given, options) {
  const source = await (typeof given === 'function' ? given() : given);
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = new URL(source, globalThis.location?.href);
  // node's fetch() reads no files. `process.getBuiltinModule` hides node's modules from bundlers.
  const files = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs');
  if (files) return WebAssembly.compile(files.readFileSync(url));
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url.pathname.split('/').pop()} is not there (${response.status})`);
  const streams = response.headers.get('Content-Type') === 'application/wasm' && WebAssembly.compileStreaming;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Runs Emscripten's factory; `start(imports, received)` instantiates its wasm and hands the instance and the compiled wasm to `received`.
 * Resolves to the Emscripten module, of which `options` become properties.
 */
export function runFactory(create, options, start) {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports, received) => {
      start(imports, received).catch(reject);
      return {};
    };
    create({ ...options, instantiateWasm }).then(resolve, reject);
  });
}

/**
 * Runs Emscripten's factory with wasm from an address, bytes or a compiled module; resolves to the Emscripten module.
 * `options` become properties of that module.
 */
export async function instantiate(create, source, options = {}) {
  const compiled = await compile(source);
  return runFactory(create, options, async (imports, received) => received(await WebAssembly.instantiate(compiled, imports), compiled));
}
