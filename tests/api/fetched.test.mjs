// The library fetches models by name: their config and headers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startHub } from '../support/hub_double.mjs';
import { gguf, jsonFile, llama, llamaConfig, llamaParameters, safetensors, small, textFile } from '../support/hub_models.mjs';
import { library } from '../support/site.mjs';

const { fetchModel } = await import(library);

const quantised = gguf(5000);
const smallParameters = 16 * 8 + 16;
const dense = { 'modules.json': jsonFile([{ path: '' }, { path: '2_Dense' }]), '2_Dense/model.safetensors': safetensors({ 'linear.weight': [32, 64], 'linear.bias': [32] }) };
let hub;
before(async () => {
  hub = await startHub({
    'meta-llama/Llama-2-7b-hf': { files: llama() },
    'org/quantised': { files: { 'model.gguf': quantised.file } },
    'org/config': { files: { 'config.json': jsonFile(llamaConfig), 'model.txt': textFile('d = 8\nLinear(d, 4)') } },
    'sentences/both': { files: { ...llama(), ...dense } },
    'sentences/weights': { files: { ...small(), ...dense } },
    'sentences/config': { files: { 'config.json': jsonFile(llamaConfig), ...dense } },
    'org/pipeline': { files: {
      'model_index.json': jsonFile({ _class_name: 'TwoPipeline', first: ['transformers', 'LlamaForCausalLM'], second: ['diffusers', 'Other'] }),
      ...Object.fromEntries(Object.entries(llama()).map(([path, file]) => [`first/${path}`, file])), 'second/model.safetensors.index.json': jsonFile({ weight_map: { a: 'model-00001-of-00002.safetensors' } }),
      'second/model-00001-of-00002.safetensors': safetensors({ 'fc.weight': [16, 8] }), 'second/config.json': jsonFile({}),
    } },
    'org/adapters': { files: { 'adapter_config.json': jsonFile({ base_model_name_or_path: 'meta-llama/Llama-2-7b-hf' }), 'adapter_model.safetensors': safetensors({ 'base_model.model.fc.lora_A.weight': [2, 8] }) } },
    'sentences/strange-config': { files: { 'config.json': textFile('{"model_type": '), ...small(), ...dense } },
  });
});
after(() => hub.close());

test('a config and the headers of its weights are two models', async () => {
  const seen = [];
  const { model, weights, transferred, requests, hosts } = await fetchModel('meta-llama/Llama-2-7b-hf', { endpoint: hub.url, onprogress: (step) => seen.push(step) });
  assert.equal(model.report().totals.parameters, llamaParameters);
  assert.equal(model.name, 'meta-llama/Llama-2-7b-hf');
  assert.equal(weights.report().totals.parameters, llamaParameters);
  assert.equal(model.opened.bytesRead, model.opened.size);
  assert.ok(weights.opened.bytesRead < transferred && weights.opened.size > 13e9);
  assert.equal(weights.opened.source, 'safetensors-index');
  assert.ok(transferred < 60_000 && transferred === hub.sent(), `${transferred} bytes`);
  assert.equal(requests, 7);
  assert.equal(hosts.length, 2);
  assert.equal(seen.at(-1).bytes, transferred);
});

test('weights alone, a config alone and a text are one model', async () => {
  const { model, weights } = await fetchModel('hf:org/quantised', { endpoint: hub.url });
  assert.equal(model.report().totals.parameters, quantised.parameters);
  assert.equal(weights, null);
  assert.equal((await fetchModel('org/config', { endpoint: hub.url })).model.report().totals.parameters, llamaParameters);
  const text = await fetchModel('hf:org/config/model.txt', { endpoint: hub.url });
  assert.deepEqual([text.model.report().totals.parameters, text.model.name], [36, 'org/config/model.txt']);
});

for (const [what, first] of [['both', llamaParameters], ['weights', smallParameters], ['config', llamaParameters], ['strange-config', smallParameters]]) {
  test(`modules in folders of their own are counted beside: ${what}`, async () => {
    const { model } = await fetchModel(`sentences/${what}`, { endpoint: hub.url });
    assert.equal(model.report().totals.parameters, first + 32 * 64 + 32);
  });
}

test('a pipeline is the sum of its components, whose files may have the same names', async () => {
  const { model, weights } = await fetchModel('org/pipeline', { endpoint: hub.url });
  const { totals } = model.report();
  assert.deepEqual([totals.parameters, totals.parameters_basis, weights], [llamaParameters + 128, 'exact', null]);
  assert.deepEqual(model.nodes().filter(({ depth }) => depth === 1).map(({ name, parameters }) => [name, parameters]), [['first', llamaParameters], ['second', 128]]);
  assert.ok(totals.flops > 1e12 && !totals.flops_complete);
});

test('adapters are counted beside the model that they are for', async () => {
  const { totals } = (await fetchModel('org/adapters', { endpoint: hub.url })).model.report();
  assert.deepEqual([totals.parameters, totals.trainable], [llamaParameters + 16, 16]);
});

test('a failure is a ParamscopeError that says what to do; a stop rejects with its reason', async () => {
  await assert.rejects(fetchModel('org/gone', { endpoint: hub.url }), ({ name, code, sentence }) => name === 'ParamscopeError' && code === 'fetch' && sentence.code === 'hub.hidden_without_token');
  await assert.rejects(fetchModel(5n, { endpoint: hub.url }), ({ code }) => code === 'argument');
  const reason = new Error('enough');
  await assert.rejects(fetchModel('org/config', { endpoint: hub.url, signal: AbortSignal.abort(reason) }), reason);
});
