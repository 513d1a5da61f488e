# Cells of mixed operations over all edges, with weights of the architecture in a list of parameters.
import itertools
import operator
from collections import Counter, defaultdict
from functools import reduce

import torch
import torch.nn as nn
import torch.nn.functional as F

OPS = {
    'none': lambda C, stride: Zero(stride),
    'avg_pool_3x3': lambda C, stride: nn.AvgPool2d(3, stride=stride, padding=1, count_include_pad=False),
    'skip_connect': lambda C, stride: nn.Identity() if stride == 1 else FactorizedReduce(C, C),
    'sep_conv_3x3': lambda C, stride: SepConv(C, C, 3, stride, 1),
    'sep_conv_5x5': lambda C, stride: SepConv(C, C, 5, stride, 2),
}
PRIMITIVES = sorted(OPS, key=lambda name: (len(name), name))


class Zero(nn.Module):
    def __init__(self, stride):
        super().__init__()
        self.stride = stride

    def forward(self, x):
        if self.stride == 1:
            return x.mul(0.)
        return x[:, :, ::self.stride, ::self.stride].mul(0.)


class FactorizedReduce(nn.Module):
    def __init__(self, C_in, C_out):
        super().__init__()
        assert not C_out & 1
        self.conv_1 = nn.Conv2d(C_in, C_out >> 1, 1, stride=2, bias=False)
        self.conv_2 = nn.Conv2d(C_in, C_out >> 1, 1, stride=2, bias=False)

    def forward(self, x):
        return torch.cat([self.conv_1(x), self.conv_2(x[:, :, 1:, 1:])], dim=1)


class SepConv(nn.Sequential):
    def __init__(self, C_in, C_out, kernel, stride, padding):
        super().__init__(*itertools.chain.from_iterable(
            (nn.ReLU(), nn.Conv2d(C_in, C_in, kernel, s, padding, groups=C_in, bias=False), nn.Conv2d(C_in, c, 1, bias=False), nn.BatchNorm2d(c, affine=False))
            for s, c in [(stride, C_in), (1, C_out)]))


class MixedOp(nn.Module):
    def __init__(self, C, stride):
        super().__init__()
        self._ops = nn.ModuleList()
        for primitive in PRIMITIVES:
            op = OPS[primitive](C, stride)
            if 'pool' in primitive:
                op = nn.Sequential(op, nn.BatchNorm2d(C, affine=False))
            self._ops.append(op)

    def forward(self, x, weights):
        return sum(w * op(x) for w, op in zip(weights, self._ops))


class Cell(nn.Module):
    def __init__(self, C, steps, reduction):
        super().__init__()
        self.steps = steps
        self.edges = [(j, i + 1) for i in range(steps) for j in range(i + 1)]
        assert len(self.edges) == steps * (steps + 1) // 2 == len(list(itertools.combinations(range(steps + 1), 2)))
        self.ops = nn.ModuleDict({f'{a}_{b}': MixedOp(C, 2 if reduction and a == 0 else 1) for a, b in self.edges})

    def forward(self, x, alpha):
        states = {0: x}
        incoming = defaultdict(list)
        for (a, b), w in zip(self.edges, alpha):
            incoming[b].append((a, w))
        for b in sorted(incoming):
            states[b] = reduce(operator.add, (self.ops[f'{a}_{b}'](states[a], w) for a, w in incoming[b]))
        return torch.cat([states[i] for i in range(1, self.steps + 1)], dim=1)


class Search(nn.Module):
    def __init__(self, C=8, layers=4, steps=3, num_classes=10):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, C, 3, padding=1, bias=False), nn.BatchNorm2d(C))
        self.cells, self.squeeze = nn.ModuleList(), nn.ModuleList()
        kinds = Counter()
        for i in range(layers):
            reduction = i in {layers // 3, 2 * layers // 3}
            kinds['reduce' if reduction else 'normal'] += 1
            self.cells.append(Cell(C, steps, reduction))
            self.squeeze.append(nn.Conv2d(C * steps, C, 1))
        k = sum(1 + i for i in range(steps))
        self.alphas = nn.ParameterList([nn.Parameter(1e-3 * torch.randn(k, len(PRIMITIVES))) for _ in kinds])
        self.classifier = nn.Linear(C, num_classes)
        self.reductions = [cell.ops['0_1']._ops[0].stride == 2 if hasattr(cell.ops['0_1']._ops[0], 'stride') else False for cell in self.cells]

    def forward(self, x):
        x = self.stem(x)
        for cell, squeeze, reduction in zip(self.cells, self.squeeze, self.reductions):
            x = squeeze(cell(x, F.softmax(self.alphas[int(reduction)], dim=-1)))
        return self.classifier(x.mean((2, 3)))
