# Passes that call modules in many ways: groups, heads and gates, weights as operands, several outputs, einsum.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Gate(nn.Module):
    def __init__(self, channels, reduction=4):
        super().__init__()
        self.squeeze = nn.Linear(channels, channels // reduction, bias=False)
        self.excite = nn.Linear(channels // reduction, channels, bias=False)

    def forward(self, x):
        b, c, _, _ = x.size()
        y = F.adaptive_avg_pool2d(x, 1).view(b, c)
        y = torch.sigmoid(self.excite(F.relu(self.squeeze(y)))).view(b, c, 1, 1)
        return x * y.expand_as(x)


class Standardized(nn.Conv2d):
    def forward(self, x):
        weight = self.weight - self.weight.mean(dim=(1, 2, 3), keepdim=True)
        return F.conv2d(x, weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.table = nn.Parameter(torch.zeros(heads, 64, 64))
        self.qkv = nn.Linear(dim, 3 * dim)
        self.weight = nn.Parameter(torch.zeros(dim, dim))

    def forward(self, x, mask=None):
        b, n, c = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        scores = torch.einsum('bhid,bhjd->bhij', q, k) * c ** -0.5 + self.table[:, :n, :n]
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float('-inf'))
        out = (scores.softmax(dim=-1) @ v).transpose(1, 2).reshape(b, n, c)
        return F.linear(out, self.weight), scores


class Stage(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.attention = Attention(dim, 4)
        self.norm = nn.LayerNorm(dim)
        self.steps = nn.ModuleList([nn.Linear(dim, dim) for _ in range(3)])

    def forward(self, x):
        b, c, h, w = x.shape
        tokens = x.flatten(2).transpose(1, 2)
        update, scores = self.attention(self.norm(tokens))
        tokens = tokens + update
        for i, step in enumerate(self.steps):
            tokens = tokens + step(tokens) if i % 2 == 0 else step(tokens)
        return {'map': tokens.transpose(1, 2).view(b, c, h, w), 'scores': scores}


class Net(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.stem = Standardized(3, width, 3, stride=2, padding=1)
        self.branches = nn.ModuleList([nn.Conv2d(width, width, k, padding=k // 2, groups=width) for k in (1, 3, 5)])
        self.gate = Gate(width)
        self.mix = nn.Conv2d(3 * width, 2 * width, 1)
        self.stage = Stage(2 * width)
        self.shuffle = nn.PixelShuffle(2)
        self.head = nn.Linear(width // 2, 10)
        self.auxiliary = nn.Linear(width, 5)

    def forward(self, x):
        x = self.stem(x)
        x = x + self.gate(x)
        hidden = self.auxiliary(x.mean(dim=(2, 3)))
        x = self.mix(torch.cat([branch(x) for branch in self.branches], dim=1))
        out = self.stage(F.max_pool2d(x, 2))
        y = self.shuffle(out['map'])
        y = F.pad(y, (1, 1, 0, 2))
        y = self.head(y.mean([2, 3]))
        return (y, hidden) if self.training else y
