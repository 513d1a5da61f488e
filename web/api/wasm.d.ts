// The type of the package's wasm files for programs that import them: what it is decides the bundler, configure() takes it.
import type { WasmSource } from 'paramscope/engine';

declare const wasm: WasmSource;
export default wasm;
