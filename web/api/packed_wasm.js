// Unpacks wasm that lies in a module, for programs outside of pages (scripts/bundle/package.mjs).
import { brotliDecompressSync } from 'node:zlib';

/** Resolves to the bytes in the text of an imported module. */
export const unpacked = async (imported) => brotliDecompressSync(Buffer.from((await imported).default, 'base64'));
