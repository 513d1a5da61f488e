// A static file server for a built site: right types, compressed copies where they are, open to pages of other
// origins that load the library from it, nothing outside its folder.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Content codings, the densest first, and how their files end. */
const codings = [['br', '.br'], ['gzip', '.gz']];

/** True when the header Accept-Encoding takes `coding`, other than with a weight of zero. */
function accepts(header, coding) {
  return header.split(',').some((item) => {
    const [name, ...parameters] = item.trim().toLowerCase().split(/\s*;\s*/);
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** The densest copy of `file` that the browser takes: { path, size, coding }. */
async function bestCopy(file, header = '') {
  for (const [coding, ending] of codings.filter(([name]) => accepts(header, name))) {
    const copy = await stat(file.path + ending).catch(() => undefined);
    if (copy?.isFile()) return { path: file.path + ending, size: copy.size, coding };
  }
  return file;
}

/** The file below `root` that a request means, or undefined when it means none. */
async function findFile(root, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  const file = join(root, normalize(path));
  if (path.includes('\0') || (file !== root && !file.startsWith(root + sep))) return undefined;
  try {
    const found = await stat(file);
    if (found.isFile()) return { path: file, size: found.size };
    if (!found.isDirectory()) return undefined;
    const index = join(file, 'index.html');
    return { path: index, size: (await stat(index)).size };
  } catch {
    return undefined;
  }
}

/** Serves `folder`; port 0 picks a free one. Resolves to { url, close() }. */
export function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    const file = await findFile(root, request.url);
    const readable = request.method === 'GET' || request.method === 'HEAD';
    if (!file || !readable) {
      response.writeHead(readable ? 404 : 405, { 'Content-Type': 'text/plain' });
      response.end(readable ? 'Not found\n' : 'Method not allowed\n');
      return;
    }
    const copy = await bestCopy(file, request.headers['accept-encoding']);
    response.writeHead(200, {
      'Content-Type': types[extname(file.path)] ?? 'application/octet-stream',
      'Content-Length': copy.size,
      ...(copy.coding && { 'Content-Encoding': copy.coding }),
      Vary: 'Accept-Encoding',
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(copy.path).on('error', () => response.destroy()).pipe(response);
  });
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      done({
        url: `http://127.0.0.1:${server.address().port}/`,
        close: () => new Promise((closed) => {
          server.close(closed);
          server.closeAllConnections();
        }),
      });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'build/web-release/dist', port = '8000'] = process.argv.slice(2);
  console.log(`Serving ${folder} at ${(await serve(folder, Number(port))).url}`);
}
