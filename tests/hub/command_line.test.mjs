// The command line for node with models by name: config and headers are compared by themselves, a token goes to the hub alone.
import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { startHub } from '../support/hub_double.mjs';
import { gguf, headerBytes, jsonFile, llama, llamaConfig, llamaParameters, mixtral, mixtralParameters, safetensors, small, textFile } from '../support/hub_models.mjs';
import { startHubProgram } from '../support/hub_program.mjs';

const quantised = gguf(150_000);

const tinyConfig = { architectures: ['LlamaForCausalLM'], model_type: 'llama', hidden_size: 64, intermediate_size: 128, num_hidden_layers: 1, num_attention_heads: 4, vocab_size: 100, tie_word_embeddings: false, torch_dtype: 'float16' };
/** The tensors of that config; `matrix(name, out, in)` gives those of a layer of matrices. */
const tiny = (matrix) => ({
  'model.embed_tokens.weight': [100, 64],
  ...Object.assign({}, ...['q_proj', 'k_proj', 'v_proj', 'o_proj'].map((name) => matrix(`model.layers.0.self_attn.${name}`, 64, 64))),
  ...matrix('model.layers.0.mlp.gate_proj', 128, 64), ...matrix('model.layers.0.mlp.up_proj', 128, 64), ...matrix('model.layers.0.mlp.down_proj', 64, 128),
  'model.layers.0.input_layernorm.weight': [64], 'model.layers.0.post_attention_layernorm.weight': [64], 'model.norm.weight': [64], 'lm_head.weight': [100, 64],
});
const plain = tiny((name, out, inputs) => ({ [`${name}.weight`]: [out, inputs] }));
const awq = tiny((name, out, inputs) => ({
  [`${name}.qweight`]: { dtype: 'I32', shape: [inputs, out / 8] }, [`${name}.qzeros`]: { dtype: 'I32', shape: [1, out / 8] }, [`${name}.scales`]: [1, out],
}));
const tinyParameters = 2 * 6400 + 4 * 4096 + 3 * 8192 + 3 * 64;
const repositories = {
  'meta-llama/Llama-2-7b-hf': { files: llama() },
  'mistralai/Mixtral-8x7B-v0.1': { files: mixtral() },
  'org/fewer-layers': { files: llama(30) },
  'org/quantised': { files: { 'model.Q4_K_M.gguf': quantised.file } },
  'org/gated': { files: llama(), access: 'gated' },
  'org/private': { files: llama(), access: 'private' },
  'org/code': { files: { 'config.json': jsonFile(llamaConfig), 'modeling_net.py': textFile('from torch import nn\n\nclass Net(nn.Module):\n    def __init__(self, width, depth=2):\n        super().__init__()\n        self.fc = nn.Linear(width, depth)\n') } },
  'org/stub': { files: { 'config.json': jsonFile({ model_type: 'llama' }), 'm.Q4_K_M.gguf': quantised.file } },
  'org/unknown': { files: { 'config.json': jsonFile({ ...tinyConfig, architectures: ['MyModel'], model_type: 'mine', auto_map: {} }), 'model.safetensors': safetensors(plain) } },
  'org/timm': { files: { 'config.json': jsonFile({ architecture: 'resnet50', num_classes: 10 }), ...small() } },
  'org/other-type': { files: { 'config.json': jsonFile({ ...tinyConfig, torch_dtype: 'bfloat16' }), 'model.safetensors': safetensors(plain, 'F32') } },
  'org/packed': { files: { 'config.json': jsonFile({ ...tinyConfig, quantization_config: { quant_method: 'awq', bits: 4 } }), 'model.safetensors': safetensors(awq) } },
  'org/sentences': { files: { 'config.json': jsonFile(tinyConfig), 'model.safetensors': safetensors(plain), '2_Dense/model.safetensors': safetensors({ 'linear.weight': [32, 64], 'linear.bias': [32] }, 'F32'), 'modules.json': jsonFile([{ path: '' }, { path: '2_Dense' }]) } },
  'org/pipeline': { files: {
    'model_index.json': jsonFile({ _class_name: 'TinyPipeline', first: ['transformers', 'LlamaForCausalLM'], second: ['transformers', 'LlamaForCausalLM'], other: ['diffusers', 'Other'], tokenizer: ['transformers', 'Tokenizer'] }),
    'first/config.json': jsonFile(tinyConfig), 'first/model.safetensors': safetensors(plain), 'second/config.json': jsonFile({ ...tinyConfig, torch_dtype: 'float32' }), 'second/model.safetensors': safetensors(plain, 'F32'),
    'other/config.json': jsonFile({ _class_name: 'Unknown' }), 'other/diffusion_pytorch_model.safetensors': small()['model.safetensors'],
  } },
  'org/lacking': { files: { 'model_index.json': jsonFile({ encoder: ['transformers', 'LlamaForCausalLM'], unet: ['diffusers', 'UNet2DConditionModel'], scheduler: ['diffusers', 'DDIMScheduler'] }), 'encoder/config.json': jsonFile(tinyConfig), 'encoder/model.safetensors': safetensors(plain), 'scheduler/scheduler_config.json': jsonFile({}) } },
  'org/adapters': { files: { 'adapter_config.json': jsonFile({ base_model_name_or_path: 'org/other-type' }), 'adapter_model.safetensors': safetensors({ 'base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight': [8, 64], 'base_model.model.model.layers.0.self_attn.q_proj.lora_B.weight': [64, 8] }, 'F32') } },
  'org/broken-config': { files: { 'config.json': textFile('{"hidden_size": '), ...small() } },
  'org/broken-weights': { files: { 'config.json': jsonFile(llamaConfig), 'model.safetensors': { bytes: Buffer.from('\x0a\0\0\0\0\0\0\0{"a": nope'), size: 1000 } } },
};

let hub, folder, run, close;
before(async () => {
  ({ hub, folder, run, close } = await startHubProgram(repositories));
});
after(() => close());

async function counted(name, env) {
  const { status, output, errors } = await run([`hf:${name}`, '--format', 'json'], env);
  return { status, report: output && JSON.parse(output), errors };
}

for (const [name, parameters, remark] of [
  ['meta-llama/Llama-2-7b-hf', llamaParameters, /note: config\.json and the weights agree: 291 tensors, 6,738,415,616 parameters/],
  ['mistralai/Mixtral-8x7B-v0.1', mixtralParameters, /note: config\.json and the weights both have 46,702,792,704 parameters, but 896 of their tensors differ/],
]) {
  test(`${name} is counted by its config and compared with its headers, without its weights`, async () => {
    const before = hub.log.length;
    const { status, report, errors } = await counted(name);
    assert.equal(status, 0, errors);
    assert.equal(report.totals.parameters, parameters);
    assert.ok(report.diagnostics.some(({ message }) => /fetched in \d+ requests from localhost/.test(message)));
    assert.match(errors, remark);
    const { files } = repositories[name];
    const log = hub.log.slice(before);
    const headers = headerBytes(files, Object.keys(files).filter((path) => /safetensors|config/.test(path)));
    assert.equal(log.reduce((sum, { sent }) => sum + sent, 0), headers + log.find(({ path }) => path.startsWith('/api/')).sent);
  });
}

test('weights that contradict the config are counted, with a warning', async () => {
  const { status, report, errors } = await counted('org/fewer-layers');
  assert.equal(status, 0);
  assert.equal(report.totals.parameters, 6_333_648_896);
  assert.match(errors, /warning: config\.json gives 6,738,415,616 parameters, the weights have 6,333,648,896: the weights are counted/);
});

for (const [name, { parameters, bytes, hasWork }, remark] of [
  ['org/stub', { parameters: quantised.parameters }, /warning: config\.json gives about 6,738,415,616 parameters, the weights have 8,208,121,856: the weights are counted/],
  ['org/unknown', { parameters: tinyParameters, bytes: 2 * tinyParameters, hasWork: true }, /the weights are counted/],
  ['org/timm', { parameters: 144 }, /warning: config\.json gives 23,528,522 parameters, the weights have 144: the weights are counted/],
  ['org/other-type', { parameters: tinyParameters, bytes: 4 * tinyParameters, hasWork: true }, /note: .*the files have other types: 216 kB, where those of config\.json would be 108 kB/],
  ['org/packed', { parameters: tinyParameters, bytes: 2 * (12_800 + 192) + 20_480 + 2 * 576 + 288, hasWork: true }, /note: .*tensors beside the weights have other names/],
  ['org/sentences', { parameters: tinyParameters + 2080, bytes: 2 * tinyParameters + 4 * 2080 }, /agree: 12 tensors/],
]) {
  test(`of ${name} the headers are the truth`, async () => {
    const { status, report, errors } = await counted(name);
    assert.equal(status, 0, errors);
    assert.equal(report.totals.parameters, parameters);
    assert.equal(report.totals.parameters_basis, 'exact');
    if (bytes) assert.equal(report.totals.bytes, bytes);
    if (hasWork) assert.ok(report.totals.macs > 0);
    assert.match(errors, remark);
  });
}

test('a pipeline is the sum of its components, each once', async () => {
  const one = (await counted('org/other-type')).report;
  const { status, report, errors } = await counted('org/pipeline');
  assert.equal(status, 0, errors);
  assert.deepEqual([report.totals.parameters, report.totals.parameters_basis], [2 * tinyParameters + 144, 'exact']);
  assert.equal(report.totals.bytes, 2 * tinyParameters + 4 * tinyParameters + 2 * 144);
  assert.equal(report.totals.flops, 2 * one.totals.flops);
  assert.deepEqual([report.totals.flops_complete, report.totals.flops_basis], [false, 'partial']);
  assert.deepEqual(report.nodes.filter(({ depth }) => depth === 1).map(({ name, parameters }) => [name, parameters]), [['first', tinyParameters], ['second', tinyParameters], ['other', 144]]);
  assert.match(errors, /note: the sum of 3 models, each of which computes once/);
});

test('a pipeline that lacks a component says at least', async () => {
  const { report, errors } = await counted('org/lacking');
  assert.deepEqual([report.totals.parameters, report.totals.parameters_basis], [tinyParameters, 'partial']);
  assert.match(errors, /warning: unet cannot be read, so totals say "at least"/);
});

test('adapters are counted beside their model, and they alone are trained', async () => {
  const { report, errors } = await counted('org/adapters');
  assert.deepEqual([report.totals.parameters, report.totals.trainable], [tinyParameters + 1024, 1024], errors);
  assert.ok(report.totals.flops > 0 && !report.totals.flops_complete);
  assert.match(errors, /note: 1,024 of 54,976 parameters are trained \(1\.9%\)/);
});

test('a name needs no mark where nothing else can be meant', async () => {
  const begin = hub.log.length;
  for (const name of ['org/timm', 'hf.co/org/timm', 'huggingface.co/org/timm', 'org/timm@main']) {
    const { output, errors } = await run([name, '--format', 'json']);
    assert.equal(JSON.parse(output).totals.parameters, 144, errors);
  }
  const quant = await run(['org/quantised:q4_k_m', '--format', 'json']);
  assert.equal(JSON.parse(quant.output).totals.parameters, quantised.parameters);
  const asked = hub.log.length;
  assert.ok(asked > begin);
  mkdirSync(join(folder, 'org'), { recursive: true });
  for (const name of ['org/model.txt', 'nowhere/config.json', 'a/b/c', './org/name', '/org/name']) {
    assert.match((await run([name])).errors, /cannot be opened: No such file/, name);
  }
  assert.match((await run(['org/timm'], {}, folder)).errors, /cannot be opened/, 'there is a folder of that name');
  assert.equal(hub.log.length, asked);
});

test('a word alone is a shipped model, or tells what may be meant', async () => {
  for (const [name, expected] of [
    ['gpt2', /note: no file has this name: the shipped model preset:gpt2 is counted; hf:gpt2 asks the hub/],
    ['Qwen3-32B', /note: no file has this name: the sizes of this model that are shipped are counted/],
    ['resnet50', /error: cannot be opened: no file has this name; did you mean preset:resnet-50\? hf:resnet50 asks the hub/],
    ['some-model', /error: cannot be opened: No such file or directory; hf:some-model asks the hub/],
  ]) assert.match((await run([name, '--depth', '0'])).errors, expected);
});

test('a GGUF file is read as far as its header goes', async () => {
  const before = hub.sent();
  const { report, errors } = await counted('org/quantised');
  assert.equal(report.totals.parameters, quantised.parameters);
  const header = quantised.file.bytes.length;
  const sent = hub.sent() - before;
  assert.ok(sent >= header && sent < 2 * header + (1 << 17), `${sent} for ${header}`);
  assert.match(errors, /4\.\d+ MB of 4\.62 GB fetched/);
});

test('an address of a file is opened, and two names are compared', async () => {
  const { output } = await run([`${hub.filesUrl}/org/quantised/model.Q4_K_M.gguf`, '--depth', '0']);
  assert.match(output, /8,208,121,856/);
  const compared = await run(['hf:meta-llama/Llama-2-7b-hf', '--compare', 'hf:org/fewer-layers/model.safetensors.index.json']);
  assert.equal(compared.status, 3, compared.errors);
  assert.match(compared.output, /-404,766,720/);
});

test('source code at an address is built and its classes are listed', async () => {
  for (const address of [`${hub.filesUrl}/org/code/modeling_net.py`, 'hf:org/code/modeling_net.py']) {
    const listed = await run(['--list-classes', address]);
    assert.equal(listed.output, 'Net(width)\n', listed.errors);
    const built = await run(['--build', 'Net(10, 3)', address, '--format', 'json']);
    assert.equal(JSON.parse(built.output).totals.parameters, 33);
  }
  const whole = await run(['--list-classes', 'hf:org/code']);
  assert.equal(whole.status, 1);
  assert.match(whole.errors, /this is a whole model: name its file with the source code/);
});

test('a file of a config or of weights that cannot be read leaves the other one', async () => {
  const config = await counted('org/broken-config');
  assert.equal(config.report.totals.parameters, 144);
  assert.match(config.errors, /warning: config\.json cannot be read, so the headers of the weights are counted/);
  const weights = await counted('org/broken-weights');
  assert.equal(weights.report.totals.parameters, llamaParameters);
  assert.match(weights.errors, /warning: the weights are not compared with config\.json/);
});

test('a gated and a private model ask for a token, which goes to the hub alone', async () => {
  for (const [name, expected] of [['org/gated', /is gated: accept its licence at https:\/\/localhost:\d+\/org\/gated, and set HF_TOKEN/], ['org/private', /shows no model “org\/private” to the public.*set HF_TOKEN/]]) {
    const refused = await counted(name);
    assert.equal(refused.status, 1);
    assert.match(refused.errors, expected);
    const begin = hub.log.length;
    const { report } = await counted(name, { HF_TOKEN: hub.token });
    assert.equal(report.totals.parameters, llamaParameters);
    const log = hub.log.slice(begin);
    assert.ok(log.some(({ host, authorization }) => host === 'hub' && authorization === `Bearer ${hub.token}`));
    const files = log.filter(({ host }) => host === 'files');
    assert.ok(files.length > 0 && files.every(({ authorization }) => authorization === undefined));
  }
  const wrong = await counted('org/gated', { HF_TOKEN: 'hf_wrong' });
  assert.match(wrong.errors, /with the account of your token/);
});

test('a token is found where a login keeps it, and goes to the hub alone; none is sent where that is switched off', async () => {
  const home = join(folder, 'home');
  const place = join(home, '.cache/huggingface');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'token'), `${hub.token}\n`);
  writeFileSync(join(folder, 'elsewhere'), hub.token);
  const begin = hub.log.length;
  for (const env of [{ HOME: home }, { HF_HOME: place }, { XDG_CACHE_HOME: join(home, '.cache') }, { HF_TOKEN_PATH: join(folder, 'elsewhere') }, { HUGGING_FACE_HUB_TOKEN: hub.token }]) {
    const { report, errors } = await counted('org/gated', { HOME: folder, ...env });
    assert.equal(report.totals.parameters, llamaParameters, errors);
  }
  const log = hub.log.slice(begin);
  for (const host of ['hub', 'files']) assert.ok(log.some((each) => each.host === host));
  assert.ok(log.every(({ host, authorization }) => authorization === (host === 'hub' ? `Bearer ${hub.token}` : undefined)));
  assert.match((await counted('org/gated', { HOME: home, HF_HUB_DISABLE_IMPLICIT_TOKEN: '1' })).errors, /log in with it/);
  const other = hub.log.length;
  await run([`${hub.filesUrl}/org/quantised/model.Q4_K_M.gguf`, '--depth', '0'], { HOME: home });
  assert.ok(hub.log.slice(other).every(({ authorization }) => authorization === undefined), 'an address of another host gets no token');
});

test('a host that cannot be reached is named; a well-known model is counted from the sizes that are shipped', async () => {
  const closed = await startHub({});
  await closed.close();
  const gone = { HF_ENDPOINT: closed.url };
  const { status, errors } = await counted('org/name', gone);
  assert.equal(status, 1);
  assert.match(errors, /127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED/);
  const known = await counted('meta-llama/Llama-2-7b-hf', gone);
  assert.equal(known.report.totals.parameters, llamaParameters);
  assert.match(known.errors, /note: these are the sizes shipped with Paramscope; nothing was fetched: 127\.0\.0\.1:\d+ cannot be reached/);
});

test('what is no address of a model is refused before anything is asked', async () => {
  const before = hub.log.length;
  for (const [text, expected] of [['https://huggingface.co/datasets/a/b', /data set/], ['http://example.org/a.gguf', /without encryption/], ['hf:a/../b', /neither the name of a model/]]) {
    const { status, errors } = await run([text]);
    assert.equal(status, 1);
    assert.match(errors, expected);
  }
  assert.equal(hub.log.length, before);
});
