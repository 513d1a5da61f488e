// Goes before the script of the command line: what node gives a classic script but no module, and how its wasm is started.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const require = createRequire(import.meta.url);
const __filename = fileURLToPath(import.meta.url);
const __dirname = dirname(__filename);

// V8 optimises a function of wasm soon, on another processor: most runs of the command line end before that is worth its time.
// What it has not run it need not check. V8 complains about flags that it does not know: these are the versions of node 20 to 24.
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
