# A language model of a library: encoder layers of torch.nn subclassed, buffers for positions, tied weights, hooks.
import math
from contextlib import contextmanager
from functools import lru_cache
from typing import Optional

import torch
from torch import Tensor, nn
from torch.nn import TransformerEncoder, TransformerEncoderLayer


@contextmanager
def fast_init():
    """Leaves initialization out while a model is made."""
    saved = torch.nn.init.kaiming_uniform_
    torch.nn.init.kaiming_uniform_ = lambda tensor, *args, **kwargs: tensor
    try:
        yield saved
    finally:
        torch.nn.init.kaiming_uniform_ = saved


@lru_cache(maxsize=None)
def hidden_size(d_model: int, multiple: int = 16) -> int:
    return -(-int(8 * d_model / 3) // multiple) * multiple


class PositionalEncoding(nn.Module):
    def __init__(self, d_model: int, dropout: float = 0.1, max_len: int = 128):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, 1, d_model)
        pe[:, 0, 0::2] = torch.sin(position * div_term)
        pe[:, 0, 1::2] = torch.cos(position * div_term)
        self.register_buffer('pe', pe)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(x + self.pe[:x.size(0)])


class GatedLayer(TransformerEncoderLayer):
    def __init__(self, d_model, nhead, **kwargs):
        super().__init__(d_model, nhead, dim_feedforward=hidden_size(d_model), **kwargs)
        self.gate = nn.Linear(d_model, self.linear1.out_features)
        self.norm1 = nn.LayerNorm(d_model, elementwise_affine=True, eps=1e-6)
        del self.dropout2

    def forward(self, src, src_mask: Optional[Tensor] = None, src_key_padding_mask: Optional[Tensor] = None):
        x = self.norm1(src)
        src = src + self.self_attn(x, x, x, attn_mask=src_mask, need_weights=False)[0]
        x = self.norm2(src)
        return src + self.linear2(torch.sigmoid(self.gate(x)) * self.linear1(x))


class TransformerModel(nn.Module):
    def __init__(self, ntoken: int, d_model: int = 64, nhead: int = 4, nlayers: int = 2, dropout: float = 0.2, tie_weights: bool = True):
        super().__init__()
        self.model_type = 'Transformer'
        self.pos_encoder = PositionalEncoding(d_model, dropout)
        self.transformer_encoder = TransformerEncoder(GatedLayer(d_model, nhead, dropout=dropout), nlayers)
        self.embedding = nn.Embedding(ntoken, d_model)
        self.d_model = d_model
        self.linear = nn.Linear(d_model, ntoken)
        if tie_weights:
            if self.linear.in_features != d_model:
                raise ValueError('When using the tied flag, nhid must be equal to emsize')
            self.linear.weight = self.embedding.weight
        self.src_mask = None
        self.init_weights()

    def _generate_square_subsequent_mask(self, sz):
        return torch.log(torch.tril(torch.ones(sz, sz)))

    def init_weights(self) -> None:
        initrange = 0.1
        nn.init.uniform_(self.embedding.weight, -initrange, initrange)
        self.linear.bias.data.zero_()

    def forward(self, src: Tensor) -> Tensor:
        if self.src_mask is None or self.src_mask.size(0) != len(src):
            self.src_mask = self._generate_square_subsequent_mask(len(src))
        src = self.embedding(src) * math.sqrt(self.d_model)
        return self.linear(self.transformer_encoder(self.pos_encoder(src), self.src_mask))


with fast_init():
    model = TransformerModel(1000)
