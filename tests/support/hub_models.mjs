// Files of models as they lie on the hub: real names, shapes and sizes, without weights. A file is { bytes, size }: what it begins
// with, and its length; the rest is zeros.

const sizes = { F32: 4, F16: 2, BF16: 2, I32: 4, U32: 4, I64: 8, U8: 1, F8_E4M3: 1 };

/** A file of safetensors with these tensors: { name: shape }, or { name: { dtype, shape } } for one of another type. */
export function safetensors(tensors, dtype = 'F16', metadata = { format: 'pt' }) {
  let offset = 0;
  const header = { __metadata__: metadata };
  for (const [name, given] of Object.entries(tensors)) {
    const { dtype: type, shape } = Array.isArray(given) ? { dtype, shape: given } : given;
    const length = shape.reduce((product, size) => product * size, 1) * sizes[type];
    header[name] = { dtype: type, shape, data_offsets: [offset, offset + length] };
    offset += length;
  }
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  const bytes = Buffer.concat([length, json]);
  return { bytes, size: bytes.length + offset };
}

/** A file that is text. */
export function textFile(text) {
  const bytes = Buffer.from(text);
  return { bytes, size: bytes.length };
}

export const jsonFile = (value) => textFile(JSON.stringify(value, null, 2));

/** Shares tensors out among files of at most `most` bytes: { path: file }, with the index. */
function sharded(tensors, most, dtype) {
  const parts = [{}];
  let filled = 0;
  let total = 0;
  for (const [name, shape] of Object.entries(tensors)) {
    const bytes = shape.reduce((product, size) => product * size, 1) * sizes[dtype];
    if (filled + bytes > most) {
      parts.push({});
      filled = 0;
    }
    parts.at(-1)[name] = shape;
    filled += bytes;
    total += bytes;
  }
  const number = (value) => String(value).padStart(5, '0');
  const files = {};
  const map = {};
  for (const [i, part] of parts.entries()) {
    const path = `model-${number(i + 1)}-of-${number(parts.length)}.safetensors`;
    files[path] = safetensors(part, dtype);
    for (const name of Object.keys(part)) map[name] = path;
  }
  files['model.safetensors.index.json'] = jsonFile({ metadata: { total_size: total }, weight_map: map });
  return files;
}

function decoder({ vocabulary, width, layers, keys, block }) {
  const tensors = { 'model.embed_tokens.weight': [vocabulary, width] };
  for (let i = 0; i < layers; ++i) {
    const at = `model.layers.${i}`;
    tensors[`${at}.self_attn.q_proj.weight`] = [width, width];
    tensors[`${at}.self_attn.k_proj.weight`] = [keys, width];
    tensors[`${at}.self_attn.v_proj.weight`] = [keys, width];
    tensors[`${at}.self_attn.o_proj.weight`] = [width, width];
    Object.assign(tensors, block(at));
    tensors[`${at}.input_layernorm.weight`] = [width];
    tensors[`${at}.post_attention_layernorm.weight`] = [width];
  }
  tensors['model.norm.weight'] = [width];
  tensors['lm_head.weight'] = [vocabulary, width];
  return tensors;
}

const llamaTensors = (layers) => decoder({
  vocabulary: 32000, width: 4096, layers, keys: 4096,
  block: (at) => ({ [`${at}.mlp.gate_proj.weight`]: [11008, 4096], [`${at}.mlp.up_proj.weight`]: [11008, 4096], [`${at}.mlp.down_proj.weight`]: [4096, 11008] }),
});

export const llamaConfig = {
  architectures: ['LlamaForCausalLM'], model_type: 'llama', hidden_size: 4096, intermediate_size: 11008, num_hidden_layers: 32,
  num_attention_heads: 32, num_key_value_heads: 32, vocab_size: 32000, max_position_embeddings: 4096, rms_norm_eps: 1e-5,
  hidden_act: 'silu', tie_word_embeddings: false, torch_dtype: 'float16',
};

/** Llama-2 7B in two files, of 13.5 GB. `layers` other than 32 contradict the config. */
export const llama = (layers = 32) => ({ 'config.json': jsonFile(llamaConfig), ...sharded(llamaTensors(layers), 9.98e9, 'F16'), 'README.md': textFile('# Llama') });

export const llamaParameters = 6_738_415_616;

/** Mixtral 8x7B in 19 files, of 93 GB. */
export const mixtral = () => ({
  'config.json': jsonFile({
    architectures: ['MixtralForCausalLM'], model_type: 'mixtral', hidden_size: 4096, intermediate_size: 14336, num_hidden_layers: 32,
    num_attention_heads: 32, num_key_value_heads: 8, num_local_experts: 8, num_experts_per_tok: 2, vocab_size: 32000,
    max_position_embeddings: 32768, rms_norm_eps: 1e-5, hidden_act: 'silu', tie_word_embeddings: false, torch_dtype: 'bfloat16',
  }),
  ...sharded(decoder({
    vocabulary: 32000, width: 4096, layers: 32, keys: 1024,
    block: (at) => {
      const tensors = { [`${at}.block_sparse_moe.gate.weight`]: [8, 4096] };
      for (let expert = 0; expert < 8; ++expert) {
        const inside = `${at}.block_sparse_moe.experts.${expert}`;
        Object.assign(tensors, { [`${inside}.w1.weight`]: [14336, 4096], [`${inside}.w2.weight`]: [4096, 14336], [`${inside}.w3.weight`]: [14336, 4096] });
      }
      return tensors;
    },
  }), 5e9, 'BF16'),
});

export const mixtralParameters = 46_702_792_704;

/** A small model in one file. */
export const small = (shape = [16, 8]) => ({ 'model.safetensors': safetensors({ 'fc.weight': shape, 'fc.bias': [shape[0]] }) });

const q4k = { type: 12, block: 256, bytes: 144 };

/** A quantised model with a vocabulary in its header: { file, parameters, header }. */
export function gguf(tokens = 32_000) {
  const parts = [];
  const u32 = (value) => { const b = Buffer.alloc(4); b.writeUInt32LE(value); parts.push(b); };
  const u64 = (value) => { const b = Buffer.alloc(8); b.writeBigUInt64LE(BigInt(value)); parts.push(b); };
  const text = (value) => { const b = Buffer.from(value); u64(b.length); parts.push(b); };
  const shapes = [['token_embd.weight', [tokens, 4096]], ['output.weight', [tokens, 4096]]];
  for (let i = 0; i < 32; ++i) {
    for (const [name, shape] of Object.entries({ attn_q: [4096, 4096], attn_k: [1024, 4096], attn_v: [1024, 4096], attn_output: [4096, 4096], ffn_gate: [14336, 4096], ffn_up: [14336, 4096], ffn_down: [4096, 14336] })) {
      shapes.push([`blk.${i}.${name}.weight`, shape]);
    }
  }
  parts.push(Buffer.from('GGUF'));
  u32(3); u64(shapes.length); u64(2);
  text('general.architecture'); u32(8); text('llama');
  text('tokenizer.ggml.tokens'); u32(9); u32(8); u64(tokens);
  for (let i = 0; i < tokens; ++i) text(`▁token${i}`);
  let offset = 0;
  for (const [name, [rows, columns]] of shapes) {
    text(name); u32(2); u64(columns); u64(rows); u32(q4k.type); u64(offset);
    offset += rows * columns / q4k.block * q4k.bytes;
  }
  const bytes = Buffer.concat(parts);
  return {
    file: { bytes, size: Math.ceil(bytes.length / 32) * 32 + offset },
    parameters: shapes.reduce((sum, [, [rows, columns]]) => sum + rows * columns, 0),
  };
}

/** The bytes that headers take: of safetensors their headers, of other files all. */
export const headerBytes = (files, names) => names.reduce((sum, name) => sum + files[name].bytes.length, 0);
