# An article's LLaMA-2: two RMSNorms a layer and one at the end, and a gated feed-forward.
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class Config:
    V: int = 32000
    L: int = 32
    H: int = 4096
    H_ff: int = 11008
    heads: int = 32
    eps: float = 1e-5


class RMSNorm(nn.Module):
    def __init__(self, dim: int, eps: float):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps))


def rotate_half(x):
    half = x.shape[-1] // 2
    return torch.cat((-x[..., half:], x[..., :half]), dim=-1)


class RotaryEmbedding(nn.Module):
    def __init__(self, dim, base=10000.0):
        super().__init__()
        self.register_buffer('inv_freq', 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim)), persistent=False)

    def forward(self, tokens):
        angles = torch.outer(torch.arange(tokens).float(), self.inv_freq)
        angles = torch.cat((angles, angles), dim=-1)
        return angles.cos(), angles.sin()


class Attention(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.heads = config.heads
        self.head_dim = config.H // config.heads
        self.q_proj = nn.Linear(config.H, config.heads * self.head_dim, bias=False)
        self.k_proj = nn.Linear(config.H, config.heads * self.head_dim, bias=False)
        self.v_proj = nn.Linear(config.H, config.heads * self.head_dim, bias=False)
        self.o_proj = nn.Linear(config.heads * self.head_dim, config.H, bias=False)
        self.rotary_emb = RotaryEmbedding(self.head_dim)

    def forward(self, x):
        batch, tokens, _ = x.shape
        q, k, v = (p(x).view(batch, tokens, self.heads, self.head_dim).transpose(1, 2)
                   for p in (self.q_proj, self.k_proj, self.v_proj))
        cos, sin = self.rotary_emb(tokens)
        q = q * cos + rotate_half(q) * sin
        k = k * cos + rotate_half(k) * sin
        x = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.o_proj(x.transpose(1, 2).reshape(batch, tokens, -1))


class MLP(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.gate_proj = nn.Linear(config.H, config.H_ff, bias=False)
        self.up_proj = nn.Linear(config.H, config.H_ff, bias=False)
        self.down_proj = nn.Linear(config.H_ff, config.H, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.self_attn = Attention(config)
        self.mlp = MLP(config)
        self.input_layernorm = RMSNorm(config.H, config.eps)
        self.post_attention_layernorm = RMSNorm(config.H, config.eps)

    def forward(self, x):
        x = x + self.self_attn(self.input_layernorm(x))
        return x + self.mlp(self.post_attention_layernorm(x))


class LlamaForCausalLM(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.embed_tokens = nn.Embedding(config.V, config.H)
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.L))
        self.norm = RMSNorm(config.H, config.eps)
        self.lm_head = nn.Linear(config.H, config.V, bias=False)

    def forward(self, tokens):
        x = self.embed_tokens(tokens)
        for layer in self.layers:
            x = layer(x)
        return self.lm_head(self.norm(x))


model = LlamaForCausalLM(Config())
