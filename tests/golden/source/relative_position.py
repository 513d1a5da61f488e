"""Encoder with a learned bias for relative positions in buckets, shared by all layers."""
import math

import torch
from torch import nn


class RelativeBias(nn.Module):
    def __init__(self, num_buckets=32, max_distance=128, n_heads=8):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.embedding = nn.Embedding(num_buckets, n_heads)

    @staticmethod
    def bucket(relative_position, num_buckets, max_distance):
        num_buckets //= 2
        ret = (relative_position < 0).to(torch.long) * num_buckets
        n = torch.abs(relative_position)
        max_exact = num_buckets // 2
        is_small = n < max_exact
        large = max_exact + (torch.log(n.float() / max_exact + 1e-6) / math.log(max_distance / max_exact)
                             * (num_buckets - max_exact)).long()
        large = torch.min(large, torch.full_like(large, num_buckets - 1))
        return ret + torch.where(is_small, n, large)

    def forward(self, qlen, klen):
        context = torch.arange(qlen)[:, None]
        memory = torch.arange(klen)[None, :]
        buckets = self.bucket(memory - context, self.num_buckets, self.max_distance)
        return self.embedding(buckets).permute(2, 0, 1).unsqueeze(0)


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        return self.weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)


class SelfAttention(nn.Module):
    def __init__(self, config, position_bias=None):
        super().__init__()
        d, h, k = config["d_model"], config["n_heads"], config["d_kv"]
        self.n_heads, self.d_kv = h, k
        self.q, self.k, self.v = (nn.Linear(d, h * k, bias=False) for _ in range(3))
        self.o = nn.Linear(h * k, d, bias=False)
        self.relative = position_bias if position_bias is not None else RelativeBias(n_heads=h)

    def forward(self, x):
        b, n, _ = x.shape
        q, k, v = (f(x).view(b, n, self.n_heads, self.d_kv).transpose(1, 2) for f in (self.q, self.k, self.v))
        scores = torch.matmul(q, k.transpose(3, 2)) + self.relative(n, n)
        weights = nn.functional.softmax(scores.float(), dim=-1).type_as(scores)
        return self.o((weights @ v).transpose(1, 2).contiguous().view(b, n, -1))


class Layer(nn.Module):
    def __init__(self, config, bias=None):
        super().__init__()
        self.norms = nn.ModuleList(RMSNorm(config["d_model"]) for _ in range(2))
        self.attention = SelfAttention(config, bias)
        self.wi_0 = nn.Linear(config["d_model"], config["d_ff"], bias=False)
        self.wi_1 = nn.Linear(config["d_model"], config["d_ff"], bias=False)
        self.wo = nn.Linear(config["d_ff"], config["d_model"], bias=False)
        self.act = nn.GELU()

    def forward(self, x):
        x = x + self.attention(self.norms[0](x))
        h = self.norms[1](x)
        return x + self.wo(self.act(self.wi_0(h)) * self.wi_1(h))


CONFIG = dict(vocab_size=1000, d_model=128, n_heads=4, d_kv=32, d_ff=320, num_layers=3)


class Encoder(nn.Module):
    def __init__(self, config=CONFIG):
        super().__init__()
        self.shared = nn.Embedding(config["vocab_size"], config["d_model"])
        first = Layer(config)
        rest = [Layer(config, first.attention.relative) for _ in range(config["num_layers"] - 1)]
        self.block = nn.ModuleList([first, *rest])
        self.final = RMSNorm(config["d_model"])

    def forward(self, ids):
        x = self.shared(ids)
        for layer in self.block:
            x = layer(x)
        return self.final(x)
