// A slow line between a browser and a server in this process.
import { Duplex } from 'node:stream';

/** Calls back after a time of its own for each call, in the order of the calls. */
class Queue {
  #waiting = [];

  later(milliseconds, callback) {
    this.#waiting.push(callback);
    setTimeout(() => this.#waiting.shift()(), milliseconds);
  }
}

/** A line of so many bits a second to the browser and so many milliseconds there and back. All sockets on it share it. */
export class Line {
  #bytesPerMs;
  #free = 0;  // the time when what was sent so far has left
  tripMs;

  constructor(bitsPerSecond, tripMs) {
    this.#bytesPerMs = bitsPerSecond / 8000;
    this.tripMs = tripMs;
  }

  /** Occupies the line with bytes; returns the milliseconds until they have left. */
  occupy(bytes) {
    const now = performance.now();
    this.#free = Math.max(now, this.#free) + bytes / this.#bytesPerMs;
    return this.#free - now;
  }
}

/**
 * The server's end of a socket on a line. It takes what the server sends no sooner than the line does, so that a server of
 * HTTP/2 may still put what is urgent before the rest. What the browser sends is small: only its trip takes time. A first
 * trip asks for the connection.
 */
export class SlowSocket extends Duplex {
  #socket;
  #line;
  #down = new Queue();
  #up = new Queue();

  constructor(socket, line) {
    super({ writableHighWaterMark: 1 });
    [this.#socket, this.#line] = [socket, line];
    const connected = performance.now() + line.tripMs;
    const toCome = () => Math.max(0, connected - performance.now()) + line.tripMs / 2;
    socket.on('data', (bytes) => this.#up.later(toCome(), () => this.push(bytes)));
    socket.on('end', () => this.#up.later(toCome(), () => this.push(null)));
    socket.on('error', (error) => this.destroy(error));
  }

  _read() {}

  _write(bytes, encoding, done) {
    const leaving = this.#line.occupy(bytes.length);
    this.#down.later(leaving + this.#line.tripMs / 2, () => this.#socket.write(bytes));
    setTimeout(done, leaving);
  }

  _final(done) {
    this.#down.later(this.#line.tripMs / 2, () => this.#socket.end());
    done();
  }

  _destroy(error, done) {
    this.#socket.destroy();
    done(error);
  }
}
