// Serves a site over HTTP/2, as hosts of pages do, on a slow line.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sender } from '../../scripts/serve.mjs';
import { SlowSocket } from './slow_line.mjs';

/** Makes a key and a self-signed certificate. */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost',
      '-days', '1', '-keyout', key, '-out', cert], { stdio: 'pipe' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let certificate;

/** Serves the files of `folder`; resolves to { url, close() }. What connects shares `line`, or has none to wait for. */
export function serveSlowly(folder, line) {
  certificate ??= makeCertificate();
  const site = createSecureServer(certificate, sender(folder));
  const sockets = new Set();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket.on('error', () => {}));
    site.emit('connection', line ? new SlowSocket(socket, line) : socket);
  });
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => done({
      url: `https://127.0.0.1:${server.address().port}/`,
      close() {
        sockets.forEach((socket) => socket.destroy());
        return new Promise((closed) => { server.close(closed); });
      },
    }));
  });
}
