# An encoder for masked words whose decoder is tied to the embedding, one layer shared as often as asked for.
import copy
import math

import torch
from torch import nn


class Config:
    def __init__(self, vocab_size=1200, hidden_size=64, num_hidden_layers=3, num_attention_heads=4, intermediate_size=None,
                 max_position_embeddings=64, type_vocab_size=2, hidden_act="gelu", share_layers=False, **kwargs):
        self.vocab_size = vocab_size
        self.hidden_size = hidden_size
        self.num_hidden_layers = num_hidden_layers
        self.num_attention_heads = num_attention_heads
        self.intermediate_size = intermediate_size if intermediate_size is not None else 4 * hidden_size
        self.max_position_embeddings = max_position_embeddings
        self.type_vocab_size = type_vocab_size
        self.hidden_act = hidden_act
        self.share_layers = share_layers
        self.__dict__.update(kwargs)

    @classmethod
    def from_dict(cls, json_object):
        config = cls()
        for key, value in json_object.items():
            config.__dict__[key] = value
        return config

    def to_dict(self):
        return copy.deepcopy(self.__dict__)


def gelu(x):
    return x * 0.5 * (1.0 + torch.erf(x / math.sqrt(2.0)))


ACT2FN = {"gelu": gelu, "relu": torch.nn.functional.relu, "swish": lambda x: x * torch.sigmoid(x)}


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size, padding_idx=0)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=1e-12)
        self.register_buffer("position_ids", torch.arange(config.max_position_embeddings).expand((1, -1)))
        self.register_buffer("token_type_ids", torch.zeros(self.position_ids.size(), dtype=torch.long), persistent=False)

    def forward(self, input_ids):
        n = input_ids.size(1)
        x = self.word_embeddings(input_ids) + self.position_embeddings(self.position_ids[:, :n])
        return self.LayerNorm(x + self.token_type_embeddings(self.token_type_ids[:, :n]))


class SelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        if config.hidden_size % config.num_attention_heads != 0:
            raise ValueError("The hidden size (%d) is not a multiple of the number of attention "
                             "heads (%d)" % (config.hidden_size, config.num_attention_heads))
        self.num_attention_heads = config.num_attention_heads
        self.attention_head_size = int(config.hidden_size / config.num_attention_heads)
        self.all_head_size = self.num_attention_heads * self.attention_head_size
        self.query = nn.Linear(config.hidden_size, self.all_head_size)
        self.key = nn.Linear(config.hidden_size, self.all_head_size)
        self.value = nn.Linear(config.hidden_size, self.all_head_size)
        self.dense = nn.Linear(self.all_head_size, config.hidden_size)

    def transpose_for_scores(self, x):
        new_x_shape = x.size()[:-1] + (self.num_attention_heads, self.attention_head_size)
        return x.view(*new_x_shape).permute(0, 2, 1, 3)

    def forward(self, x):
        q, k, v = (self.transpose_for_scores(f(x)) for f in (self.query, self.key, self.value))
        probs = nn.Softmax(dim=-1)(q @ k.transpose(-1, -2) / math.sqrt(self.attention_head_size))
        context = (probs @ v).permute(0, 2, 1, 3).contiguous()
        return self.dense(context.view(*(context.size()[:-2] + (self.all_head_size,))))


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = SelfAttention(config)
        self.norm1 = nn.LayerNorm(config.hidden_size, eps=1e-12)
        self.intermediate = nn.Linear(config.hidden_size, config.intermediate_size)
        self.output = nn.Linear(config.intermediate_size, config.hidden_size)
        self.norm2 = nn.LayerNorm(config.hidden_size, eps=1e-12)
        self.act = ACT2FN[config.hidden_act] if isinstance(config.hidden_act, str) else config.hidden_act

    def forward(self, x):
        x = self.norm1(x + self.attention(x))
        return self.norm2(x + self.output(self.act(self.intermediate(x))))


class MaskedLM(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embeddings = Embeddings(config)
        layer = Layer(config)
        self.layer = nn.ModuleList([layer if config.share_layers else copy.deepcopy(layer) for _ in range(config.num_hidden_layers)])
        self.transform = nn.Sequential(nn.Linear(config.hidden_size, config.hidden_size), nn.GELU(), nn.LayerNorm(config.hidden_size))
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size, bias=False)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.decoder.bias = self.bias
        self.tie_weights()

    def tie_weights(self):
        self.decoder.weight = self.embeddings.word_embeddings.weight

    def forward(self, input_ids):
        x = self.embeddings(input_ids)
        for layer in self.layer:
            x = layer(x)
        return self.decoder(self.transform(x))


class PairLM(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = MaskedLM(Config())
        self.shared = MaskedLM(Config.from_dict({**Config(hidden_size=48).to_dict(), "share_layers": True, "num_hidden_layers": 6}))

    def forward(self, ids):
        return self.plain(ids), self.shared(ids)
