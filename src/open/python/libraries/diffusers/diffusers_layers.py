# Layers that diffusers' models share: time embeddings, residual blocks, attention and feed forward layers.
import math
import torch
import torch.nn.functional as F
from torch.nn import (GELU, Conv2d, Dropout, GroupNorm, LayerNorm, Linear, Mish, Module, ModuleList, Parameter, ReLU, SiLU)


def activation(name):
    return {"swish": SiLU, "silu": SiLU, "mish": Mish, "gelu": GELU, "relu": ReLU}[name]()


def per_block(value, blocks):
    return list(value) if isinstance(value, (list, tuple)) else [value] * blocks


def sinusoids(timesteps, width, flip_sin_to_cos=True, shift=0):
    half = width // 2
    rates = torch.exp(-math.log(10000) * torch.arange(half, dtype=torch.float32) / (half - shift))
    angles = timesteps[:, None].float() * rates[None, :]
    parts = [torch.cos(angles), torch.sin(angles)]
    return torch.cat(parts if flip_sin_to_cos else parts[::-1], dim=-1)


class Timesteps(Module):
    def __init__(self, num_channels, flip_sin_to_cos=True, downscale_freq_shift=0):
        super().__init__()
        self.num_channels = num_channels
        self.flip_sin_to_cos = flip_sin_to_cos
        self.downscale_freq_shift = downscale_freq_shift

    def forward(self, timesteps):
        return sinusoids(timesteps, self.num_channels, self.flip_sin_to_cos, self.downscale_freq_shift)


class TimestepEmbedding(Module):
    def __init__(self, in_channels, time_embed_dim, act_fn="silu", cond_proj_dim=None):
        super().__init__()
        self.linear_1 = Linear(in_channels, time_embed_dim)
        if cond_proj_dim is not None:
            self.cond_proj = Linear(cond_proj_dim, in_channels, bias=False)
        self.act = activation(act_fn)
        self.linear_2 = Linear(time_embed_dim, time_embed_dim)

    def forward(self, sample, condition=None):
        if condition is not None:
            sample = sample + self.cond_proj(condition)
        return self.linear_2(self.act(self.linear_1(sample)))


class TextProjection(Module):
    """Two linear layers with an activation between them."""

    def __init__(self, in_features, hidden_size, act=None):
        super().__init__()
        self.linear_1 = Linear(in_features, hidden_size)
        self.act_1 = act or GELU("tanh")
        self.linear_2 = Linear(hidden_size, hidden_size)

    def forward(self, caption):
        return self.linear_2(self.act_1(self.linear_1(caption)))


class RMSNorm(Module):
    def __init__(self, dim, eps):
        super().__init__()
        self.eps = eps
        self.weight = Parameter(torch.ones(dim))

    def forward(self, x):
        return F.rms_norm(x, self.weight.shape, self.weight, self.eps)


class ResnetBlock2D(Module):
    def __init__(self, in_channels, out_channels, temb_channels=512, groups=32, eps=1e-6, act="silu", dropout=0.0,
                 time_scale_shift="default", scale=1.0):
        super().__init__()
        if time_scale_shift not in ("default", "scale_shift"):
            raise NotImplementedError(f"resnet_time_scale_shift {time_scale_shift}")
        self.is_scaled = time_scale_shift == "scale_shift"
        self.output_scale_factor = scale
        self.norm1 = GroupNorm(groups, in_channels, eps=eps)
        self.conv1 = Conv2d(in_channels, out_channels, 3, padding=1)
        if temb_channels is not None:
            self.time_emb_proj = Linear(temb_channels, out_channels * (2 if self.is_scaled else 1))
        self.norm2 = GroupNorm(groups, out_channels, eps=eps)
        self.dropout = Dropout(dropout)
        self.conv2 = Conv2d(out_channels, out_channels, 3, padding=1)
        self.nonlinearity = activation(act)
        self.conv_shortcut = Conv2d(in_channels, out_channels, 1) if in_channels != out_channels else None

    def forward(self, x, temb=None):
        hidden = self.conv1(self.nonlinearity(self.norm1(x)))
        if temb is None:
            hidden = self.norm2(hidden)
        else:
            temb = self.time_emb_proj(self.nonlinearity(temb))[:, :, None, None]
            if self.is_scaled:
                scale, shift = temb.chunk(2, dim=1)
                hidden = self.norm2(hidden) * (1 + scale) + shift
            else:
                hidden = self.norm2(hidden + temb)
        hidden = self.conv2(self.dropout(self.nonlinearity(hidden)))
        if self.conv_shortcut is not None:
            x = self.conv_shortcut(x)
        return (x + hidden) / self.output_scale_factor


class Downsample2D(Module):
    def __init__(self, channels, padding=1):
        super().__init__()
        self.padding = padding
        self.conv = Conv2d(channels, channels, 3, stride=2, padding=padding)

    def forward(self, x):
        return self.conv(F.pad(x, (0, 1, 0, 1)) if self.padding == 0 else x)


class Upsample2D(Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = Conv2d(channels, channels, 3, padding=1)

    def forward(self, x, size=None):
        if size is None:
            return self.conv(F.interpolate(x, scale_factor=2.0, mode="nearest"))
        return self.conv(F.interpolate(x, size=size, mode="nearest"))


def heads_of(x, heads):
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def attend(query, key, value):
    return F.scaled_dot_product_attention(query, key, value).transpose(1, 2).flatten(2)


class Attention(Module):
    """Attention over tokens, to themselves or to others; over an image where it has a norm of groups."""

    def __init__(self, query_dim, heads, dim_head, cross_attention_dim=None, bias=False, groups=None, eps=1e-5):
        super().__init__()
        inner, other = heads * dim_head, cross_attention_dim or query_dim
        self.heads = heads
        self.group_norm = GroupNorm(groups, query_dim, eps=eps) if groups else None
        self.to_q = Linear(query_dim, inner, bias=bias)
        self.to_k = Linear(other, inner, bias=bias)
        self.to_v = Linear(other, inner, bias=bias)
        self.to_out = ModuleList([Linear(inner, query_dim), Dropout(0.0)])

    def over_tokens(self, x, others):
        query, key, value = [heads_of(each, self.heads) for each in (self.to_q(x), self.to_k(others), self.to_v(others))]
        return self.to_out[1](self.to_out[0](attend(query, key, value)))

    def forward(self, x, others=None):
        if x.dim() == 3:
            return self.over_tokens(x, x if others is None else others)
        tokens = (x if self.group_norm is None else self.group_norm(x)).flatten(2).transpose(1, 2)
        return x + self.over_tokens(tokens, tokens).transpose(1, 2).reshape(x.shape)


class GEGLU(Module):
    def __init__(self, dim, inner):
        super().__init__()
        self.proj = Linear(dim, 2 * inner)

    def forward(self, x):
        x, gate = self.proj(x).chunk(2, dim=-1)
        return x * F.gelu(gate)


class ProjectedGELU(Module):
    def __init__(self, dim, inner, approximate="tanh"):
        super().__init__()
        self.approximate = approximate
        self.proj = Linear(dim, inner)

    def forward(self, x):
        return F.gelu(self.proj(x), approximate=self.approximate)


class FeedForward(Module):
    def __init__(self, dim, inner=None, is_gated=False):
        super().__init__()
        inner = inner or 4 * dim
        self.net = ModuleList([GEGLU(dim, inner) if is_gated else ProjectedGELU(dim, inner), Dropout(0.0), Linear(inner, dim)])

    def forward(self, x):
        for layer in self.net:
            x = layer(x)
        return x


class BasicTransformerBlock(Module):
    def __init__(self, dim, heads, dim_head, cross_attention_dim, only_cross_attention):
        super().__init__()
        self.is_cross_only = only_cross_attention
        self.norm1 = LayerNorm(dim)
        self.attn1 = Attention(dim, heads, dim_head, cross_attention_dim if only_cross_attention else None)
        self.norm2 = LayerNorm(dim)
        self.attn2 = Attention(dim, heads, dim_head, cross_attention_dim)
        self.norm3 = LayerNorm(dim)
        self.ff = FeedForward(dim, is_gated=True)

    def forward(self, x, others):
        x = x + self.attn1(self.norm1(x), others if self.is_cross_only else None)
        x = x + self.attn2(self.norm2(x), others)
        return x + self.ff(self.norm3(x))


class Transformer2DModel(Module):
    """Blocks of attention over the places of an image and to other tokens."""

    def __init__(self, heads, dim_head, in_channels, num_layers, cross_attention_dim, groups=32, use_linear_projection=False,
                 only_cross_attention=False):
        super().__init__()
        inner = heads * dim_head
        self.is_linear = use_linear_projection
        self.norm = GroupNorm(groups, in_channels, eps=1e-6)
        self.proj_in = Linear(in_channels, inner) if self.is_linear else Conv2d(in_channels, inner, 1)
        self.transformer_blocks = ModuleList([
            BasicTransformerBlock(inner, heads, dim_head, cross_attention_dim, only_cross_attention) for _ in range(num_layers)])
        self.proj_out = Linear(inner, in_channels) if self.is_linear else Conv2d(inner, in_channels, 1)

    def through_blocks(self, hidden, others):
        for block in self.transformer_blocks:
            hidden = block(hidden, others)
        return hidden

    def forward(self, x, others):
        height, width = x.shape[-2:]
        hidden = self.norm(x)
        if not self.is_linear:
            hidden = self.proj_in(hidden)
        hidden = hidden.flatten(2).transpose(1, 2)
        if self.is_linear:
            hidden = self.proj_in(hidden)
        hidden = self.through_blocks(hidden, others)
        if self.is_linear:
            hidden = self.proj_out(hidden)
        hidden = hidden.transpose(1, 2).unflatten(2, (height, width))
        return x + (hidden if self.is_linear else self.proj_out(hidden))
