// What an offline file carries beside its script, in inert blocks of its document.

/** The state saved in this file, as parsed JSON that nobody has checked; undefined in a page without one. */
export function embeddedState() {
  const block = document.getElementById('paramscope-state');
  return block ? JSON.parse(block.textContent) ?? undefined : undefined;
}

/** The bytes of the wasm file `name`, which are gzipped inside: base64 hides from a server's compression what repeats. */
export async function embeddedWasm(name) {
  const packed = Uint8Array.from(atob(document.getElementById(name).textContent), (character) => character.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}
