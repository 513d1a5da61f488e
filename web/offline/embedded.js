// Reads the data in the inert script blocks of an offline file.

/** Returns the state saved in this file as parsed, unvalidated JSON; undefined in a page without one. */
export function embeddedState() {
  const block = document.getElementById('paramscope-state');
  return block ? JSON.parse(block.textContent) ?? undefined : undefined;
}

/** Returns the bytes of the wasm file `name`, which is gzipped, since base64 hides repetitions from a server. */
export async function embeddedWasm(name) {
  const packed = Uint8Array.from(atob(document.getElementById(name).textContent), (character) => character.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}
