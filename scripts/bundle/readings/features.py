import copy
from collections import OrderedDict
from typing import List, Optional, Tuple

import torch
from torch import nn, Tensor
import torch.nn.functional as F
from einops import rearrange


def pair(t):
    return t if isinstance(t, tuple) else (t, t)


class Residual(nn.Module):
    def __init__(self, fn: nn.Module, scale: float = 1.0) -> None:
        super().__init__()
        self.fn = fn
        self.scale = nn.Parameter(torch.zeros(1)) if scale is None else scale

    def forward(self, x: Tensor, **kwargs) -> Tensor:
        return self.fn(x, **kwargs) * self.scale + x


class FeedForward(nn.Sequential):
    def __init__(self, dim: int, hidden: Optional[int] = None, dropout: float = 0.0):
        hidden = hidden or 4 * dim
        super().__init__(
            OrderedDict([
                ("norm", nn.LayerNorm(dim)),
                ("up", nn.Linear(dim, hidden)),
                ("act", nn.GELU() if dropout == 0 else nn.SiLU()),
                ("drop", nn.Dropout(dropout)),
                ("down", nn.Linear(hidden, dim)),
            ])
        )


class Heads(nn.Module):
    def __init__(self, dim, heads=8, head_dim=64):
        super().__init__()
        inner = heads * head_dim
        self.heads, self.scale = heads, head_dim ** -0.5
        self.norm = nn.LayerNorm(dim)
        self.to_qkv = nn.Linear(dim, inner * 3, bias=False)
        self.to_out = nn.Sequential(nn.Linear(inner, dim), nn.Dropout(0.1))

    def forward(self, x, mask=None):
        qkv = self.to_qkv(self.norm(x)).chunk(3, dim=-1)
        q, k, v = map(lambda t: rearrange(t, "b n (h d) -> b h n d", h=self.heads), qkv)
        dots = torch.matmul(q, k.transpose(-1, -2)) * self.scale
        if mask is not None:
            dots = dots.masked_fill(mask, -1e9)
        out = torch.einsum("bhij,bhjd->bhid", dots.softmax(dim=-1), v)
        return self.to_out(rearrange(out, "b h n d -> b n (h d)"))


class Vision(nn.Module):
    """An image in patches.

    Args:
        depth: layers
    """

    def __init__(self, *, image_size=224, patch_size=16, classes=1000, dim=384, depth=6, channels=3):
        super().__init__()
        height, width = pair(image_size)
        if height % patch_size != 0:
            raise ValueError(f"{height} is no multiple of {patch_size}")
        patches = (height // patch_size) * (width // patch_size)
        self.embed = nn.Conv2d(channels, dim, kernel_size=patch_size, stride=patch_size)
        self.pos = nn.Parameter(torch.randn(1, patches + 1, dim) * 0.02)
        self.cls = nn.Parameter(torch.zeros(1, 1, dim))
        self.layers = nn.ModuleList([])
        for i in range(depth):
            self.layers.append(nn.ModuleList([Heads(dim), Residual(FeedForward(dim, dim * 4))]))
        self.norms = nn.ModuleDict({"final": nn.LayerNorm(dim, eps=1e-6)})
        self.head = nn.Linear(dim, classes) if classes > 0 else nn.Identity()
        self.apply(self._init_weights)

    def _init_weights(self, m):
        if isinstance(m, nn.Linear):
            nn.init.trunc_normal_(m.weight, std=0.02)
            if m.bias is not None:
                nn.init.constant_(m.bias, 0)

    @torch.no_grad()
    def count(self):
        return sum(p.numel() for p in self.parameters() if p.requires_grad)

    @property
    def width(self):
        return self.head.in_features

    def forward(self, img):
        x = self.embed(img).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(x.shape[0], -1, -1), x], dim=1) + self.pos
        for attn, ff in self.layers:
            x = attn(x) + x
            x = ff(x)
        x = self.norms["final"](x).mean(dim=1)
        return self.head(x)


device = "cuda" if torch.cuda.is_available() else "cpu"
model = Vision(image_size=224, depth=4).to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)
for epoch in range(10):
    for images, labels in loader:
        loss = F.cross_entropy(model(images.to(device)), labels)
        loss.backward()
        optimizer.step()
