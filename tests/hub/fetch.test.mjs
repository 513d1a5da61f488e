// Fetching models from a server that answers as the hub does: what is read of them, and how much.
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';

import { fetchModel } from '../../web/hub/fetch_model.js';
import { progressLine } from '../../web/hub/summary.js';
import { startHub } from '../support/hub_double.mjs';
import { gguf, headerBytes, jsonFile, llama, llamaConfig, mixtral, safetensors, small, textFile } from '../support/hub_models.mjs';

const quantised = gguf(150_000);
const repositories = {
  'meta-llama/Llama-2-7b-hf': { files: llama() },
  'mistralai/Mixtral-8x7B-v0.1': { files: mixtral() },
  'org/quantised': { files: { 'model.Q4_K_M.gguf': quantised.file } },
  'org/quantised-often': { files: { 'a.Q4_K_M.gguf': quantised.file, 'a.Q8_0.gguf': quantised.file, 'b.Q4_K_M.gguf': quantised.file } },
  'org/gated': { files: llama(), access: 'gated' },
  'org/private': { files: small(), access: 'private' },
  'org/small': { files: small() },
  'org/config-only': { files: { 'config.json': jsonFile(llamaConfig) } },
  'org/own-code': { files: {
    'config.json': jsonFile({ model_type: 'own', auto_map: { AutoConfig: 'configuration_own.OwnConfig', AutoModel: 'modeling_own.OwnModel', AutoTokenizer: ['tokenization_own.Own', null], Other: 'a/b--c.D', Odd: 5 } }),
    'configuration_own.py': textFile('class OwnConfig: pass'), 'modeling_own.py': textFile('from .layers import Block\nfrom . import heads, missing\nimport os\n'),
    'layers.py': textFile('from .modeling_own import OwnModel'), 'heads.py': textFile(''), 'unused.py': textFile(''),
  } },
  'org/code-elsewhere': { files: { 'config.json': jsonFile({ model_type: 'own', auto_map: { AutoConfig: 'configuration_mine.C', AutoModel: 'org/own-code--modeling_own.OwnModel' } }), 'configuration_mine.py': textFile('') } },
  'org/code-gone': { files: { 'config.json': jsonFile({ model_type: 'own', auto_map: { AutoModel: 'org/gone--modeling_own.OwnModel' } }) } },
  'org/nothing': { files: { 'README.md': textFile('hello') } },
  'org/variants': { files: { 'model.safetensors': small()['model.safetensors'], 'model.fp16.safetensors': small()['model.safetensors'] } },
  'org/pipeline-of-two': { files: {
    'model_index.json': jsonFile({ _class_name: 'TwoPipeline', _version: ['a', 5], scheduler: ['diffusers', 'Scheduler'], unet: ['diffusers', 'UNet'], text_encoder: ['transformers', 'Encoder'], vae: ['diffusers', 'Vae'], tokenizer: ['transformers', 'CLIPTokenizerFast'], '../x': ['a', 'B'], safety_checker: [null, null] }),
    'whole.safetensors': small()['model.safetensors'], 'scheduler/scheduler_config.json': jsonFile({}), 'text_encoder/config.json': jsonFile(llamaConfig),
    'unet/config.json': jsonFile({}), 'unet/diffusion_pytorch_model.safetensors': small()['model.safetensors'], 'unet/diffusion_pytorch_model.fp16.safetensors': small()['model.safetensors'],
  } },
  'org/adapters': { files: { 'adapter_config.json': jsonFile({ base_model_name_or_path: 'org/small' }), 'adapter_model.safetensors': safetensors({ 'base_model.model.fc.lora_A.weight': [2, 8] }) } },
  'org/local-adapters': { files: { 'adapter_config.json': jsonFile({ base_model_name_or_path: '/home/me/model' }), 'adapter_model.safetensors': safetensors({ 'a.lora_A.weight': [2, 8] }) } },
  'org/lost-adapters': { files: { 'adapter_config.json': jsonFile({ base_model_name_or_path: 'org/gone' }), 'adapter_model.safetensors': safetensors({ 'a.lora_A.weight': [2, 8] }) } },
  'org/pipeline': { files: { 'model_index.json': jsonFile({}), 'unet/config.json': jsonFile({}), 'vae/config.json': jsonFile({}), 'unet/diffusion_pytorch_model.safetensors': small()['model.safetensors'] } },
  'org/folders': { files: { 'README.md': textFile('hello'), 'Q4/m-Q4-00001-of-00002.gguf': quantised.file, 'Q4/m-Q4-00002-of-00002.gguf': quantised.file, 'a/b/x.safetensors': small()['model.safetensors'], 'a/optimizer.bin': textFile('') } },
  'org/gguf-and-config': { files: { 'config.json': jsonFile({ model_type: 'llama' }), 'm.Q4_K_M.gguf': quantised.file } },
  'org/sentences': { files: { 'config.json': jsonFile(llamaConfig), ...small(), '1_Pooling/config.json': jsonFile({}), '2_Dense/model.safetensors': safetensors({ 'linear.weight': [8, 4] }), 'modules.json': jsonFile([{ path: '' }, { path: '1_Pooling', type: 'sentence_transformers.models.Pooling' }, { path: '2_Dense', type: 'sentence_transformers.models.Dense' }, { path: '3_Dense', type: 'sentence_transformers.models.Dense' }, { path: '../secret' }, null, { path: 5 }]) } },
  'org/graph-and-config': { files: { 'config.json': jsonFile(llamaConfig), 'model.onnx': textFile('graph') } },
  'org/unsharded': { files: { 'x-00001-of-00002.safetensors': safetensors({ 'a.weight': [4, 2] }), 'x-00002-of-00002.safetensors': safetensors({ 'b.weight': [2, 2] }) } },
  'org/strange-index': { files: { 'model.safetensors.index.json': jsonFile({ weight_map: { a: '../../secret.safetensors' } }) } },
  'org/missing-shard': { files: { 'model.safetensors.index.json': jsonFile({ weight_map: { a: 'gone.safetensors' } }) } },
  'org/broken-index': { files: { 'config.json': jsonFile(llamaConfig), 'model.safetensors.index.json': textFile('{"weight_map": ') } },
  'org/many-shards': { files: { 'model.safetensors.index.json': jsonFile({ weight_map: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`t${i}`, `s${i}.safetensors`])) }) } },
  'org/large-config': { files: { 'config.json': { bytes: Buffer.from('{'), size: 2 ** 25 } } },
  'org/no-safetensors': { files: { 'model.safetensors': { bytes: Buffer.from('<html>not here</html>'), size: 10 ** 9 } } },
  'org/damaged-listing': { files: {}, listing: '{"siblings": 5}' },
  'org/hostile-listing': { files: small(), listing: JSON.stringify({ siblings: [null, 5, { rfilename: '../../x.safetensors' }, { rfilename: '\u001b]0;PWNED\u0007.safetensors' }, { rfilename: '\u202ex.safetensors' }, { rfilename: 'model.safetensors', size: -1 }] }) },
};
const faults = ['whole', 'truncated', 'silent', 'wrong-range', 'hidden-range', 'insecure', 'busy', 'broken', 'reset', 'broken-off', 'loop'];
for (const fault of faults) repositories[`faulty/${fault}`] = { files: { 'model.safetensors': safetensors({ 'fc.weight': [200_000, 8192] }) }, fault };
const passing = ['broken', 'reset', 'broken-off'];
for (const fault of passing) repositories[`passing/${fault}`] = { files: small(), fault, faults: 2 };
repositories['faulty/far'] = { files: { 'model.gguf': { bytes: gguf(10).file.bytes, size: 13e9 } }, fault: 'whole' };

let hub;
before(async () => { hub = await startHub(repositories); });
after(() => hub.close());

const get = (name, options) => fetchModel(name, { endpoint: hub.url, isManual: true, firstPause: 1, ...options });
const code = (expected) => ({ sentence }) => {
  assert.equal(sentence?.code, expected, sentence?.message);
  assert.doesNotMatch(sentence.message, /[{}]|undefined/);
  return true;
};

test('code that a config names is fetched, with the files beside it that it imports', async () => {
  const { code } = await get('org/own-code');
  assert.deepEqual(code.map(({ name }) => name), ['configuration_own.py', 'modeling_own.py', 'layers.py', 'heads.py']);
});

test('code that a config names in another repository is fetched from there', async () => {
  const { code, withoutCode } = await get('org/code-elsewhere');
  assert.deepEqual(code.map(({ name }) => name), ['configuration_mine.py', 'modeling_own.py', 'layers.py', 'heads.py']);
  assert.equal(withoutCode, undefined);
  assert.match((await get('org/code-gone')).withoutCode.message, /in “org\/gone”, is not read: .*shows no model/);
});

const shards = (files) => Object.keys(files).filter((name) => name.endsWith('.safetensors'));

for (const [name, count] of [['meta-llama/Llama-2-7b-hf', 2], ['mistralai/Mixtral-8x7B-v0.1', 19]]) {
  test(`of ${name} the config, the index and the headers are transferred, and no weights`, async () => {
    const { files } = repositories[name];
    const before = hub.sent();
    const { title, config, weights, transfer } = await get(name);
    assert.equal(title, name);
    assert.deepEqual(JSON.parse(new TextDecoder().decode(config.file.held(0, config.file.size))), JSON.parse(files['config.json'].bytes.toString()));
    assert.deepEqual(weights.map((each) => each.name), ['model.safetensors.index.json', ...shards(files).sort()]);
    assert.equal(shards(files).length, count);
    const listing = hub.log.find(({ path }) => path.startsWith(`/api/models/${name}/`)).sent;
    const expected = headerBytes(files, ['config.json', 'model.safetensors.index.json', ...shards(files)]) + listing;
    assert.equal(transfer.bytes, expected);
    assert.equal(hub.sent() - before, expected);
    for (const { name: shard, file } of weights.slice(1)) {
      assert.equal(file.size, files[shard].size);
      assert.deepEqual(Buffer.from(file.held(0, files[shard].bytes.length)), files[shard].bytes);
    }
  });
}

test('later requests are about the commit that was listed, and large files come from the file server', async () => {
  const begin = hub.log.length;
  await get('org/small');
  await get('meta-llama/Llama-2-7b-hf');
  const asked = hub.log.slice(begin).filter(({ path }) => path.includes('/resolve/'));
  assert.ok(asked.length > 3 && asked.every(({ path }) => /\/resolve\/[0-9a-f]{40}\//.test(path)));
  assert.ok(hub.log.slice(begin).some(({ host, range }) => host === 'files' && range === 'bytes=0-7'));
});

test('behind a header zeros are read, without a request', async () => {
  const { weights, transfer } = await get('org/small');
  const [{ file }] = weights;
  const { requests } = transfer;
  const header = repositories['org/small'].files['model.safetensors'].bytes.length;
  const all = await file.read(0, file.size);
  assert.deepEqual(Buffer.from(all.subarray(header)), Buffer.alloc(file.size - header));
  assert.equal(transfer.requests, requests);
  await assert.rejects(file.read(file.size - 1, 2), code('hub.size_changed'));
});

test('a GGUF file is fetched by ranges that grow as far as its header is read', async () => {
  const { weights, transfer } = await get('org/quantised');
  const [{ file }] = weights;
  assert.equal(file.size, quantised.file.size);
  const header = quantised.file.bytes.length;
  for (let at = 0; at < header; at += 1 << 16) {
    const length = Math.min(1 << 16, file.size - at);
    assert.deepEqual(Buffer.from(await file.read(at, length)).subarray(0, Math.max(0, header - at)), quantised.file.bytes.subarray(at, at + length));
  }
  assert.ok(transfer.bytes < 2 * header + (1 << 17), `${transfer.bytes} for a header of ${header}`);
  assert.ok(transfer.requests < 20, `${transfer.requests} requests`);
});

test('a name without an owner leads to the one it has', async () => {
  const { weights } = await get('hf:small');
  assert.equal(weights.length, 1);
});

test('a file of a repository, a folder of one and a file anywhere are opened', async () => {
  assert.equal((await get('hf:org/quantised-often/a.Q8_0.gguf')).weights[0].name, 'a.Q8_0.gguf');
  const unet = await get('hf:org/pipeline/unet');
  assert.equal(unet.weights[0].name, 'diffusion_pytorch_model.safetensors');
  assert.ok(unet.config);
  const { title, weights, transfer } = await get(`${hub.filesUrl}/org/small/model.safetensors`);
  assert.equal(title, 'model.safetensors');
  assert.equal(transfer.bytes, repositories['org/small'].files['model.safetensors'].bytes.length);
  assert.equal(weights[0].file.size, repositories['org/small'].files['model.safetensors'].size);
  const index = await get(`${hub.filesUrl}/meta-llama/Llama-2-7b-hf/model.safetensors.index.json`);
  assert.equal(index.weights.length, 3);
  const parts = await get('org/unsharded');
  assert.deepEqual(parts.weights.map((each) => each.name), ['x-00001-of-00002.safetensors', 'x-00002-of-00002.safetensors']);
});

test('the line about progress controls no terminal', () => {
  assert.equal(progressLine(48_200, 'a\u001b]0;PWNED\u0007\u202e\u009b.bin', 80), '48.2 kB  a?]0;PWNED???.bin');
  assert.equal(progressLine(48_200, 'a.safetensors', 12), '48.2 kB  a.');
});

const refusals = [
  ['org/missing', 'hub.hidden_without_token'],
  ['org/private', 'hub.hidden_without_token'],
  ['org/gated', 'hub.gated_without_token'],
  ['org/small@gone', 'hub.no_revision'],
  ['hf:org/small/gone.bin', 'hub.no_file'],
  ['hf:org/small/gone/config.json', 'hub.no_file'],
  ['org/nothing', 'hub.no_model_files'],
  ['org/pipeline', 'hub.pipeline'],
  ['org/folders', 'hub.in_folders'],
  ['org/quantised-often', 'hub.several_files'],
  ['org/strange-index', 'hub.invalid_index'],
  ['org/missing-shard', 'hub.no_file'],
  ['org/many-shards', 'hub.invalid_index'],
  ['org/large-config', 'hub.too_large'],
  ['org/no-safetensors', 'hub.not_safetensors'],
  ['org/damaged-listing', 'hub.invalid_listing'],
  ['faulty/truncated', 'hub.wrong_length'],
  ['faulty/wrong-range', 'hub.wrong_range'],
  ['faulty/insecure', 'hub.insecure_redirect'],
  ['faulty/busy', 'hub.rate_limited'],
  ['faulty/broken', 'hub.server_failed'],
  ['faulty/reset', 'hub.broken_off'],
  ['faulty/broken-off', 'hub.broken_off'],
  ['faulty/loop', 'hub.too_many_redirects'],
];

for (const [name, expected] of refusals) {
  test(`${name} is refused: ${expected}`, async () => {
    const before = hub.sent();
    await assert.rejects(get(name), code(expected));
    assert.ok(hub.sent() - before < 2 ** 23, 'what is under way may come, no more');
  });
}

test('a config without readable weights is opened, and the reason is told', async () => {
  const { config, weights, withoutWeights } = await get('org/broken-index');
  assert.ok(config && !weights);
  assert.equal(withoutWeights.code, 'hub.invalid_index');
  const alone = await get('org/config-only');
  assert.ok(alone.config && !alone.weights && !alone.withoutWeights);
});

test('a GGUF file beside a config is read, and folders with weights are named', async () => {
  const { config, weights } = await get('org/gguf-and-config');
  assert.ok(config);
  assert.deepEqual(weights.map((each) => each.name), ['m.Q4_K_M.gguf']);
  assert.equal((await get('org/graph-and-config')).weights, undefined);
  await assert.rejects(get('org/folders'), ({ sentence }) => sentence.message.endsWith('org/folders/Q4, org/folders/a/b'));
});

test('modules of a sentence transformer that need weights of their own are read, and missing without', async () => {
  const { config, weights, whole, parts } = await get('org/sentences');
  assert.ok(config && weights);
  assert.equal(whole, 'SentenceTransformer');
  assert.deepEqual(parts.map(({ name, weights: files }) => [name, files?.map((each) => each.name)]), [['2_Dense', ['model.safetensors']], ['3_Dense', undefined]]);
  assert.equal((await get('org/small')).parts, undefined);
});

test('a quantisation is chosen by its name or that of its file, wherever it lies', async () => {
  const chosen = async (name) => (await get(name)).weights.map((each) => each.name);
  assert.deepEqual(await chosen('org/quantised-often:Q8_0'), ['a.Q8_0.gguf']);
  assert.deepEqual(await chosen('hf:org/quantised-often:b.Q4_K_M.gguf'), ['b.Q4_K_M.gguf']);
  assert.deepEqual(await chosen('org/folders:q4'), ['m-Q4-00001-of-00002.gguf', 'm-Q4-00002-of-00002.gguf']);
  assert.deepEqual(await chosen('org/variants'), ['model.safetensors']);
  const both = await get('org/gguf-and-config:q4_k_m');
  assert.ok(both.config && both.weights);
  await assert.rejects(get('org/quantised-often:Q4_K_M'), code('hub.several_files'));
  await assert.rejects(get('org/quantised-often:Q4'), ({ sentence }) => sentence.code === 'hub.no_quant' && /a\.Q4_K_M\.gguf, a\.Q8_0\.gguf/.test(sentence.message));
});

test('of a pipeline the components are read, and those without files are missing', async () => {
  const { whole, parts, config, weights } = await get('org/pipeline-of-two');
  assert.deepEqual([whole, config, weights], ['TwoPipeline', undefined, undefined]);
  assert.deepEqual(parts.map(({ name, config: has, weights: files }) => [name, Boolean(has), files?.map((each) => each.name)]), [['unet', true, ['diffusion_pytorch_model.safetensors']], ['text_encoder', true, undefined], ['vae', false, undefined]]);
});

test('adapters are read with the model that they name; alone where it is not to be had', async () => {
  const { whole, weights, parts } = await get('org/adapters');
  assert.equal(whole, 'PeftModel');
  assert.deepEqual([weights, parts[0].weights].map(([each]) => each.name), ['model.safetensors', 'adapter_model.safetensors']);
  for (const [name, why] of [['org/local-adapters', /“\/home\/me\/model”.*not on the hub/], ['org/lost-adapters', /“org\/gone”.*shows no model/]]) {
    const alone = await get(name);
    assert.equal(alone.weights[0].name, 'adapter_model.safetensors');
    assert.match(alone.withoutBase.message, why);
  }
});

test('names and sizes of a hostile list are not believed', async () => {
  const { weights } = await get('org/hostile-listing');
  assert.deepEqual(weights.map((each) => each.name), ['model.safetensors']);
});

test('a server that ignores ranges is read up to the end of the header', async () => {
  const before = hub.sent('faulty/whole');
  const { weights, transfer } = await get('faulty/whole');
  const { bytes, size } = repositories['faulty/whole'].files['model.safetensors'];
  assert.equal(weights[0].file.size, size);
  assert.deepEqual(Buffer.from(weights[0].file.held(0, bytes.length)), bytes);
  assert.ok(transfer.bytes < 1 << 19, `${transfer.bytes} bytes were read`);
  assert.ok(hub.sent('faulty/whole') - before < 2 ** 24, 'the server was stopped');
});

test('what lies far into a file of such a server is refused', async () => {
  const { weights: [{ file }] } = await get('faulty/far');
  await assert.rejects(file.read(10 ** 9, 10), code('hub.whole_files_only'));
});

test('a server that keeps its Content-Range from pages is believed to send what was asked, of the size in the list', async () => {
  const { weights } = await get('faulty/hidden-range', { fetch: hideContentRange });
  assert.equal(weights[0].file.size, repositories['faulty/hidden-range'].files['model.safetensors'].size);
});

/** A fetch as of a page, which sees only the headers that a server exposes. */
async function hideContentRange(...request) {
  const response = await fetch(...request);
  response.headers.get('Access-Control-Expose-Headers')?.includes('Content-Range') ?? response.headers.delete('Content-Range');
  const headers = new Headers(response.headers);
  if (headers.get('Access-Control-Expose-Headers') === 'ETag') headers.delete('Content-Range');
  const shown = new Response(response.body, { status: response.status, headers });
  Object.defineProperty(shown, 'url', { value: response.url });
  return shown;
}

for (const fault of passing) {
  test(`a server that fails for a moment (${fault}) is asked again`, async () => {
    const { weights: [{ file }] } = await get(`passing/${fault}`);
    assert.equal(file.size, repositories[`passing/${fault}`].files['model.safetensors'].size);
  });
}

test('a request is sent three times at most, and not again where that would not help', async () => {
  const requests = async (name) => {
    const begin = hub.log.length;
    await assert.rejects(get(name));
    return hub.log.slice(begin).filter(({ host }) => host === 'files').length;
  };
  assert.equal(await requests('faulty/broken'), 3);
  assert.equal(await requests('faulty/reset'), 3);
  assert.equal(await requests('faulty/busy'), 1);
  assert.equal(await requests('faulty/wrong-range'), 1);
});

test('a pause ends when fetching is stopped', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const going = get('faulty/broken', { signal: controller.signal, firstPause: 1_000_000 });
  const begin = hub.log.length;
  while (!hub.log.slice(begin).some(({ host }) => host === 'files')) await new Promise(setImmediate);
  controller.abort(reason);
  await assert.rejects(going, reason);
});

test('a silent server is given up', async () => {
  await assert.rejects(get('faulty/silent', { silence: 50 }), code('hub.slow'));
});

test('fetching is stopped by its signal, and a stopped one does not begin', async () => {
  const controller = new AbortController();
  const going = get('faulty/silent', { signal: controller.signal });
  const reason = new Error('enough');
  controller.abort(reason);
  await assert.rejects(going, reason);
  await assert.rejects(get('org/small', { signal: controller.signal }), reason);
});

test('a host that is not there is named with the reason', async () => {
  const gone = await startHub({});
  await gone.close();
  await assert.rejects(fetchModel('org/small', { endpoint: gone.url, isManual: true }), code('hub.unreachable'));
});

test('progress names the file and counts bytes and requests', async () => {
  const seen = [];
  const { transfer } = await get('meta-llama/Llama-2-7b-hf', { tell: (step) => seen.push(step) });
  assert.ok(seen.length > 4);
  assert.deepEqual(seen.at(-1).bytes, transfer.bytes);
  assert.ok(seen.some(({ file }) => file === 'config.json'));
});

test('a token goes to the hub alone, and only encrypted', async () => {
  const plain = await get('org/small', { token: hub.token });
  assert.equal(plain.transfer.access, 'with_token');
  assert.ok(hub.log.every(({ authorization }) => authorization === undefined));
});
