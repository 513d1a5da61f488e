# Couplings with masks in buffers, permutations, and a prior whose parameters are not trained.
import math
from typing import Iterable, Iterator, List, Tuple

import numpy as np
import torch
from torch import Tensor, nn


class MaskedLinear(nn.Linear):
    """A linear layer some of whose weights are kept at zero."""

    def __init__(self, in_features: int, out_features: int, mask: Tensor, bias: bool = True):
        super().__init__(in_features=in_features, out_features=out_features, bias=bias)
        self.register_buffer("mask", mask)

    def forward(self, x):
        return nn.functional.linear(x, self.weight * self.mask, self.bias)


class MADE(nn.Module):
    def __init__(self, dim: int, hidden: List[int]):
        super().__init__()
        sizes = [dim] + hidden + [2 * dim]
        degrees = [torch.arange(dim)]
        for n in hidden:
            degrees.append(torch.arange(n) % (dim - 1))
        degrees.append(torch.arange(2 * dim) % dim - 1)
        net = []
        for (d_in, d_out), (n_in, n_out) in zip(zip(degrees[:-1], degrees[1:]), zip(sizes[:-1], sizes[1:])):
            mask = (d_out.unsqueeze(-1) >= d_in.unsqueeze(0)).float()
            net.extend([MaskedLinear(n_in, n_out, mask), nn.ReLU()])
        net.pop()
        self.net = nn.Sequential(*net)

    def forward(self, x):
        return self.net(x).chunk(2, dim=1)


class Coupling(nn.Module):
    def __init__(self, dim, hidden, parity):
        super().__init__()
        mask = torch.zeros(dim)
        mask[parity::2] = 1
        self.register_buffer('mask', mask)
        make = lambda last: nn.Sequential(nn.Linear(dim, hidden), nn.LeakyReLU(), nn.Linear(hidden, dim), *last)
        self.s, self.t = make([nn.Tanh()]), make([])

    def forward(self, x):
        z = x * self.mask
        s, t = self.s(z) * (1 - self.mask), self.t(z) * (1 - self.mask)
        return z + (1 - self.mask) * (x * torch.exp(s) + t), s.sum(dim=1)


class ActNorm(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.loc = nn.Parameter(torch.zeros(dim))
        self.log_scale = nn.Parameter(torch.zeros(dim))
        self.register_buffer('initialized', torch.tensor(0, dtype=torch.uint8))

    def forward(self, x):
        return (x + self.loc) * self.log_scale.exp(), self.log_scale.sum().expand(x.size(0))


class Permutation(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer('order', torch.randperm(dim))

    def forward(self, x):
        return x[:, self.order], x.new_zeros(x.size(0))


class Flow(nn.Module):
    def __init__(self, dim: int = 6, steps: int = 4, hidden: int = 32):
        super().__init__()

        def make() -> Iterator[nn.Module]:
            for i in range(steps):
                yield ActNorm(dim)
                yield Coupling(dim, hidden, i % 2)
                if i < steps - 1:
                    yield Permutation(dim)

        self.flows = nn.ModuleList(make())
        self.made = MADE(dim, [hidden, hidden])
        self.mean = nn.Parameter(torch.zeros(dim), requires_grad=False)
        self.log_std = nn.Parameter(torch.full((dim,), 0.5 * math.log(2)), requires_grad=False)

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        log_det = torch.zeros(x.size(0))
        for flow in self.flows:
            x, ld = flow(x)
            log_det = log_det + ld
        mu, log_sigma = self.made(x)
        return (x - mu) * torch.exp(-log_sigma), log_det
