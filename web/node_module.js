// Goes before the script of the command line: what node gives a classic script but no module, and how its wasm is started.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const require = createRequire(import.meta.url);
const __filename = fileURLToPath(import.meta.url);
const __dirname = dirname(__filename);

// Makes V8 optimise a function of wasm later than usual, because most runs of the command line end before that pays, and validate
// only functions that are called. V8 13 and older, in node 20 to 24, know both flags; a newer one might warn about them.
if (parseInt(process.versions.v8, 10) <= 13) {
  setFlagsFromString('--wasm-tiering-budget=60000000');
  setFlagsFromString('--wasm-lazy-validation');
}

var Module = {
  instantiateWasm(imports, received) {
    const compiled = new WebAssembly.Module(readFileSync(new URL('cli.wasm', import.meta.url)));
    const instance = new WebAssembly.Instance(compiled, imports);
    received(instance, compiled);
    return instance.exports;
  },
};
