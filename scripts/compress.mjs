// Compressed copies beside the files of a site, for servers that send those they find.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Types that shrink; what is in the npm package is downloaded as a tarball instead. */
const worthIt = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.wasm', '.webmanifest']);

/** Bytes as a server sends them: the densest gzip and brotli there are. */
export const compressed = {
  '.gz': (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
  '.br': (bytes) => brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }),
};

/** Writes FILE.gz and FILE.br beside each file that a browser may ask for, or what other `codings` make of it. */
export function compressSite(site, codings = compressed) {
  for (const name of readdirSync(site, { recursive: true })) {
    const file = join(site, name);
    if (name.startsWith('package') || !worthIt.has(extname(name)) || !statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    for (const [ending, compress] of Object.entries(codings)) writeFileSync(file + ending, compress(bytes));
  }
}
