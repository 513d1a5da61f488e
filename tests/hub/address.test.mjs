// Names and addresses, as people type them.
import { strict as assert } from 'node:assert';
import { test } from 'node:test';

import { hostOf, readAddress, titleOf } from '../../web/hub/address.js';
import { looksLikeAddress } from '../../web/hub/looks.js';

const repository = (id, revision = 'main', path = '', quant) => ({ kind: 'repository', id, revision, path, ...quant && { quant } });
const file = (url) => ({ kind: 'file', url });

const cases = [
  ['meta-llama/Llama-2-7b-hf', repository('meta-llama/Llama-2-7b-hf')],
  ['  meta-llama/Llama-2-7b-hf\n', repository('meta-llama/Llama-2-7b-hf')],
  ['hf:gpt2', repository('gpt2')],
  ['HF:gpt2', repository('gpt2')],
  ['hf://org/name', repository('org/name')],
  ['hf:org/name@refs%2Fpr%2F1', repository('org/name', 'refs/pr/1')],
  ['hf:org/name@v1.0/unet', repository('org/name', 'v1.0', 'unet')],
  ['hf:org/name/sub/model.gguf', repository('org/name', 'main', 'sub/model.gguf')],
  ['org/name@abc', repository('org/name', 'abc')],
  ['org/name:Q4_K_M', repository('org/name', 'main', '', 'Q4_K_M')],
  ['hf:org/name:q8_0', repository('org/name', 'main', '', 'q8_0')],
  ['org/name@v2:Q8_0', repository('org/name', 'v2', '', 'Q8_0')],
  ['hf.co/org/name:Q4_K_M', repository('org/name', 'main', '', 'Q4_K_M')],
  ['hf.co/org/name:latest', repository('org/name')],
  ['hf:org/name:model-Q4_K_M.gguf', repository('org/name', 'main', '', 'model-Q4_K_M.gguf')],
  ['huggingface.co/org/name', repository('org/name')],
  ['hf.co/org/name/tree/main/unet', repository('org/name', 'main', 'unet')],
  ['https://huggingface.co/org/name/blob/main/a:b/c.gguf', repository('org/name', 'main', 'a:b/c.gguf')],
  ['https://huggingface.co/org/name?show_file_info=model.safetensors', repository('org/name', 'main', 'model.safetensors')],
  ['https://huggingface.co/org/name?show_file_info=Q4%2Fm+1.gguf', repository('org/name', 'main', 'Q4/m 1.gguf')],
  ['https://huggingface.co/org/name/tree/v2?show_file_info=model.gguf', repository('org/name', 'v2', 'model.gguf')],
  ['https://huggingface.co/org/name', repository('org/name')],
  ['https://huggingface.co/gpt2', repository('gpt2')],
  ['https://huggingface.co/gpt2/blob/main/config.json', repository('gpt2', 'main', 'config.json')],
  ['https://hf.co/org/name/', repository('org/name')],
  ['https://huggingface.co/org/name/tree/v2', repository('org/name', 'v2')],
  ['https://huggingface.co/org/name/tree/main/unet', repository('org/name', 'main', 'unet')],
  ['https://huggingface.co/org/name/blob/main/model.safetensors', repository('org/name', 'main', 'model.safetensors')],
  ['https://huggingface.co/org/name/resolve/main/a%20b.onnx?download=true#x', repository('org/name', 'main', 'a b.onnx')],
  ['https://huggingface.co/org/name/resolve/refs%2Fpr%2F1/config.json', repository('org/name', 'refs/pr/1', 'config.json')],
  ['https://example.org/models/m.safetensors?key=1#part', file('https://example.org/models/m.safetensors?key=1')],
  ['http://localhost:8000/m.gguf', file('http://localhost:8000/m.gguf')],
  ['http://127.0.0.1/m.gguf', file('http://127.0.0.1/m.gguf')],
];

for (const [text, expected] of cases) {
  test(`${JSON.stringify(text)} is read`, () => {
    assert.deepEqual(readAddress(text), expected);
    assert.ok(looksLikeAddress(text));
  });
}

const refused = [
  ['https://huggingface.co/datasets/org/name', 'hub.is_dataset'],
  ['hf:datasets/org/name', 'hub.is_dataset'],
  ['https://huggingface.co/spaces/org/name', 'hub.is_space'],
  ['https://huggingface.co/docs/transformers', 'hub.is_no_model'],
  ['https://huggingface.co/', 'hub.not_an_address'],
  ['http://example.org/m.gguf', 'hub.not_https'],
  ['http://huggingface.co/org/name', 'hub.not_https'],
  ['https://user:secret@example.org/m.gguf', 'hub.address_with_password'],
  ['hf:../name', 'hub.not_an_address'],
  ['hf:org/name/../../x', 'hub.not_an_address'],
  ['hf:org/name/%2e%2e/x', 'hub.not_an_address'],
  ['hf:org/name/%zz', 'hub.not_an_address'],
  ['gpt2', 'hub.not_an_address'],
  ['hf.co/datasets/org/name', 'hub.is_dataset'],
  ['https://huggingface.co/org/name?show_file_info=../x', 'hub.not_an_address'],
  ['a/b/c', 'hub.not_an_address'],
  ['https://', 'hub.not_an_address'],
  [`hf:${'a'.repeat(5000)}`, 'hub.address_too_long'],
];

for (const [text, code] of refused) {
  test(`${JSON.stringify(text.slice(0, 60))} is refused: ${code}`, () => {
    assert.throws(() => readAddress(text), ({ sentence }) => sentence.code === code);
  });
}

test('a text that is a model is no address', () => {
  for (const text of ['Linear(8, 4)', 'd = 8\nLinear(d, 4)', 'org/name\norg/other', 'a / b', '', 'meta-llama', '(0): Linear(1, 2)', '{"a/b": 1}']) {
    assert.ok(!looksLikeAddress(text), text);
  }
});

test('the host and the title are those that a person knows', () => {
  const at = (text, endpoint) => [hostOf(readAddress(text), endpoint), titleOf(readAddress(text))];
  assert.deepEqual(at('hf:org/name/unet'), ['huggingface.co', 'org/name/unet']);
  assert.deepEqual(at('org/name', 'https://mirror.example'), ['mirror.example', 'org/name']);
  assert.deepEqual(at('https://example.org:8443/a/m%20n.onnx?x=1'), ['example.org:8443', 'm n.onnx']);
  assert.deepEqual(at('https://example.org/'), ['example.org', 'example.org']);
});
