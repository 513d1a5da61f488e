// Validation of the messages between an embed and its page.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeMessage, parseMessage } from '../../web/share/protocol.js';

const say = (body) => ({ paramscope: { version: 1, ...body } });

const messages = [
  [makeMessage('ping', {}, 7), { type: 'ping', id: 7 }],
  [makeMessage('pong'), { type: 'pong' }],
  [makeMessage('set', { set: { d: '24' } }, 'a'), { type: 'set', id: 'a', changes: { set: { d: '24' } } }],
  [say({ type: 'set', text: 'x', nonsense: () => 1 }), { type: 'set', changes: { text: 'x' } }],
  [makeMessage('report'), { type: 'report' }],
  [makeMessage('report', { report: { nodes: [] }, name: 'x', input: '', stale: false, error: null }),
    { type: 'report', report: { nodes: [] }, name: 'x', input: '', stale: false, error: null }],
  [makeMessage('resize', { height: 320.5 }), { type: 'resize', height: 320.5 }],
  [say({ type: 'resize', height: 1e12 }), { type: 'resize', height: 20_000 }],
  [say({ type: 'resize', height: Infinity }), { type: 'resize', height: 20_000 }],
  [makeMessage('error', { message: 'No.' }), { type: 'error', problem: 'No.' }],
];

for (const [data, expected] of messages) {
  test(`reads ${JSON.stringify(data)}`, () => assert.deepEqual(parseMessage(data), expected));
}

const ignored = [
  undefined, null, 0, '', 'ping', true, [], {}, () => {},
  '{"paramscope":{"version":1,"type":"ping"}}',
  { type: 'ping' },
  { paramscope: null }, { paramscope: 'ping' }, { paramscope: [1] }, { paramscope: {} },
  { paramscope: { type: 'ping' } },
  say({}), say({ type: 7 }), say({ type: ['ping'] }), say({ type: 'PING' }), say({ type: 'eval', code: 'alert(1)' }),
  say({ type: 'toString' }), say({ type: '__proto__' }), say({ type: 'constructor' }),
  say({ type: 'ping', version: 2 }), say({ type: 'ping', version: '1' }), say({ type: 'ping', version: 1.5 }),
  say({ type: 'ping', id: {} }), say({ type: 'ping', id: null }), say({ type: 'ping', id: [1] }),
  say({ type: 'resize' }), say({ type: 'resize', height: '10' }), say({ type: 'resize', height: -1 }), say({ type: 'resize', height: NaN }),
  say({ type: 'report', report: 'x' }), say({ type: 'report', report: null }), say({ type: 'report', report: [] }),
  say({ type: 'error' }), say({ type: 'error', message: { toString: 1 } }),
  { data: say({ type: 'ping' }) }, [say({ type: 'ping' })],
];

for (const data of ignored) {
  test(`ignores ${typeof data} ${JSON.stringify(data)}`, () => assert.equal(parseMessage(data), undefined));
}

const unreadable = [
  { text: 7 }, { set: 'd=24' }, { set: { d: 24 } }, { set: { d: { valueOf: 1 } } }, { open: { a: 1 } }, { view: '<b>' },
  { preset: 'javascript:alert(1)' }, { input: [1, 2] }, { name: {} },
];

for (const body of unreadable) {
  test(`reports the error in set ${JSON.stringify(body)}`, () => {
    const { type, changes, problem } = parseMessage(say({ type: 'set', ...body }));
    assert.deepEqual([type, changes], ['set', undefined]);
    assert.match(problem, /^The field “\w+” .*\.$/);
  });
}
