// Fetches ranges of files over HTTP, and counts what comes. Servers are strangers: every answer is bounded and checked.
import { isOwnMachine } from './address.js';
import { problem } from './messages.js';

/** The most that one model may take in all, in bytes. */
export const mostTransferred = 128 << 20;

/** The most of a file that is read past on a server that sends whole files only, in bytes. */
export const mostOfWholeFile = 64 << 20;

const longestSilence = 30_000;  // in milliseconds
const mostRedirects = 5;
/** How often a request that fails for a moment is sent in all. */
const mostTries = 3;
/** The pause before the second try, in milliseconds; it doubles each time. */
const firstPause = 500;
const atOnce = 6;

const redirects = new Set([301, 302, 303, 307, 308]);

/** Statuses of a server that may answer the next moment. */
const passingStatuses = new Set([502, 503, 504]);
/** Codes of node for connections that were there and broke. */
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const isPassing = (error) => ['hub.broken_off', 'hub.unreachable_in_page'].includes(error.sentence?.code);

/** Resolves after a time in milliseconds, or when `signal` stops. */
function pause(time, signal) {
  return new Promise((go) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      go();
    };
    const timer = setTimeout(end, time);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Reads `bytes 0-7/13476850576`; `size` is undefined for `*`. */
function readContentRange(header) {
  const found = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header ?? '');
  return found && { begin: Number(found[1]), end: Number(found[2]) + 1, size: found[3] === '*' ? undefined : Number(found[3]) };
}

/** Joins pieces into one array of `length` bytes. */
function joined(pieces, length) {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Stops a request when nothing has come for some time, in milliseconds. */
class Watch {
  isSlow = false;

  #silence;
  #controller;
  #timer;

  constructor(silence, controller) {
    this.#silence = silence;
    this.#controller = controller;
    this.restart();
  }

  restart() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.isSlow = true;
      this.#controller.abort();
    }, this.#silence);
  }

  end() {
    clearTimeout(this.#timer);
  }
}

/** The requests for one model. */
export class Transfer {
  bytes = 0;
  requests = 0;

  /** The hosts that answered, the first one first. */
  hosts = new Set();

  #fetch;
  #signal;
  #credentials;
  #isManual;
  #tell;
  #silence;
  #firstPause;
  #running = 0;
  #waiting = [];

  /**
   * `signal` stops all requests. `token` is sent to the origin `endpoint` alone, and only encrypted. `isManual` follows redirects
   * by hand, which browsers do not allow and which shows where they lead. `silence` is how long a server may send nothing, in
   * milliseconds, `firstPause` how long to wait before asking again. `tell(name)` is called when something arrives.
   */
  constructor({ fetch = (...request) => globalThis.fetch(...request), signal, token, endpoint, isManual = false, silence = longestSilence, firstPause: wait = firstPause, tell = () => {} }) {
    this.#fetch = fetch;
    this.#signal = signal;
    this.#credentials = { token, endpoint };
    this.#isManual = isManual;
    this.#tell = tell;
    this.#silence = silence;
    this.#firstPause = wait;
  }

  /** How the hub knows who asks: 'in_page', where there is no token, 'without_token' or 'with_token'. */
  get access() {
    if (!this.#isManual) return 'in_page';
    return this.#credentials.token ? 'with_token' : 'without_token';
  }

  /** Resolves to all bytes of a file, of at most `most`: { bytes, status, headers }. Any status is given back. */
  async whole(url, most, path) {
    return this.#persistently(() => this.#answered(url, undefined, async (response, watch) => {
      const announced = Number(response.headers.get('Content-Length') ?? 0);
      if (announced > most) throw problem('hub.too_large', { path, size: announced >> 20, limit: most >> 20 });
      const bytes = await this.#read(response, most + 1, watch, path);
      if (bytes.length > most) throw problem('hub.too_large', { path, size: `>${most >> 20}`, limit: most >> 20 });
      return { bytes, status: response.status, headers: response.headers };
    }));
  }

  /**
   * Resolves to the bytes from `begin` to `end` of a file, fewer where it ends before: { bytes, size, status, headers }. `size` is
   * that of the file, undefined where the server does not tell. `bytes` is undefined for a status that is no success.
   */
  async range(url, begin, end, path) {
    const { host } = new URL(url);
    return this.#persistently(() => this.#answered(url, { begin, end }, async (response, watch) => {
      const { status, headers } = response;
      if (status === 206) return { ...await this.#part(response, { begin, end }, watch, { path, host }), status, headers };
      if (status === 200) return { ...await this.#partOfWhole(response, { begin, end }, watch, { path, host }), status, headers };
      return { status, headers };
    }));
  }

  /** The body of an answer with the range, checked against what the answer says of itself; pages do not always see that. */
  async #part(response, { begin, end }, watch, { path, host }) {
    const told = readContentRange(response.headers.get('Content-Range'));
    const isAsked = !told || (told.begin === begin && (told.end === end || told.end === (told.size ?? told.end)) && told.end <= end);
    if (!isAsked) throw problem('hub.wrong_range', { host });
    const bytes = await this.#read(response, end - begin + 1, watch, path);
    const expected = told ? told.end - begin : end - begin;
    const isWhole = told ? bytes.length === expected : bytes.length <= expected;
    if (!isWhole) throw problem('hub.wrong_length', { host, actual: bytes.length, expected });
    return { bytes, size: told?.size };
  }

  /** A server that ignores the range sends the file from its beginning: reading stops where the range ends. */
  async #partOfWhole(response, { begin, end }, watch, { path, host }) {
    if (end > mostOfWholeFile) throw problem('hub.whole_files_only', { host, limit: mostOfWholeFile >> 20 });
    const isCoded = response.headers.has('Content-Encoding');
    const announced = isCoded ? null : response.headers.get('Content-Length');
    const bytes = await this.#read(response, end, watch, path);
    const size = announced === null ? undefined : Number(announced);
    if (size !== undefined && bytes.length < Math.min(end, size)) throw problem('hub.wrong_length', { host, actual: bytes.length, expected: Math.min(end, size) });
    return { bytes: bytes.slice(begin, end), size: size ?? (bytes.length < end ? bytes.length : undefined) };
  }

  /** Runs a request in its turn, again after a pause where it failed for a moment. */
  async #persistently(request) {
    for (let tries = 1; ; ++tries) {
      const isLast = tries === mostTries;
      try {
        const answer = await this.#inTurn(request);
        if (isLast || !passingStatuses.has(answer.status)) return answer;
      } catch (error) {
        if (isLast || !isPassing(error)) throw error;
      }
      await pause(this.#firstPause * 2 ** (tries - 1), this.#signal);
    }
  }

  /** Runs a request when fewer than `atOnce` others run. */
  async #inTurn(request) {
    while (this.#running >= atOnce) await new Promise((go) => { this.#waiting.push(go); });
    ++this.#running;
    try {
      return await request();
    } finally {
      --this.#running;
      this.#waiting.shift()?.();
    }
  }

  /** Resolves to what `use` makes of the answer. The connection ends with it: what is left of a body is not read. */
  async #answered(url, range, use) {
    const controller = new AbortController();
    const stop = () => controller.abort(this.#signal.reason);
    if (this.#signal?.aborted) throw this.#signal.reason;
    this.#signal?.addEventListener('abort', stop, { once: true });
    const watch = new Watch(this.#silence, controller);
    try {
      return await use(await this.#follow(url, range, controller.signal, watch), watch);
    } catch (error) {
      if (this.#signal?.aborted) throw this.#signal.reason;
      if (watch.isSlow) throw problem('hub.slow', { host: new URL(url).host, seconds: this.#silence / 1000 });
      throw error;
    } finally {
      watch.end();
      this.#signal?.removeEventListener('abort', stop);
      controller.abort();
    }
  }

  async #follow(url, range, signal, watch) {
    ++this.requests;
    for (let next = new URL(url), hops = 0; ; ++hops) {
      const response = await this.#send(next, range, signal);
      watch.restart();
      this.hosts.add((response.url ? new URL(response.url) : next).host);
      const target = redirects.has(response.status) && response.headers.get('Location');
      if (!this.#isManual || !target) return response;
      await response.body?.cancel();
      if (hops === mostRedirects) throw problem('hub.too_many_redirects', { host: next.host, most: mostRedirects });
      const after = new URL(target, next);
      if (after.protocol !== 'https:' && !(isOwnMachine(next.hostname) && isOwnMachine(after.hostname))) throw problem('hub.insecure_redirect', { host: next.host, target: after.host });
      next = after;
    }
  }

  async #send(url, range, signal) {
    const headers = {};
    if (range) headers.Range = `bytes=${range.begin}-${range.end - 1}`;
    const { token, endpoint } = this.#credentials;
    if (token && this.#isManual && url.protocol === 'https:' && url.origin === endpoint) headers.Authorization = `Bearer ${token}`;
    try {
      return await this.#fetch(url.href, {
        headers, signal, redirect: this.#isManual ? 'manual' : 'follow', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store',
      });
    } catch (error) {
      if (signal.aborted) throw error;
      throw await this.#unreachable(url, error);
    }
  }

  /** Tells why a request found no answer. Pages do not learn it: a second request that asks for nothing to read tells a refusal from silence. */
  async #unreachable(url, error) {
    const { host } = url;
    if (this.#isManual) {
      const reason = error.cause?.code ?? error.cause?.message ?? error.message;
      return brokenOff.has(reason) ? problem('hub.broken_off', { host, reason }) : problem('hub.unreachable', { host, reason });
    }
    if (globalThis.navigator?.onLine === false) return problem('hub.offline');
    const answers = await this.#fetch(url.href, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store', signal: this.#signal })
      .then(() => true, () => false);
    return answers ? problem('hub.no_cors', { host, address: url.href }) : problem('hub.unreachable_in_page', { host });
  }

  /** Resolves to the first bytes of a body, at most `most`. */
  async #read(response, most, watch, path) {
    const reader = response.body?.getReader();
    const pieces = [];
    let length = 0;
    while (reader && length < most) {
      const { done, value } = await reader.read().catch((error) => { throw problem('hub.broken_off', { host: new URL(response.url).host, reason: error.cause?.code ?? error.message }); });
      if (done) break;
      watch.restart();
      pieces.push(value);
      length += value.length;
      this.bytes += value.length;
      this.#tell(path);
      if (this.bytes > mostTransferred) throw problem('hub.too_much', { limit: mostTransferred >> 20 });
    }
    return joined(pieces, length).subarray(0, most);
  }
}
