// Writes compressed copies beside the files of a site, for servers that send precompressed files.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** What no browser asks for: the npm package, which is downloaded as a tarball, and the command line. */
const isUnasked = (name) => /^(package\b|cli\.)/.test(name);

/** File types worth compressing. */
const worthIt = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.wasm', '.webmanifest']);

/** Codings of HTTP: gzip and brotli at their highest levels. */
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

/** Writes FILE.gz and FILE.br (or the results of other `codings`) beside each file that a browser may request. */
export function compressSite(site, codings = compressed) {
  for (const name of readdirSync(site, { recursive: true })) {
    const file = join(site, name);
    if (isUnasked(name) || !worthIt.has(extname(name)) || !statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    for (const [ending, compress] of Object.entries(codings)) writeFileSync(file + ending, compress(bytes));
  }
}
