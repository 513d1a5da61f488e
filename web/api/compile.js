// Gets a WebAssembly module from wherever it is.
import { ParamscopeError } from './errors.js';

/**
 * Compiles `source`: an address, bytes, or a module that is compiled already. Streams where the server names the right
 * type, reads it whole where not, and reads from disk under node. Rejects with a ParamscopeError of code 'load'.
 */
export async function compileWasm(source) {
  if (source instanceof WebAssembly.Module) return source;
  try {
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return await WebAssembly.compile(source);
    return await compileFrom(new URL(source, globalThis.location?.href));
  } catch (error) {
    if (error instanceof ParamscopeError) throw error;
    throw new ParamscopeError('load', `the engine could not be loaded: ${error.message}`, { cause: error });
  }
}

async function compileFrom(url) {
  // Under node, fetch() does not read files. Asking the process keeps node's modules out of what bundlers follow.
  const files = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (files) return WebAssembly.compile(await files.readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new ParamscopeError('load', `the engine was not found: ${url} answers ${response.status}`);
  const isNamedWasm = response.headers.get('Content-Type')?.startsWith('application/wasm');
  if (isNamedWasm && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
