// Serves a built site for tests and `npm start`: compressed for browsers that accept it, and with CORS for pages of other origins that
// load the library.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

import sirv from 'sirv';

const headers = {
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
};

/** Removes codings with a weight of zero from an Accept-Encoding header: sirv only looks at names. */
function withoutRefused(acceptEncoding = '') {
  return acceptEncoding.split(',').filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding)).join(',');
}

/** Quick compressions for a folder without compressed copies, the better first. */
const packers = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
};

/** Types worth compressing. */
const isWorthIt = (type = '') => /^text\/|javascript|json|wasm|svg/.test(type);

/** Lets a response compress what it sends, unless that is a compressed copy, a part, or of a type that is not worth it. */
function packOnTheWay(response, acceptEncoding) {
  const coding = Object.keys(packers).find((name) => acceptEncoding.includes(name));
  const { writeHead, write, end } = response;
  response.writeHead = (status, headers = {}) => {
    const { 'Content-Length': length, ...rest } = headers;
    if (!coding || status !== 200 || rest['Content-Encoding'] || !isWorthIt(rest['Content-Type'])) return writeHead.call(response, status, headers);
    const packer = packers[coding]();
    packer.on('data', (data) => write.call(response, data));
    packer.on('end', () => end.call(response));
    response.write = (data) => packer.write(data) || true;  // the packer holds what is on its way
    response.end = () => packer.end();
    return writeHead.call(response, status, { ...rest, 'Content-Encoding': coding, Vary: 'Accept-Encoding' });
  };
}

/** Makes a listener of a server, of HTTP/1 or 2, that sends the present files of `folder`. */
export function sender(folder) {
  const send = sirv(folder, {
    brotli: true,
    gzip: true,
    setHeaders: (response) => Object.entries(headers).forEach(([name, value]) => response.setHeader(name, value)),
  });
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return response.writeHead(405).end();
    const accepted = withoutRefused(request.headers['accept-encoding']);
    request.headers['accept-encoding'] = accepted;
    if (request.method === 'GET') packOnTheWay(response, accepted);
    send(request, response);
  };
}

/** Serves the present files of `folder`; port 0 picks a free one. Resolves to { url, close() }. */
export function serve(folder, port = 0) {
  const server = createServer(sender(folder));
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
