# The classes of torch.nn that are made of other modules, as PyTorch builds them.
import copy

import torch.nn.functional as F
from torch import empty, zeros
from torch.nn import Dropout, LayerNorm, Linear, Module, ModuleList, MultiheadAttention


def _attention(d_model, nhead, dropout, bias, batch_first):
    if batch_first:
        return MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias, batch_first=True)
    return MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias)


def _activated(activation, x):
    if activation is None or activation == "relu":
        return F.relu(x)
    return F.gelu(x) if activation == "gelu" else activation(x)


class TransformerEncoderLayer(Module):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=None, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        self.self_attn = _attention(d_model, nhead, dropout, bias, batch_first)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias)
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        if not bias:
            self.norm1.bias = None
            self.norm2.bias = None
        self.norm_first = norm_first
        self.activation = activation

    def _attend(self, x):
        return self.dropout1(self.self_attn(x, x, x, need_weights=False)[0])

    def _feed_forward(self, x):
        return self.dropout2(self.linear2(self.dropout(_activated(self.activation, self.linear1(x)))))

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        if self.norm_first:
            src = src + self._attend(self.norm1(src))
            return src + self._feed_forward(self.norm2(src))
        src = self.norm1(src + self._attend(src))
        return self.norm2(src + self._feed_forward(src))


class TransformerDecoderLayer(Module):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=None, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        self.self_attn = _attention(d_model, nhead, dropout, bias, batch_first)
        self.multihead_attn = _attention(d_model, nhead, dropout, bias, batch_first)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias)
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps)
        self.norm3 = LayerNorm(d_model, eps=layer_norm_eps)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.dropout3 = Dropout(dropout)
        if not bias:
            self.norm1.bias = None
            self.norm2.bias = None
            self.norm3.bias = None
        self.norm_first = norm_first
        self.activation = activation

    def _attend(self, x):
        return self.dropout1(self.self_attn(x, x, x, need_weights=False)[0])

    def _look(self, x, memory):
        return self.dropout2(self.multihead_attn(x, memory, memory, need_weights=False)[0])

    def _feed_forward(self, x):
        return self.dropout3(self.linear2(self.dropout(_activated(self.activation, self.linear1(x)))))

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False):
        if self.norm_first:
            tgt = tgt + self._attend(self.norm1(tgt))
            tgt = tgt + self._look(self.norm2(tgt), memory)
            return tgt + self._feed_forward(self.norm3(tgt))
        tgt = self.norm1(tgt + self._attend(tgt))
        tgt = self.norm2(tgt + self._look(tgt, memory))
        return self.norm3(tgt + self._feed_forward(tgt))


class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(encoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        for layer in self.layers:
            src = layer(src)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Module):
    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(decoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False):
        for layer in self.layers:
            tgt = layer(tgt, memory)
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048,
                 dropout=0.1, activation=None, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            layer = TransformerEncoderLayer(d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first,
                                            norm_first, bias)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, LayerNorm(d_model, eps=layer_norm_eps))
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            layer = TransformerDecoderLayer(d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first,
                                            norm_first, bias)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, LayerNorm(d_model, eps=layer_norm_eps))

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
                tgt_key_padding_mask=None, memory_key_padding_mask=None):
        return self.decoder(tgt, self.encoder(src))

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        return zeros(sz, sz)


def _ntuple(n):
    return lambda x: tuple(x) if isinstance(x, (tuple, list)) else (x,) * n


_single = _ntuple(1)
_pair = _ntuple(2)
_triple = _ntuple(3)
_quadruple = _ntuple(4)


def _get_clones(module, N):
    return ModuleList([copy.deepcopy(module) for _ in range(N)])


def _get_activation_fn(activation):
    if activation not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return F.relu if activation == "relu" else F.gelu


def _with_synchronized_norms(module, process_group=None):
    from torch.nn import SyncBatchNorm
    from torch.nn.modules import _BatchNorm
    made = module
    if isinstance(module, _BatchNorm):
        made = SyncBatchNorm(module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats)
        if module.affine:
            made.weight, made.bias = module.weight, module.bias
    for name, child in module.named_children():
        made.add_module(name, _with_synchronized_norms(child))
    return made


class _HookHandle:
    def __init__(self, module, name, hook):
        self._module, self._name, self._hook = module, name, hook

    def remove(self):
        hooks = getattr(self._module, self._name, [])
        setattr(self._module, self._name, [each for each in hooks if each is not self._hook])
