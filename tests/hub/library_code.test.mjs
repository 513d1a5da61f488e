// The code of a library at its public repository: what is asked for, and what never is.
import { strict as assert } from 'node:assert';

import { LibraryCode, placeOf } from '../../web/hub/library_code.js';
import { Transfer } from '../../web/hub/transfer.js';
import { test } from '../support/shuffled.mjs';

const auto = 'transformers/models/auto/modeling_auto.py';

/** A server with `files`, texts or statuses by their paths; it notes the addresses that are asked for. */
function server(files) {
  const asked = [];
  const fetch = async (url) => {
    asked.push(url);
    const answer = files[url.replace(/^.*?\/src\//, '')] ?? 404;
    return typeof answer === 'number' ? new Response(null, { status: answer }) : new Response(answer);
  };
  return { asked, fetch };
}

function codeOf({ fetch }, { version = '5.1.0', types = [], cache } = {}) {
  return new LibraryCode({ name: 'transformers', version, types }, { transfer: new Transfer({ fetch, firstPause: 1 }), cache });
}

for (const [version, folder, shown] of [
  ['4.57.1', 'huggingface/transformers/v4.57.1/src', '4.57.1'],
  ['5.0.0rc1', 'huggingface/transformers/v5.0.0rc1/src', '5.0.0rc1'],
  ['4.57.0.dev0', 'huggingface/transformers/main/src', ''],
  ['', 'huggingface/transformers/main/src', ''],
  ['../../../evil/main', 'huggingface/transformers/main/src', ''],
  ['5.1.0?x=', 'huggingface/transformers/main/src', ''],
]) {
  test(`of version "${version}" the code is at ${folder}`, () => {
    assert.deepEqual(placeOf({ name: 'transformers', version }), { host: 'raw.githubusercontent.com', folder, version: shown });
  });
}

test('what models of a type need is fetched at once, and nothing twice', async () => {
  const files = { [auto]: 'a', 'transformers/models/own/__init__.py': 'i', 'transformers/models/own/modeling_own.py': 'm' };
  const host = server(files);
  const code = codeOf(host, { types: ['own'] });
  await code.start();
  assert.equal(code.count, 3);
  assert.equal(new TextDecoder().decode(code.held.get('transformers/models/own/modeling_own.py')), 'm');
  assert.equal(code.held.get('transformers/models/own/configuration_own.py'), null);
  assert.ok(host.asked.every((url) => url.startsWith('https://raw.githubusercontent.com/huggingface/transformers/v5.1.0/src/transformers/')));
  const before = host.asked.length;
  assert.equal(await code.bring([...Object.keys(files), 'transformers/models/own/configuration_own.py']), false);
  assert.equal(host.asked.length, before);
});

test('with the folder of a type its code comes', async () => {
  const host = server({ [auto]: 'a' });
  await codeOf(host).bring(['transformers/models/part/__init__.py']);
  assert.deepEqual(host.asked.map((url) => url.split('/').pop()), ['__init__.py', 'configuration_part.py', 'modeling_part.py']);
});

test('where a module is a file, no folder of that name is asked for', async () => {
  const host = server({ 'transformers/activations.py': 'a' });
  const code = codeOf(host);
  await code.bring(['transformers/activations.py']);
  assert.equal(await code.bring(['transformers/activations/__init__.py']), false);
});

test('nothing but files of the library is asked for', async () => {
  const host = server({});
  const paths = ['transformers/../../../evil.py', 'transformers/a/../b.py', '/etc/passwd.py', 'transformers//a.py', 'transformers/%2e%2e/a.py', 'transformers/a.py?x=1', 'transformers/a.py#.py',
    'transformers/a\\b.py', 'https://evil.example/a.py', 'torch/nn.py', 'transformersx/a.py', 'transformers/Own.py', 'transformers/a.txt', 'transformers/ä.py', 'transformers/a\n.py', `transformers/${'a'.repeat(400)}.py`, ''];
  assert.equal(await codeOf(host).bring(paths), false);
  assert.deepEqual(host.asked, []);
});

const many = (count, text) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`transformers/f${i}.py`, text]));
const failures = [
  ['a version without code', {}, [], 'hub.no_such_version'],
  ['too many files', { [auto]: '', ...many(400, 'x') }, Object.keys(many(400)), 'hub.too_many_files_of_code'],
  ['too much code', { [auto]: '', ...many(40, 'x'.repeat(1 << 20)) }, Object.keys(many(40)), 'hub.too_much_code'],
  ['a giant file', { [auto]: '', 'transformers/giant.py': 'x'.repeat(3 << 20) }, ['transformers/giant.py'], 'hub.too_large'],
  ['a server that has enough', { [auto]: '', 'transformers/a.py': 429 }, ['transformers/a.py'], 'hub.rate_limited'],
  ['a broken server', { [auto]: '', 'transformers/a.py': 500 }, ['transformers/a.py'], 'hub.server_failed'],
];
for (const [what, files, paths, expected] of failures) {
  test(`${what} ends in a sentence`, async () => {
    const host = server(files);
    const code = codeOf(host);
    await assert.rejects(async () => {
      await code.start();
      await code.bring(paths);
    }, ({ sentence }) => sentence?.code === expected && !/[{}]|undefined/.test(sentence.message));
    assert.ok(host.asked.length < 60, `${host.asked.length} requests`);
  });
}

test('code whose imports never end is asked for only so often', async () => {
  const host = server({ [auto]: '', ...many(1000, 'x') });
  const code = codeOf(host);
  await code.start();
  await assert.rejects(async () => {
    for (let i = 0; ; ++i) await code.bring([`transformers/f${i}.py`]);
  }, ({ sentence }) => sentence?.code === 'hub.too_many_files_of_code');
  assert.ok(host.asked.length < 60, `${host.asked.length} requests`);
});

for (const [version, isKept] of [['5.1.0', true], ['', false]]) {
  test(`of version "${version}" files are ${isKept ? '' : 'not '}kept`, async () => {
    const kept = new Map();
    const cache = { get: async (url) => kept.get(url), put: async (url, bytes) => kept.set(url, bytes) };
    const host = server({ [auto]: 'a' });
    await codeOf(host, { version, cache }).start();
    const { length } = host.asked;
    const again = codeOf(host, { version, cache });
    await again.start();
    assert.equal(host.asked.length, isKept ? length : 2 * length);
    assert.equal(again.count, 1);
  });
}
