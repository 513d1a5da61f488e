# Gated blocks whose spatial weights are parameters of the unit; some blocks have a tiny attention.
from random import randrange

import torch
import torch.nn.functional as F
from torch import nn, einsum


def exists(val):
    return val is not None


def dropout_layers(layers, prob_survival):
    if prob_survival == 1:
        return layers
    num_layers = len(layers)
    to_drop = torch.zeros(num_layers).uniform_(0., 1.) > prob_survival
    if all(to_drop):
        rand_index = randrange(num_layers)
        to_drop[rand_index] = False
    return [layer for (layer, drop) in zip(layers, to_drop) if not drop]


class Residual(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn

    def forward(self, x):
        return self.fn(x) + x


class PreNorm(nn.Module):
    def __init__(self, dim, fn):
        super().__init__()
        self.fn = fn
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, **kwargs):
        return self.fn(self.norm(x), **kwargs)


class Attention(nn.Module):
    def __init__(self, dim_in, dim_out, dim_inner, causal=False):
        super().__init__()
        self.scale = dim_inner ** -0.5
        self.causal = causal
        self.to_qkv = nn.Linear(dim_in, dim_inner * 3, bias=False)
        self.to_out = nn.Linear(dim_inner, dim_out)

    def forward(self, x):
        q, k, v = self.to_qkv(x).chunk(3, dim=-1)
        sim = einsum('b i d, b j d -> b i j', q, k) * self.scale
        if self.causal:
            mask = torch.ones(sim.shape[-2:], device=x.device).triu(1).bool()
            sim.masked_fill_(mask[None, ...], -torch.finfo(q.dtype).max)
        out = einsum('b i j, b j d -> b i d', sim.softmax(dim=-1), v)
        return self.to_out(out)


class SpatialGatingUnit(nn.Module):
    def __init__(self, dim, dim_seq, causal=False, act=nn.Identity(), heads=1, init_eps=1e-3):
        super().__init__()
        dim_out = dim // 2
        self.heads = heads
        self.causal = causal
        self.norm = nn.LayerNorm(dim_out)
        self.act = act
        shape = (heads, dim_seq, dim_seq)
        weight = torch.zeros(shape)
        self.weight = nn.Parameter(weight)
        init_eps /= dim_seq
        nn.init.uniform_(self.weight, -init_eps, init_eps)
        self.bias = nn.Parameter(torch.ones(heads, dim_seq))

    def forward(self, x, gate_res=None):
        n, h = x.shape[1], self.heads
        res, gate = x.chunk(2, dim=-1)
        gate = self.norm(gate)
        weight, bias = self.weight[:, :n, :n], self.bias[:, :n]
        b, _, d = gate.shape
        gate = gate.view(b, n, h, d // h).permute(0, 2, 1, 3)
        gate = einsum('b h n d, h m n -> b h m d', gate, weight) + bias[None, :, :, None]
        gate = gate.permute(0, 2, 1, 3).reshape(b, n, d)
        if exists(gate_res):
            gate = gate + gate_res
        return self.act(gate) * res


class gMLPBlock(nn.Module):
    def __init__(self, *, dim, dim_ff, seq_len, heads=1, attn_dim=None, causal=False, act=nn.Identity()):
        super().__init__()
        self.proj_in = nn.Sequential(nn.Linear(dim, dim_ff), nn.GELU())
        self.attn = Attention(dim, dim_ff // 2, attn_dim, causal) if exists(attn_dim) else None
        self.sgu = SpatialGatingUnit(dim_ff, seq_len, causal, act, heads)
        self.proj_out = nn.Linear(dim_ff // 2, dim)

    def forward(self, x):
        gate_res = self.attn(x) if exists(self.attn) else None
        x = self.proj_in(x)
        x = self.sgu(x, gate_res=gate_res)
        return self.proj_out(x)


class gMLP(nn.Module):
    def __init__(self, *, num_tokens=None, dim, depth, seq_len, heads=1, ff_mult=4, attn_dim=None, prob_survival=1., act=nn.Identity()):
        super().__init__()
        dim_ff = dim * ff_mult
        self.seq_len = seq_len
        self.prob_survival = prob_survival
        self.to_embed = nn.Embedding(num_tokens, dim) if exists(num_tokens) else nn.Identity()
        self.layers = nn.ModuleList([Residual(PreNorm(dim, gMLPBlock(
            dim=dim, heads=heads, dim_ff=dim_ff, seq_len=seq_len, attn_dim=attn_dim if i % 2 else None, act=act))) for i in range(depth)])
        self.to_logits = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, num_tokens)) if exists(num_tokens) else nn.Identity()

    def forward(self, x):
        x = self.to_embed(x)
        layers = self.layers if not self.training else dropout_layers(self.layers, self.prob_survival)
        out = nn.Sequential(*layers)(x)
        return self.to_logits(out)


model = gMLP(num_tokens=2000, dim=64, depth=4, seq_len=32, heads=2, attn_dim=24, act=nn.Tanh())
