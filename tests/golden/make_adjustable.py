"""Makes adjustable.json: models as they print, and the parameters and multiply-accumulates of the same models built with other sizes.

torchvision builds its own. The others are written here with the names and the structure of the libraries, so that they print as
those do (transformers 4 and 5, milesial's U-Net); equal neighbours of a list are folded as PyTorch 2 prints them.

    /usr/bin/python3 make_adjustable.py > adjustable.json       (torch 1.13, torchvision 0.14)
"""
import json

import torch
import torchvision
from torch import nn

from facts import OperatorMacs
from make_unet import UNet


class ModuleList(nn.ModuleList):
    """Prints equal neighbours once, as PyTorch does from 2.1 on."""

    def __repr__(self):
        lines, first, texts = [], 0, [repr(module) for module in self]
        for i, text in enumerate(texts):
            if i + 1 < len(texts) and texts[i + 1] == text:
                continue
            name = f'({i}): ' if first == i else f'({first}-{i}): {i - first + 1} x '
            lines.append('  ' + (name + text).replace('\n', '\n  '))
            first = i + 1
        return 'ModuleList(\n' + '\n'.join(lines) + '\n)' if lines else 'ModuleList()'


def attend(q, k, v, heads, kv_heads=None):
    """Scaled dot-product attention of (batch, tokens, width); few key and value heads serve several query heads."""
    kv_heads = kv_heads or heads
    batch, tokens, width = q.shape
    q = q.view(batch, tokens, heads, -1).transpose(1, 2)
    k = k.view(batch, k.shape[1], kv_heads, -1).transpose(1, 2).repeat_interleave(heads // kv_heads, 1)
    v = v.view(batch, v.shape[1], kv_heads, -1).transpose(1, 2).repeat_interleave(heads // kv_heads, 1)
    weights = torch.softmax(torch.matmul(q, k.transpose(2, 3)), -1)
    return torch.matmul(weights, v).transpose(1, 2).reshape(batch, tokens, -1)


# ---- torchvision ----

def resnet50(width=64, in_channels=3, classes=1000):
    class Wide(torchvision.models.ResNet):
        def _make_layer(self, block, planes, blocks, stride=1, dilate=False):
            self.inplanes = width if planes == 64 else self.inplanes
            return super()._make_layer(block, planes * width // 64, blocks, stride, dilate)

    Wide.__name__ = 'ResNet'
    model = Wide(torchvision.models.resnet.Bottleneck, [3, 4, 6, 3], classes)
    model.conv1 = nn.Conv2d(in_channels, width, 7, 2, 3, bias=False)
    model.bn1 = nn.BatchNorm2d(width)
    model.fc = nn.Linear(32 * width, classes)
    return model


def vit(d_model=192, d_ff=768, in_channels=3, classes=1000):
    model = torchvision.models.VisionTransformer(224, 16, 2, 3, d_model, d_ff, num_classes=classes)
    model.conv_proj = nn.Conv2d(in_channels, d_model, 16, 16)
    return model


def swin(width=96, in_channels=3, classes=1000):
    heads = [width // 32 << i for i in range(4)]
    model = torchvision.models.SwinTransformer([4, 4], width, [2, 2, 2, 2], heads, [7, 7], num_classes=classes,
                                               stochastic_depth_prob=0.0)
    model.features[0][0] = nn.Conv2d(in_channels, width, 4, 4)
    return model


def convnext(width=96, in_channels=3, classes=1000):
    stage = torchvision.models.convnext.CNBlockConfig
    stages = [stage(width, 2 * width, 1), stage(2 * width, 4 * width, 1), stage(4 * width, 8 * width, 2),
              stage(8 * width, None, 1)]
    model = torchvision.models.ConvNeXt(stages, num_classes=classes)
    model.features[0][0] = nn.Conv2d(in_channels, width, 4, 4)
    return model


# ---- transformers: GPT-2 ----

class Conv1D(nn.Module):
    def __init__(self, nf, nx):
        super().__init__()
        self.nf, self.nx = nf, nx
        self.weight = nn.Parameter(torch.zeros(nx, nf))
        self.bias = nn.Parameter(torch.zeros(nf))

    def extra_repr(self):
        return f'nf={self.nf}, nx={self.nx}'

    def forward(self, x):
        return x @ self.weight + self.bias


class NewGELUActivation(nn.Module):
    def forward(self, x):
        return nn.functional.gelu(x)


class GPT2Attention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads = heads
        self.c_attn = Conv1D(3 * d_model, d_model)
        self.c_proj = Conv1D(d_model, d_model)
        self.attn_dropout = nn.Dropout(0.1)
        self.resid_dropout = nn.Dropout(0.1)

    def forward(self, x):
        return self.c_proj(attend(*self.c_attn(x).chunk(3, -1), self.heads))


class GPT2MLP(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.c_fc = Conv1D(d_ff, d_model)
        self.c_proj = Conv1D(d_model, d_ff)
        self.act = NewGELUActivation()
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        return self.c_proj(self.act(self.c_fc(x)))


class GPT2Block(nn.Module):
    def __init__(self, d_model, d_ff, heads):
        super().__init__()
        self.ln_1 = nn.LayerNorm(d_model)
        self.attn = GPT2Attention(d_model, heads)
        self.ln_2 = nn.LayerNorm(d_model)
        self.mlp = GPT2MLP(d_model, d_ff)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class GPT2Model(nn.Module):
    def __init__(self, vocab, positions, d_model, d_ff, depth, heads):
        super().__init__()
        self.wte = nn.Embedding(vocab, d_model)
        self.wpe = nn.Embedding(positions, d_model)
        self.drop = nn.Dropout(0.1)
        self.h = ModuleList([GPT2Block(d_model, d_ff, heads) for _ in range(depth)])
        self.ln_f = nn.LayerNorm(d_model)

    def forward(self, x):
        x = self.wte(x) + self.wpe(torch.arange(x.shape[1]))
        for block in self.h:
            x = block(x)
        return self.ln_f(x)


class GPT2LMHeadModel(nn.Module):
    def __init__(self, vocab=257, positions=64, d_model=96, d_ff=384, depth=3, heads=12):
        super().__init__()
        self.transformer = GPT2Model(vocab, positions, d_model, d_ff, depth, heads)
        self.lm_head = nn.Linear(d_model, vocab, bias=False)
        self.lm_head.weight = self.transformer.wte.weight

    def forward(self, x):
        return self.lm_head(self.transformer(x))


# ---- transformers: LLaMA and Mixtral ----

class LlamaRMSNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def extra_repr(self):
        return f'({self.weight.shape[0]},), eps=1e-06'

    def forward(self, x):
        return self.weight * x


class MixtralRMSNorm(LlamaRMSNorm):
    pass


class LlamaRotaryEmbedding(nn.Module):
    pass


class LlamaAttention(nn.Module):
    def __init__(self, d_model, kv_width, head_size=8):
        super().__init__()
        self.heads, self.kv_heads = d_model // head_size, kv_width // head_size
        self.q_proj = nn.Linear(d_model, d_model, bias=False)
        self.k_proj = nn.Linear(d_model, kv_width, bias=False)
        self.v_proj = nn.Linear(d_model, kv_width, bias=False)
        self.o_proj = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        return self.o_proj(attend(self.q_proj(x), self.k_proj(x), self.v_proj(x), self.heads, self.kv_heads))


class MixtralAttention(LlamaAttention):
    pass


class LlamaMLP(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.gate_proj = nn.Linear(d_model, d_ff, bias=False)
        self.up_proj = nn.Linear(d_model, d_ff, bias=False)
        self.down_proj = nn.Linear(d_ff, d_model, bias=False)
        self.act_fn = nn.SiLU()

    def forward(self, x):
        return self.down_proj(self.act_fn(self.gate_proj(x)) * self.up_proj(x))


class LlamaDecoderLayer(nn.Module):
    def __init__(self, d_model, d_ff, kv_width):
        super().__init__()
        self.self_attn = LlamaAttention(d_model, kv_width)
        self.mlp = LlamaMLP(d_model, d_ff)
        self.input_layernorm = LlamaRMSNorm(d_model)
        self.post_attention_layernorm = LlamaRMSNorm(d_model)

    def forward(self, x):
        x = x + self.self_attn(self.input_layernorm(x))
        return x + self.mlp(self.post_attention_layernorm(x))


class LlamaModel(nn.Module):
    def __init__(self, vocab, d_model, d_ff, kv_width, depth):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocab, d_model)
        self.layers = ModuleList([LlamaDecoderLayer(d_model, d_ff, kv_width) for _ in range(depth)])
        self.norm = LlamaRMSNorm(d_model)
        self.rotary_emb = LlamaRotaryEmbedding()

    def forward(self, x):
        x = self.embed_tokens(x)
        for layer in self.layers:
            x = layer(x)
        return self.norm(x)


class LlamaForCausalLM(nn.Module):
    def __init__(self, vocab=320, d_model=128, d_ff=344, kv_width=32, depth=4):
        super().__init__()
        self.model = LlamaModel(vocab, d_model, d_ff, kv_width, depth)
        self.lm_head = nn.Linear(d_model, vocab, bias=False)

    def forward(self, x):
        return self.lm_head(self.model(x))


class MixtralBlockSparseTop2MLP(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.w1 = nn.Linear(d_model, d_ff, bias=False)
        self.w2 = nn.Linear(d_ff, d_model, bias=False)
        self.w3 = nn.Linear(d_model, d_ff, bias=False)
        self.act_fn = nn.SiLU()

    def forward(self, x):
        return self.w2(self.act_fn(self.w1(x)) * self.w3(x))


class MixtralSparseMoeBlock(nn.Module):
    def __init__(self, d_model, d_ff, experts):
        super().__init__()
        self.gate = nn.Linear(d_model, experts, bias=False)
        self.experts = ModuleList([MixtralBlockSparseTop2MLP(d_model, d_ff) for _ in range(experts)])

    def forward(self, x):
        self.gate(x)
        return sum(expert(x) for expert in self.experts[:2])  # each token goes to two


class MixtralDecoderLayer(nn.Module):
    def __init__(self, d_model, d_ff, kv_width, experts):
        super().__init__()
        self.self_attn = MixtralAttention(d_model, kv_width)
        self.block_sparse_moe = MixtralSparseMoeBlock(d_model, d_ff, experts)
        self.input_layernorm = MixtralRMSNorm(d_model)
        self.post_attention_layernorm = MixtralRMSNorm(d_model)

    def forward(self, x):
        x = x + self.self_attn(self.input_layernorm(x))
        return x + self.block_sparse_moe(self.post_attention_layernorm(x))


class MixtralModel(nn.Module):
    def __init__(self, vocab, d_model, d_ff, kv_width, depth, experts):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocab, d_model)
        self.layers = ModuleList([MixtralDecoderLayer(d_model, d_ff, kv_width, experts) for _ in range(depth)])
        self.norm = MixtralRMSNorm(d_model)

    def forward(self, x):
        x = self.embed_tokens(x)
        for layer in self.layers:
            x = layer(x)
        return self.norm(x)


class MixtralForCausalLM(nn.Module):
    def __init__(self, vocab=320, d_model=128, d_ff=448, kv_width=32, depth=2, experts=8):
        super().__init__()
        self.model = MixtralModel(vocab, d_model, d_ff, kv_width, depth, experts)
        self.lm_head = nn.Linear(d_model, vocab, bias=False)

    def forward(self, x):
        return self.lm_head(self.model(x))


# ---- transformers: BERT ----

class BertEmbeddings(nn.Module):
    def __init__(self, vocab, positions, token_types, d_model):
        super().__init__()
        self.word_embeddings = nn.Embedding(vocab, d_model, padding_idx=0)
        self.position_embeddings = nn.Embedding(positions, d_model)
        self.token_type_embeddings = nn.Embedding(token_types, d_model)
        self.LayerNorm = nn.LayerNorm(d_model, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        places = self.position_embeddings(torch.arange(x.shape[1]))
        return self.LayerNorm(self.word_embeddings(x) + places + self.token_type_embeddings(torch.zeros_like(x)))


class BertSelfAttention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        return attend(self.query(x), self.key(x), self.value(x), self.heads)


class BertSelfOutput(nn.Module):
    def __init__(self, inputs, d_model):
        super().__init__()
        self.dense = nn.Linear(inputs, d_model)
        self.LayerNorm = nn.LayerNorm(d_model, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, residual):
        return self.LayerNorm(self.dense(x) + residual)


class BertOutput(BertSelfOutput):
    pass


class BertAttention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.self = BertSelfAttention(d_model, heads)
        self.output = BertSelfOutput(d_model, d_model)

    def forward(self, x):
        return self.output(self.self(x), x)


class GELUActivation(NewGELUActivation):
    pass


class BertIntermediate(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.dense = nn.Linear(d_model, d_ff)
        self.intermediate_act_fn = GELUActivation()

    def forward(self, x):
        return self.intermediate_act_fn(self.dense(x))


class BertLayer(nn.Module):
    def __init__(self, d_model, d_ff, heads):
        super().__init__()
        self.attention = BertAttention(d_model, heads)
        self.intermediate = BertIntermediate(d_model, d_ff)
        self.output = BertOutput(d_ff, d_model)

    def forward(self, x):
        x = self.attention(x)
        return self.output(self.intermediate(x), x)


class BertEncoder(nn.Module):
    def __init__(self, d_model, d_ff, depth, heads):
        super().__init__()
        self.layer = ModuleList([BertLayer(d_model, d_ff, heads) for _ in range(depth)])

    def forward(self, x):
        for layer in self.layer:
            x = layer(x)
        return x


class BertPooler(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.dense = nn.Linear(d_model, d_model)
        self.activation = nn.Tanh()

    def forward(self, x):
        return self.activation(self.dense(x[:, 0]))


class BertModel(nn.Module):
    def __init__(self, vocab, positions, token_types, d_model, d_ff, depth, heads):
        super().__init__()
        self.embeddings = BertEmbeddings(vocab, positions, token_types, d_model)
        self.encoder = BertEncoder(d_model, d_ff, depth, heads)
        self.pooler = BertPooler(d_model)

    def forward(self, x):
        return self.pooler(self.encoder(self.embeddings(x)))


class BertForSequenceClassification(nn.Module):
    def __init__(self, vocab=300, positions=512, token_types=2, d_model=96, d_ff=384, depth=3, heads=12, classes=5):
        super().__init__()
        self.bert = BertModel(vocab, positions, token_types, d_model, d_ff, depth, heads)
        self.dropout = nn.Dropout(0.1)
        self.classifier = nn.Linear(d_model, classes)

    def forward(self, x):
        return self.classifier(self.bert(x))


# ---- transformers: T5 ----

class T5LayerNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return self.weight * x


class T5Attention(nn.Module):
    def __init__(self, d_model, heads, has_bias):
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(d_model, d_model, bias=False)
        self.k = nn.Linear(d_model, d_model, bias=False)
        self.v = nn.Linear(d_model, d_model, bias=False)
        self.o = nn.Linear(d_model, d_model, bias=False)
        if has_bias:
            self.relative_attention_bias = nn.Embedding(32, heads)

    def forward(self, x, memory):
        return self.o(attend(self.q(x), self.k(memory), self.v(memory), self.heads))


class T5LayerSelfAttention(nn.Module):
    def __init__(self, d_model, heads, has_bias):
        super().__init__()
        self.SelfAttention = T5Attention(d_model, heads, has_bias)
        self.layer_norm = T5LayerNorm(d_model)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        normal = self.layer_norm(x)
        return x + self.SelfAttention(normal, normal)


class T5LayerCrossAttention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.EncDecAttention = T5Attention(d_model, heads, False)
        self.layer_norm = T5LayerNorm(d_model)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, memory):
        return x + self.EncDecAttention(self.layer_norm(x), memory)


class T5DenseActDense(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.wi = nn.Linear(d_model, d_ff, bias=False)
        self.wo = nn.Linear(d_ff, d_model, bias=False)
        self.dropout = nn.Dropout(0.1)
        self.act = nn.ReLU()

    def forward(self, x):
        return self.wo(self.act(self.wi(x)))


class T5LayerFF(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.DenseReluDense = T5DenseActDense(d_model, d_ff)
        self.layer_norm = T5LayerNorm(d_model)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        return x + self.DenseReluDense(self.layer_norm(x))


class T5Block(nn.Module):
    def __init__(self, d_model, d_ff, heads, has_bias, is_decoder):
        super().__init__()
        layers = [T5LayerSelfAttention(d_model, heads, has_bias)]
        if is_decoder:
            layers.append(T5LayerCrossAttention(d_model, heads))
        self.layer = ModuleList(layers + [T5LayerFF(d_model, d_ff)])

    def forward(self, x, memory):
        x = self.layer[0](x)
        if memory is not None:
            x = self.layer[1](x, memory)
        return self.layer[-1](x)


class T5Stack(nn.Module):
    def __init__(self, shared, d_model, d_ff, depth, heads, is_decoder):
        super().__init__()
        self.embed_tokens = shared
        self.block = ModuleList([T5Block(d_model, d_ff, heads, i == 0, is_decoder) for i in range(depth)])
        self.final_layer_norm = T5LayerNorm(d_model)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, memory=None):
        x = self.embed_tokens(x)
        for block in self.block:
            x = block(x, memory)
        return self.final_layer_norm(x)


class T5ForConditionalGeneration(nn.Module):
    def __init__(self, vocab=320, d_model=64, d_ff=256, encoder_depth=3, decoder_depth=3, heads=8):
        super().__init__()
        self.shared = nn.Embedding(vocab, d_model)
        self.encoder = T5Stack(self.shared, d_model, d_ff, encoder_depth, heads, False)
        self.decoder = T5Stack(self.shared, d_model, d_ff, decoder_depth, heads, True)
        self.lm_head = nn.Linear(d_model, vocab, bias=False)
        self.lm_head.weight = self.shared.weight

    def forward(self, x, y):
        return self.lm_head(self.decoder(y, self.encoder(x)))


# ---- transformers: Whisper ----

class WhisperAttention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads = heads
        self.k_proj = nn.Linear(d_model, d_model, bias=False)
        self.v_proj = nn.Linear(d_model, d_model)
        self.q_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x, memory):
        return self.out_proj(attend(self.q_proj(x), self.k_proj(memory), self.v_proj(memory), self.heads))


class WhisperEncoderLayer(nn.Module):
    def __init__(self, d_model, d_ff, heads):
        super().__init__()
        self.self_attn = WhisperAttention(d_model, heads)
        self.self_attn_layer_norm = nn.LayerNorm(d_model)
        self.activation_fn = GELUActivation()
        self.fc1 = nn.Linear(d_model, d_ff)
        self.fc2 = nn.Linear(d_ff, d_model)
        self.final_layer_norm = nn.LayerNorm(d_model)

    def forward(self, x):
        normal = self.self_attn_layer_norm(x)
        x = x + self.self_attn(normal, normal)
        return x + self.fc2(self.activation_fn(self.fc1(self.final_layer_norm(x))))


class WhisperDecoderLayer(nn.Module):
    def __init__(self, d_model, d_ff, heads):
        super().__init__()
        self.self_attn = WhisperAttention(d_model, heads)
        self.activation_fn = GELUActivation()
        self.self_attn_layer_norm = nn.LayerNorm(d_model)
        self.encoder_attn = WhisperAttention(d_model, heads)
        self.encoder_attn_layer_norm = nn.LayerNorm(d_model)
        self.fc1 = nn.Linear(d_model, d_ff)
        self.fc2 = nn.Linear(d_ff, d_model)
        self.final_layer_norm = nn.LayerNorm(d_model)

    def forward(self, x, memory):
        normal = self.self_attn_layer_norm(x)
        x = x + self.self_attn(normal, normal)
        x = x + self.encoder_attn(self.encoder_attn_layer_norm(x), memory)
        return x + self.fc2(self.activation_fn(self.fc1(self.final_layer_norm(x))))


class WhisperEncoder(nn.Module):
    def __init__(self, in_channels, d_model, d_ff, depth, heads):
        super().__init__()
        self.conv1 = nn.Conv1d(in_channels, d_model, 3, padding=1)
        self.conv2 = nn.Conv1d(d_model, d_model, 3, 2, 1)
        self.embed_positions = nn.Embedding(1500, d_model)
        self.layers = ModuleList([WhisperEncoderLayer(d_model, d_ff, heads) for _ in range(depth)])
        self.layer_norm = nn.LayerNorm(d_model)

    def forward(self, x):
        x = self.conv2(self.conv1(x)).transpose(1, 2) + self.embed_positions.weight
        for layer in self.layers:
            x = layer(x)
        return self.layer_norm(x)


class WhisperPositionalEmbedding(nn.Embedding):
    pass


class WhisperDecoder(nn.Module):
    def __init__(self, vocab, positions, d_model, d_ff, depth, heads):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocab, d_model, padding_idx=7)
        self.embed_positions = WhisperPositionalEmbedding(positions, d_model)
        self.layers = ModuleList([WhisperDecoderLayer(d_model, d_ff, heads) for _ in range(depth)])
        self.layer_norm = nn.LayerNorm(d_model)

    def forward(self, x, memory):
        x = self.embed_tokens(x) + self.embed_positions.weight[:x.shape[1]]
        for layer in self.layers:
            x = layer(x, memory)
        return self.layer_norm(x)


class WhisperModel(nn.Module):
    def __init__(self, in_channels, vocab, positions, d_model, encoder_d_ff, decoder_d_ff, encoder_depth, decoder_depth,
                 heads):
        super().__init__()
        self.encoder = WhisperEncoder(in_channels, d_model, encoder_d_ff, encoder_depth, heads)
        self.decoder = WhisperDecoder(vocab, positions, d_model, decoder_d_ff, decoder_depth, heads)

    def forward(self, x, y):
        return self.decoder(y, self.encoder(x))


class WhisperForConditionalGeneration(nn.Module):
    def __init__(self, in_channels=80, vocab=300, decoder_positions=448, d_model=64, encoder_d_ff=256, decoder_d_ff=256,
                 encoder_depth=2, decoder_depth=2, heads=4):
        super().__init__()
        self.model = WhisperModel(in_channels, vocab, decoder_positions, d_model, encoder_d_ff, decoder_d_ff,
                                  encoder_depth, decoder_depth, heads)
        self.proj_out = nn.Linear(d_model, vocab, bias=False)
        self.proj_out.weight = self.model.decoder.embed_tokens.weight

    def forward(self, x, y):
        return self.proj_out(self.model(x, y))


# ---- a class of one's own ----

class DigitNet(nn.Module):
    def __init__(self, channels_1=20, channels_2=50, hidden=500, classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, channels_1, 5)
        self.conv2 = nn.Conv2d(channels_1, channels_2, 5)
        self.dropout = nn.Dropout(0.5)
        self.fc1 = nn.Linear(16 * channels_2, hidden)
        self.fc2 = nn.Linear(hidden, classes)

    def forward(self, x):
        x = nn.functional.max_pool2d(self.conv1(x), 2)
        x = nn.functional.max_pool2d(self.conv2(x), 2).flatten(1)
        return self.fc2(self.dropout(self.fc1(x)))


IMAGE, TOKENS = (1, 3, 224, 224), (1, 16)
MODELS = [
    ('ResNet-50', resnet50, [IMAGE], {'width': (32, 80), 'classes': (10,), 'in_channels': (1, 4)}),
    ('ViT', vit, [IMAGE], {'d_model': (216, 384), 'd_ff': (769, 1024), 'classes': (10,), 'in_channels': (1,)}),
    ('Swin', swin, [IMAGE], {'width': (64, 128), 'classes': (10,), 'in_channels': (4,)}),
    ('ConvNeXt', convnext, [IMAGE], {'width': (40, 97), 'classes': (10,), 'in_channels': (1,)}),
    ('U-Net', UNet, [(1, 3, 64, 96)], {'width': (16, 65), 'classes': (1, 7), 'in_channels': (1,)}),
    ('GPT-2', GPT2LMHeadModel, [TOKENS],
     {'vocab': (300,), 'positions': (128,), 'd_model': (108, 192), 'd_ff': (100,), 'depth': (1, 12)}),
    ('LLaMA', LlamaForCausalLM, [TOKENS],
     {'vocab': (300,), 'd_model': (160, 256), 'd_ff': (345,), 'kv_width': (16, 64), 'depth': (1, 12)}),
    ('Mixtral', MixtralForCausalLM, [TOKENS],
     {'vocab': (300,), 'd_model': (160, 256), 'd_ff': (449,), 'kv_width': (16, 64), 'depth': (1, 5), 'experts': (4, 9)}),
    ('BERT', BertForSequenceClassification, [TOKENS],
     {'vocab': (400,), 'positions': (100,), 'token_types': (3,), 'd_model': (108, 192), 'd_ff': (100,), 'depth': (1, 12),
      'classes': (2,)}),
    ('T5', T5ForConditionalGeneration, [TOKENS, (1, 8)],
     {'vocab': (400,), 'd_model': (72, 128), 'd_ff': (100,), 'encoder_depth': (2, 12), 'decoder_depth': (2, 6)}),
    ('Whisper', WhisperForConditionalGeneration, [(1, 80, 3000), (1, 8)],
     {'vocab': (400,), 'd_model': (72, 128), 'encoder_d_ff': (300,), 'decoder_d_ff': (100,),
      'encoder_depth': (1, 6), 'decoder_depth': (1, 6), 'in_channels': (128,)}),
    ('own class', DigitNet, [(1, 1, 28, 28)], {'channels_1': (8, 33), 'hidden': (120,), 'classes': (3,), 'channels_2': (51,)}),
]


def is_tokens(model, i, shape):
    return len(shape) == 2 and not (isinstance(model, WhisperForConditionalGeneration) and i == 0)


def measure(build, shapes, changed):
    model = build(**changed).eval()
    inputs = []
    for i, shape in enumerate(shapes):
        shape = list(shape)
        if len(shape) > 2 and 'in_channels' in changed:
            shape[1] = changed['in_channels']
        inputs.append(torch.zeros(shape, dtype=torch.long) if is_tokens(model, i, shape) else torch.zeros(shape))
    counter = OperatorMacs()
    with counter:
        model(*inputs)
    return {'set': changed, 'input': [list(i.shape) for i in inputs],
            'parameters': sum(p.numel() for p in model.parameters()), 'macs': counter.macs}


def record(name, build, shapes, values):
    runs = [{}] + [{variable: value} for variable, all_values in values.items() for value in all_values]
    runs.append({variable: all_values[-1] for variable, all_values in values.items()})  # all at once
    return {'model': name, 'text': repr(build()), 'variables': sorted(values),
            'values': [measure(build, shapes, run) for run in runs]}


if __name__ == '__main__':
    print('[\n' + ',\n'.join(json.dumps(record(*model)) for model in MODELS) + '\n]')
