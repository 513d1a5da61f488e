# Low-rank updates: subclasses of layers with a mixin, and a function that puts adapters into a frozen network.
import math
from typing import List, Optional

import torch
import torch.nn as nn
import torch.nn.functional as F


class LoRALayer:
    def __init__(self, r: int, lora_alpha: int, lora_dropout: float, merge_weights: bool):
        self.r = r
        self.lora_alpha = lora_alpha
        if lora_dropout > 0.:
            self.lora_dropout = nn.Dropout(p=lora_dropout)
        else:
            self.lora_dropout = lambda x: x
        self.merged = False
        self.merge_weights = merge_weights


class Linear(nn.Linear, LoRALayer):
    def __init__(self, in_features: int, out_features: int, r: int = 0, lora_alpha: int = 1, lora_dropout: float = 0.,
                 fan_in_fan_out: bool = False, merge_weights: bool = True, **kwargs):
        nn.Linear.__init__(self, in_features, out_features, **kwargs)
        LoRALayer.__init__(self, r=r, lora_alpha=lora_alpha, lora_dropout=lora_dropout, merge_weights=merge_weights)
        self.fan_in_fan_out = fan_in_fan_out
        if r > 0:
            self.lora_A = nn.Parameter(self.weight.new_zeros((r, in_features)))
            self.lora_B = nn.Parameter(self.weight.new_zeros((out_features, r)))
            self.scaling = self.lora_alpha / self.r
            self.weight.requires_grad = False
        self.reset_parameters()
        if fan_in_fan_out:
            self.weight.data = self.weight.data.transpose(0, 1)

    def reset_parameters(self):
        nn.Linear.reset_parameters(self)
        if hasattr(self, 'lora_A'):
            nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))
            nn.init.zeros_(self.lora_B)

    def forward(self, x: torch.Tensor):
        result = F.linear(x, self.weight, bias=self.bias)
        if self.r > 0 and not self.merged:
            result += (self.lora_dropout(x) @ self.lora_A.transpose(0, 1) @ self.lora_B.transpose(0, 1)) * self.scaling
        return result


class MergedLinear(nn.Linear, LoRALayer):
    def __init__(self, in_features: int, out_features: int, r: int = 0, enable_lora: List[bool] = [False], **kwargs):
        nn.Linear.__init__(self, in_features, out_features, **kwargs)
        LoRALayer.__init__(self, r=r, lora_alpha=1, lora_dropout=0., merge_weights=True)
        assert out_features % len(enable_lora) == 0, 'The length of enable_lora must divide out_features'
        self.enable_lora = enable_lora
        if r > 0 and any(enable_lora):
            self.lora_A = nn.Parameter(self.weight.new_zeros((r * sum(enable_lora), in_features)))
            self.lora_B = nn.Parameter(self.weight.new_zeros((out_features // len(enable_lora) * sum(enable_lora), r)))
            self.weight.requires_grad = False

    def forward(self, x):
        return F.linear(x, self.weight, self.bias)


class Adapter(nn.Module):
    """Wraps a frozen layer."""

    def __init__(self, base: nn.Linear, rank: int):
        super().__init__()
        self.base = base
        self.down = nn.Linear(base.in_features, rank, bias=False)
        self.up = nn.Linear(rank, base.out_features, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.base(x) + self.up(self.down(x))


def add_adapters(model: nn.Module, rank: int, skip: Optional[set] = None):
    for name, child in list(model.named_children()):
        if isinstance(child, nn.Linear) and not isinstance(child, LoRALayer) and name not in (skip or set()):
            setattr(model, name, Adapter(child, rank))
        else:
            add_adapters(child, rank, skip)
    return model


def mark_only_lora_as_trainable(model: nn.Module, bias: str = 'none') -> None:
    for n, p in model.named_parameters():
        if 'lora_' not in n:
            p.requires_grad = False
    if bias == 'none':
        return
    elif bias == 'all':
        for n, p in model.named_parameters():
            if 'bias' in n:
                p.requires_grad = True
    else:
        raise NotImplementedError


class Net(nn.Module):
    def __init__(self, dim=64, depth=2):
        super().__init__()
        self.qkv = MergedLinear(dim, 3 * dim, r=4, enable_lora=[True, False, True])
        self.proj = Linear(dim, dim, r=8, lora_alpha=16, lora_dropout=0.1)
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(dim, 2 * dim), nn.ReLU(), nn.Linear(2 * dim, dim)) for _ in range(depth))
        self.head = nn.Linear(dim, 10)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        x = self.proj(q * k.sigmoid() + v)
        for block in self.blocks:
            x = x + block(x)
        return self.head(x)


model = Net()
mark_only_lora_as_trainable(model, bias='all')
model = add_adapters(model, rank=4, skip={'head'})
