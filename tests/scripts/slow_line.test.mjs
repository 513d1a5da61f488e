// The slow line of the benchmark: what passes is whole and in order, and takes as long as its bytes do.
import { strict as assert } from 'node:assert';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

import { Line, SlowSocket } from '../bench/slow_line.mjs';

test('what passes arrives whole and in order, both ways', async () => {
  const line = new Line(1e9, 1);
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const slow = new SlowSocket(socket, line);
    slow.pipe(slow);
  });
  await new Promise((listening) => { server.listen(0, '127.0.0.1', listening); });
  const sent = Array.from({ length: 5000 }, (_, i) => `piece ${i}\n`).join('');
  const client = connect(server.address().port, '127.0.0.1');
  client.end(sent);
  assert.equal(await text(client), sent);
  await new Promise((closed) => { server.close(closed); });
});

test('what is sent waits for what was sent before', () => {
  const line = new Line(8e3, 1);  // a byte in a millisecond
  const first = line.occupy(1000);
  const second = line.occupy(500);
  assert.equal(Math.round(first), 1000);
  assert.ok(second > first && second <= first + 500.001, `${second}`);
});
