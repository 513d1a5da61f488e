// A server that answers as the Hugging Face hub does: a list of files, small files by itself, large ones from a file server on
// another port, ranges, failures. Bodies are zeros that are streamed and never stored.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const zeros = Buffer.alloc(1 << 16);
const token = 'hf_test';
const smallest = 1 << 16;  // larger files lie on the file server
const commit = '0123456789abcdef0123456789abcdef01234567';

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Repo-Commit,X-Error-Code,X-Error-Message,ETag,Accept-Ranges,Content-Range',
};

/** A certificate for this machine and these names, made for one run. */
export function makeCertificate(names) {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-hub-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost',
      '-addext', `subjectAltName=${['localhost', ...names].map((name) => `DNS:${name}`).join(',')},IP:127.0.0.1`, '-keyout', key, '-out', cert], { stdio: 'pipe' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes bytes begin … end of a file; stops when the reader goes. Counts what was handed over. */
async function stream(response, { bytes }, begin, end, count) {
  for (let at = begin; at < end && !response.destroyed;) {
    const piece = at < bytes.length ? bytes.subarray(at, Math.min(end, bytes.length)) : zeros.subarray(0, Math.min(zeros.length, end - at));
    count(piece.length);
    at += piece.length;
    if (!response.write(piece)) {
      await new Promise((go) => {
        const end = () => {
          response.off('drain', end).off('close', end);
          go();
        };
        response.on('drain', end).on('close', end);
      });
    }
  }
  response.end();
}

const readRange = (header, size) => {
  const found = /^bytes=(\d+)-(\d+)$/.exec(header ?? '');
  return found && { begin: Number(found[1]), end: Math.min(Number(found[2]) + 1, size) };
};

/**
 * Starts the hub with `repositories`, { 'org/name': { files: { path: { bytes, size } }, access, fault, faults } }. `access` is 'public', 'gated' or 'private'; `fault`
 * is what its file server does wrong: 'whole', 'truncated', 'silent', 'no-cors', 'hidden-range', 'wrong-range', 'gzip', 'gone', 'insecure', 'busy',
 * 'broken', 'reset' or 'broken-off'; `faults`, how often it does that for a file before it does right (default: always).
 * Resolves to { url, filesUrl, token, log, sent(), close() }: `log` has every request as { host, path, range, authorization, sent }.
 */
export async function startHub(repositories, { secure = false, fileHost } = {}) {
  const log = [];
  const certificate = secure ? makeCertificate(['huggingface.co', 'files.hf.co']) : undefined;
  const make = (listener) => (secure ? createSecureServer(certificate, listener) : createServer(listener));
  const sockets = new Set();

  function note(host, request) {
    const entry = { host, path: request.url, range: request.headers.range, authorization: request.headers.authorization, method: request.method, sent: 0 };
    log.push(entry);
    return entry;
  }

  const fail = (response, status, code, headers = {}) => {
    response.writeHead(status, { ...cors, ...code && { 'X-Error-Code': code }, ...headers }).end('refused');
  };

  const listing = (id, { files, access = 'public' }) => JSON.stringify({
    id, sha: commit, private: access === 'private', gated: access === 'gated' ? 'manual' : false,
    siblings: Object.entries(files).map(([rfilename, { size }]) => ({ rfilename, size })),
  });

  async function sendFile(request, response, file, fault, entry) {
    const count = (bytes) => { entry.sent += bytes; };
    const open = fault === 'no-cors' ? {} : cors;
    if (fault === 'silent') return;
    if (fault === 'busy') return fail(response, 429, undefined, { 'Retry-After': '60' });
    if (fault === 'broken') return fail(response, 503);
    if (fault === 'reset') return request.socket.resetAndDestroy();
    const range = fault === 'whole' ? undefined : readRange(request.headers.range, file.size);
    if (!range && fault === 'gzip') {
      const body = gzipSync(file.bytes);
      count(body.length);
      return response.writeHead(200, { ...open, 'Content-Encoding': 'gzip', 'Content-Length': body.length }).end(body);
    }
    if (!range) {
      response.writeHead(200, { ...open, 'Content-Length': file.size });
      return stream(response, file, 0, file.size, count);
    }
    if (range.begin >= file.size) return fail(response, 416);
    const { begin, end } = range;
    const told = fault === 'wrong-range' ? `bytes ${begin + 1}-${end}/${file.size}` : `bytes ${begin}-${end - 1}/${file.size}`;
    const exposed = fault === 'hidden-range' ? { ...open, 'Access-Control-Expose-Headers': 'ETag' } : open;
    if (fault === 'broken-off') {
      response.writeHead(206, { ...open, 'Content-Range': told, 'Content-Length': end - begin });
      return response.write(file.bytes.subarray(begin, begin + 1), () => request.socket.destroy());
    }
    if (fault === 'truncated') {
      response.writeHead(206, { ...open, 'Content-Range': told });
      return stream(response, file, begin, begin + Math.floor((end - begin) / 2), count);
    }
    response.writeHead(206, { ...exposed, ...fault !== 'no-range-header' && { 'Content-Range': told }, 'Content-Length': end - begin });
    return stream(response, file, begin, end, count);
  }

  function find(id) {
    return Object.hasOwn(repositories, id) ? repositories[id] : undefined;
  }

  const files = make((request, response) => {
    const entry = note('files', request);
    const url = new URL(request.url, 'http://files');
    const [, id, path] = /^\/([^/]+\/[^/]+)\/(.+)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    const repository = find(id);
    if (!repository || !Object.hasOwn(repository.files, path)) return fail(response, 404);
    const asked = log.filter(({ host, path }) => host === 'files' && path === request.url).length;
    const isWell = asked > (repository.faults ?? Infinity);
    return sendFile(request, response, repository.files[path], isWell ? undefined : repository.fault, entry);
  });

  const hub = make((request, response) => {
    const entry = note('hub', request);
    if (request.method === 'OPTIONS') return response.writeHead(200, { ...cors, 'Access-Control-Allow-Headers': 'range' }).end();
    const path = decodeURIComponent(new URL(request.url, 'http://hub').pathname);
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const asked = /^\/api\/models\/([^/]+(?:\/[^/]+)?)\/revision\/([^/]+)$/.exec(path) ?? /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(path);
    const file = asked?.[3];
    const [, id, revision] = asked ?? [];
    // As the hub: a name without an owner leads to the one it has now.
    if (id && !id.includes('/')) {
      const whole = Object.keys(repositories).find((each) => each.endsWith(`/${id}`));
      if (whole) return response.writeHead(307, { ...cors, Location: request.url.replace(`/models/${id}/`, `/models/${whole}/`) }).end();
    }
    const repository = id && find(id);
    if (!repository || (repository.access === 'private' && !isKnown)) return fail(response, isKnown ? 404 : 401, 'RepoNotFound');
    if (![commit, 'main'].includes(revision)) return fail(response, 404, 'RevisionNotFound');
    if (repository.listing !== undefined && !file) return response.writeHead(200, cors).end(repository.listing);
    if (!file) {
      const body = listing(id, repository);
      entry.sent += body.length;
      return response.writeHead(200, { ...cors, 'Content-Type': 'application/json' }).end(body);
    }
    if (repository.access === 'gated' && !isKnown) return fail(response, 401, 'GatedRepo');
    if (!Object.hasOwn(repository.files, file)) return fail(response, 404, 'EntryNotFound');
    const found = repository.files[file];
    if (found.size <= smallest && !repository.fault) return sendFile(request, response, found, undefined, entry);
    const target = repository.fault === 'insecure' ? `http://files.example/${id}/${file}` : `${result.filesUrl}/${id}/${file}?signature=1`;
    if (repository.fault === 'loop') return response.writeHead(302, { ...cors, Location: request.url }).end();
    return response.writeHead(302, { ...cors, Location: target }).end();
  });

  const listen = (server) => new Promise((done) => {
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1', () => done(server.address().port));
  });
  const [port, filesPort] = [await listen(hub), await listen(files)];
  const scheme = secure ? 'https' : 'http';
  const result = {
    token,
    log,
    port,
    filesPort,
    certificate: certificate?.cert,
    url: `${scheme}://${secure ? 'localhost' : '127.0.0.1'}:${port}`,
    filesUrl: fileHost ?? `${scheme}://${secure ? 'localhost' : '127.0.0.1'}:${filesPort}`,
    /** Bytes of bodies handed over so far, of the files whose path contains `part`. */
    sent: (part = '') => log.filter(({ path }) => path.includes(part)).reduce((sum, entry) => sum + entry.sent, 0),
    close: () => Promise.all([hub, files].map((server) => new Promise((closed) => {
      server.close(closed);
      for (const socket of sockets) socket.destroy();
    }))),
  };
  return result;
}
