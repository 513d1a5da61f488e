// Folders with a saved model: config and weights, pipelines, adapters.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

import { jsonFile, safetensors, textFile } from '../support/hub_models.mjs';
import { paramscope } from './support.mjs';

const place = mkdtempSync(join(tmpdir(), 'paramscope-folders-'));
after(() => rmSync(place, { recursive: true }));

/** Writes files by their paths. */
function save(name, files) {
  for (const [path, { bytes, size }] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name, path)), { recursive: true });
    writeFileSync(join(place, name, path), Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]));
  }
  return join(place, name);
}

function counted(folder, ...args) {
  const { output, errors } = paramscope([folder, ...args, '--format', 'json']);
  return { totals: output ? JSON.parse(output).totals : undefined, errors };
}

const config = jsonFile({ architectures: ['GPT2LMHeadModel'], model_type: 'gpt2', n_embd: 8, n_layer: 1, n_head: 2, vocab_size: 10, n_positions: 4 });
const weights = safetensors({ 'fc.weight': [4, 8] }, 'F32');
const code = textFile('from torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(3, 4)\n');
const parameters = 10 * 8 + 4 * 8 + (2 * 16 + 8 * 24 + 24 + 8 * 8 + 8 + 8 * 32 + 32 + 32 * 8 + 8) + 16;

test('a config is the model of its folder, with the weights beside it', () => {
  assert.equal(counted(save('config', { 'config.json': config })).totals.parameters, parameters);
  const both = counted(save('both', { 'config.json': jsonFile({ model_type: 'mine' }), 'model.safetensors': weights, 'model.fp16.safetensors': weights, 'optimizer.bin': textFile('') }));
  assert.equal(both.totals.parameters, 32);
  assert.match(both.errors, /the weights, 32 parameters, are counted/);
  assert.equal(counted(save('weights', { 'x-00001-of-00002.safetensors': weights, 'x-00002-of-00002.safetensors': safetensors({ 'out.weight': [4, 4] }, 'F32') })).totals.parameters, 48);
});

test('a pipeline is the sum of its components', () => {
  const folder = save('pipeline', {
    'model_index.json': jsonFile({ _class_name: 'SomePipeline', first: ['transformers', 'GPT2LMHeadModel'], second: ['diffusers', 'Other'], scheduler: ['diffusers', 'Scheduler'], '../x': ['a', 'B'] }),
    'first/config.json': config, 'second/config.json': jsonFile({}), 'second/diffusion_pytorch_model.safetensors': weights, 'scheduler/scheduler_config.json': jsonFile({}),
  });
  const { totals, errors } = counted(folder);
  assert.equal(totals.parameters, parameters + 32, errors);
  assert.ok(totals.flops > 0 && !totals.flops_complete);
  assert.match(errors, /note: the sum of 2 models/);
});

test('a sentence transformer has the base class of its type', () => {
  const modules = jsonFile([{ path: '', type: 'sentence_transformers.models.Transformer' }, { path: '1_Pooling', type: 'sentence_transformers.models.Pooling' }]);
  const sizes = { hidden_size: 8, num_hidden_layers: 1, num_attention_heads: 2, num_key_value_heads: 2, intermediate_size: 16, vocab_size: 10, tie_word_embeddings: false };
  const files = (type, named) => ({ 'modules.json': modules, 'config.json': jsonFile({ architectures: [named], model_type: type, ...sizes }) });
  const body = 10 * 8 + 4 * 8 * 8 + 3 * 8 + 3 * 8 * 16 + 3 * 8;
  const { totals, errors } = counted(save('sentences', files('qwen2', 'Qwen2ForCausalLM')));
  assert.deepEqual([totals.parameters, totals.parameters_basis], [body, 'exact'], errors);
  assert.notEqual(counted(save('encoder', files('t5', 'T5ForConditionalGeneration'))).totals.parameters_basis, 'exact');
});

test('adapters are counted beside the model in the folder that they name', () => {
  const base = save('base', { 'config.json': config });
  const files = (name) => ({ 'adapter_config.json': jsonFile({ base_model_name_or_path: name }), 'adapter_model.safetensors': safetensors({ 'base_model.model.h.0.attn.c_attn.lora_A.weight': [2, 8], 'base_model.model.h.0.attn.c_attn.lora_B.weight': [24, 2] }, 'F32') });
  const { totals, errors } = counted(save('adapters', files(base)));
  assert.deepEqual([totals.parameters, totals.trainable], [parameters + 64, 64], errors);
  assert.match(errors, /note: 64 of 1,064 parameters are trained \(6\.0%\)/);
  const unclear = counted(save('unclear', { 'adapter_config.json': jsonFile({ base_model_name_or_path: base }), 'a.safetensors': weights, 'b.safetensors': weights }));
  assert.match(unclear.errors, /several files of weights: a\.safetensors, b\.safetensors/);
  const alone = counted(save('alone', files(join(place, 'gone'))));
  assert.equal(alone.totals.parameters, 64);
  assert.match(alone.errors, /warning: the model that these adapters are for, .*gone, is not counted/);
});

test('several files of weights are named, and a folder of code stays one', () => {
  assert.match(counted(save('several', { 'a.gguf': weights, 'b.gguf': weights })).errors, /several files of weights: a\.gguf, b\.gguf/);
  const stub = counted(save('stub', { 'config.json': jsonFile({ model_type: 'llama' }), 'm.Q4_K_M.gguf': weights, 'm.Q8_0.gguf': weights }));
  assert.equal(stub.totals.parameters, null);
  assert.match(stub.errors, /error: config\.json states no sizes, and no weights are read: there are several files of weights: m\.Q4_K_M\.gguf, m\.Q8_0\.gguf/);
  const graph = counted(save('graph', { 'config.json': config, 'model.onnx': textFile('') }));
  assert.deepEqual([graph.totals.parameters, graph.errors.includes('not compared')], [parameters, false]);
  assert.match(counted(save('nothing', { 'README.md': textFile('') })).errors, /a folder without Python files/);
  const project = save('project', { 'net.py': code, 'config.json': jsonFile({ epochs: 3 }), 'checkpoint.pt': textFile('') });
  assert.equal(counted(project).totals.parameters, 16);
  assert.equal(counted(save('both-ways', { 'net.py': code, 'config.json': config }), '--from-code').totals.parameters, 16);
});
