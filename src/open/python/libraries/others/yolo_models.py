# Networks of YOLO as yaml describes them, [from, number, module, args] a layer: of ultralytics and of the repositories of
# YOLOv5, v7 and v9, with their names of modules. Sizes are those of training, before layers are fused.
import copy
import math
import torch
import torch.nn as nn
import torch.nn.functional as F
from _environment import unknown_member


def _divisible(size, by=8):
    return math.ceil(size / by) * by


def _pad(kernel, padding, dilation=1):
    if padding is not None:
        return padding
    if not isinstance(kernel, int):
        return [each // 2 for each in kernel]
    return (dilation * (kernel - 1) + 1) // 2


class Conv(nn.Module):
    def __init__(self, c1, c2, k=1, s=1, p=None, g=1, d=1, act=True):
        super().__init__()
        if isinstance(d, (nn.Module, bool)):  # YOLOv7's have no dilation
            d, act = 1, d
        self.conv = nn.Conv2d(c1, c2, k, s, _pad(k, p, d), groups=g, dilation=d, bias=False)
        self.bn = nn.BatchNorm2d(c2, eps=0.001, momentum=0.03)
        self.act = nn.SiLU() if act is True else act if isinstance(act, nn.Module) else nn.Identity()

    def forward(self, x):
        return self.act(self.bn(self.conv(x)))


class DWConv(Conv):
    def __init__(self, c1, c2, k=1, s=1, d=1, act=True):
        super().__init__(c1, c2, k, s, g=math.gcd(c1, c2), d=d, act=act)


class LightConv(nn.Module):
    def __init__(self, c1, c2, k=1, act=None):
        super().__init__()
        self.conv1 = Conv(c1, c2, 1, act=False)
        self.conv2 = DWConv(c2, c2, k, act=nn.ReLU() if act is None else act)

    def forward(self, x):
        return self.conv2(self.conv1(x))


class Focus(nn.Module):
    def __init__(self, c1, c2, k=1, s=1, p=None, g=1, act=True):
        super().__init__()
        self.conv = Conv(c1 * 4, c2, k, s, p, g, act=act)

    def forward(self, x):
        return self.conv(torch.cat((x[..., ::2, ::2], x[..., 1::2, ::2], x[..., ::2, 1::2], x[..., 1::2, 1::2]), 1))


class GhostConv(nn.Module):
    def __init__(self, c1, c2, k=1, s=1, g=1, act=True):
        super().__init__()
        self.cv1 = Conv(c1, c2 // 2, k, s, None, g, act=act)
        self.cv2 = Conv(c2 // 2, c2 // 2, 5, 1, None, c2 // 2, act=act)

    def forward(self, x):
        y = self.cv1(x)
        return torch.cat((y, self.cv2(y)), 1)


class RepConv(nn.Module):
    def __init__(self, c1, c2, k=3, s=1, p=1, g=1, d=1, act=True, bn=False):
        super().__init__()
        self.act = nn.SiLU() if act is True else nn.Identity()
        self.bn = nn.BatchNorm2d(c1) if bn and c2 == c1 and s == 1 else None
        self.conv1 = Conv(c1, c2, k, s, p=p, g=g, act=False)
        self.conv2 = Conv(c1, c2, 1, s, p=p - k // 2, g=g, act=False)

    def forward(self, x):
        y = self.conv1(x) + self.conv2(x)
        return self.act(y if self.bn is None else y + self.bn(x))


class Bottleneck(nn.Module):
    def __init__(self, c1, c2, shortcut=True, g=1, k=(3, 3), e=0.5):
        super().__init__()
        width = int(c2 * e)
        self.cv1 = Conv(c1, width, k[0], 1)
        self.cv2 = Conv(width, c2, k[1], 1, g=g)
        self.add = shortcut and c1 == c2

    def forward(self, x):
        return x + self.cv2(self.cv1(x)) if self.add else self.cv2(self.cv1(x))


class RepBottleneck(Bottleneck):
    def __init__(self, c1, c2, shortcut=True, g=1, k=(3, 3), e=0.5):
        super().__init__(c1, c2, shortcut, g, k, e)
        self.cv1 = RepConv(c1, int(c2 * e), k[0], 1)


class GhostBottleneck(nn.Module):
    def __init__(self, c1, c2, k=3, s=1):
        super().__init__()
        width = c2 // 2
        deep = DWConv(width, width, k, s, act=False) if s == 2 else nn.Identity()
        self.conv = nn.Sequential(GhostConv(c1, width, 1, 1), deep, GhostConv(width, c2, 1, 1, act=False))
        self.shortcut = (nn.Sequential(DWConv(c1, c1, k, s, act=False), Conv(c1, c2, 1, 1, act=False))
                         if s == 2 else nn.Identity())

    def forward(self, x):
        return self.conv(x) + self.shortcut(x)


class C3(nn.Module):
    def __init__(self, c1, c2, n=1, shortcut=True, g=1, e=0.5):
        super().__init__()
        width = int(c2 * e)
        self.cv1 = Conv(c1, width, 1, 1)
        self.cv2 = Conv(c1, width, 1, 1)
        self.cv3 = Conv(2 * width, c2, 1)
        self.m = nn.Sequential(*[self.block(width, shortcut, g) for _ in range(n)])

    def block(self, width, shortcut, g):
        return Bottleneck(width, width, shortcut, g, k=((1, 1), (3, 3)), e=1.0)

    def forward(self, x):
        return self.cv3(torch.cat((self.m(self.cv1(x)), self.cv2(x)), 1))


class C3k(C3):
    def block(self, width, shortcut, g):
        return Bottleneck(width, width, shortcut, g, k=(3, 3), e=1.0)


class C3Ghost(C3):
    def block(self, width, shortcut, g):
        return GhostBottleneck(width, width)


class RepCSP(C3):
    def block(self, width, shortcut, g):
        return RepBottleneck(width, width, shortcut, g, e=1.0)


class C2(nn.Module):
    def __init__(self, c1, c2, n=1, shortcut=True, g=1, e=0.5):
        super().__init__()
        self.c = int(c2 * e)
        self.cv1 = Conv(c1, 2 * self.c, 1, 1)
        self.cv2 = Conv(2 * self.c, c2, 1)
        self.m = nn.Sequential(*[Bottleneck(self.c, self.c, shortcut, g, k=((3, 3), (3, 3)), e=1.0) for _ in range(n)])

    def forward(self, x):
        a, b = self.cv1(x).chunk(2, 1)
        return self.cv2(torch.cat((self.m(a), b), 1))


class C2f(nn.Module):
    def __init__(self, c1, c2, n=1, shortcut=False, g=1, e=0.5):
        super().__init__()
        self.c = int(c2 * e)
        self.cv1 = Conv(c1, 2 * self.c, 1, 1)
        self.cv2 = Conv((2 + n) * self.c, c2, 1)
        self.m = nn.ModuleList([Bottleneck(self.c, self.c, shortcut, g, k=((3, 3), (3, 3)), e=1.0) for _ in range(n)])

    def forward(self, x):
        parts = list(self.cv1(x).chunk(2, 1))
        for block in self.m:
            parts.append(block(parts[-1]))
        return self.cv2(torch.cat(parts, 1))


class C3k2(C2f):
    def __init__(self, c1, c2, n=1, c3k=False, e=0.5, g=1, shortcut=True):
        super().__init__(c1, c2, n, shortcut, g, e)
        self.m = nn.ModuleList([C3k(self.c, self.c, 2, shortcut, g) if c3k else Bottleneck(self.c, self.c, shortcut, g)
                                for _ in range(n)])


class RepVGGDW(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = Conv(width, width, 7, 1, 3, g=width, act=False)
        self.conv1 = Conv(width, width, 3, 1, 1, g=width, act=False)
        self.act = nn.SiLU()

    def forward(self, x):
        return self.act(self.conv(x) + self.conv1(x))


class CIB(nn.Module):
    def __init__(self, c1, c2, shortcut=True, e=0.5, lk=False):
        super().__init__()
        width = int(c2 * e)
        self.cv1 = nn.Sequential(Conv(c1, c1, 3, g=c1), Conv(c1, 2 * width, 1),
                                 RepVGGDW(2 * width) if lk else Conv(2 * width, 2 * width, 3, g=2 * width),
                                 Conv(2 * width, c2, 1), Conv(c2, c2, 3, g=c2))
        self.add = shortcut and c1 == c2

    def forward(self, x):
        return x + self.cv1(x) if self.add else self.cv1(x)


class C2fCIB(C2f):
    def __init__(self, c1, c2, n=1, shortcut=False, lk=False, g=1, e=0.5):
        super().__init__(c1, c2, n, shortcut, g, e)
        self.m = nn.ModuleList([CIB(self.c, self.c, shortcut, e=1.0, lk=lk) for _ in range(n)])


class Attention(nn.Module):
    def __init__(self, dim, num_heads=8, attn_ratio=0.5):
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = dim // num_heads
        self.key_dim = int(self.head_dim * attn_ratio)
        self.qkv = Conv(dim, dim + self.key_dim * num_heads * 2, 1, act=False)
        self.proj = Conv(dim, dim, 1, act=False)
        self.pe = Conv(dim, dim, 3, 1, g=dim, act=False)

    def forward(self, x):
        batch, width, height, columns = x.shape
        qkv = self.qkv(x).view(batch, self.num_heads, self.key_dim * 2 + self.head_dim, height * columns)
        q, k, v = qkv.split([self.key_dim, self.key_dim, self.head_dim], dim=2)
        scores = (q.transpose(-2, -1) @ k).softmax(dim=-1)
        y = (v @ scores.transpose(-2, -1)).view(batch, width, height, columns)
        return self.proj(y + self.pe(v.reshape(batch, width, height, columns)))


class PSABlock(nn.Module):
    def __init__(self, c, attn_ratio=0.5, num_heads=4):
        super().__init__()
        self.attn = Attention(c, num_heads, attn_ratio)
        self.ffn = nn.Sequential(Conv(c, c * 2, 1), Conv(c * 2, c, 1, act=False))

    def forward(self, x):
        x = x + self.attn(x)
        return x + self.ffn(x)


class PSA(nn.Module):
    def __init__(self, c1, c2, e=0.5):
        super().__init__()
        self.c = int(c1 * e)
        self.cv1 = Conv(c1, 2 * self.c, 1, 1)
        self.cv2 = Conv(2 * self.c, c1, 1)
        self.attn = Attention(self.c, self.c // 64)
        self.ffn = nn.Sequential(Conv(self.c, self.c * 2, 1), Conv(self.c * 2, self.c, 1, act=False))

    def forward(self, x):
        a, b = self.cv1(x).split((self.c, self.c), dim=1)
        b = b + self.attn(b)
        return self.cv2(torch.cat((a, b + self.ffn(b)), 1))


class C2PSA(nn.Module):
    def __init__(self, c1, c2, n=1, e=0.5):
        super().__init__()
        self.c = int(c1 * e)
        self.cv1 = Conv(c1, 2 * self.c, 1, 1)
        self.cv2 = Conv(2 * self.c, c1, 1)
        self.m = nn.Sequential(*[PSABlock(self.c, 0.5, self.c // 64) for _ in range(n)])

    def forward(self, x):
        a, b = self.cv1(x).split((self.c, self.c), dim=1)
        return self.cv2(torch.cat((a, self.m(b)), 1))


class AAttn(nn.Module):
    kernel = 7

    def __init__(self, dim, num_heads, area=1):
        super().__init__()
        self.area = area
        self.num_heads = num_heads
        self.head_dim = dim // num_heads
        width = self.head_dim * num_heads
        self.qkv = Conv(dim, width * 3, 1, act=False)
        self.proj = Conv(width, dim, 1, act=False)
        self.pe = Conv(width, dim, self.kernel, 1, self.kernel // 2, g=dim, act=False)

    def forward(self, x):
        batch, width, height, columns = x.shape
        count = height * columns
        qkv = self.qkv(x).flatten(2).transpose(1, 2)
        parts = self.area if self.area > 1 else 1
        qkv = qkv.reshape(batch * parts, count // parts, width * 3)
        q, k, v = (qkv.view(batch * parts, count // parts, self.num_heads, self.head_dim * 3).permute(0, 2, 3, 1)
                   .split([self.head_dim, self.head_dim, self.head_dim], dim=2))
        scores = (q.transpose(-2, -1) @ k).softmax(dim=-1)
        y = (v @ scores.transpose(-2, -1)).permute(0, 3, 1, 2).reshape(batch, height, columns, width).permute(0, 3, 1, 2)
        values = v.permute(0, 3, 1, 2).reshape(batch, height, columns, width).permute(0, 3, 1, 2)
        return self.proj(y + self.pe(values))


class ABlock(nn.Module):
    def __init__(self, dim, num_heads, mlp_ratio=1.2, area=1):
        super().__init__()
        self.attn = AAttn(dim, num_heads, area)
        hidden = int(dim * mlp_ratio)
        self.mlp = nn.Sequential(Conv(dim, hidden, 1), Conv(hidden, dim, 1, act=False))

    def forward(self, x):
        x = x + self.attn(x)
        return x + self.mlp(x)


class A2C2f(nn.Module):
    large_ratio = 1.2

    def __init__(self, c1, c2, n=1, a2=True, area=1, residual=False, mlp_ratio=2.0, e=0.5, g=1, shortcut=True):
        super().__init__()
        width = int(c2 * e)
        self.cv1 = Conv(c1, width, 1, 1)
        self.cv2 = Conv((1 + n) * width, c2, 1)
        self.gamma = nn.Parameter(0.01 * torch.ones(c2)) if a2 and residual else None
        blocks = []
        for _ in range(n):
            blocks.append(nn.Sequential(*[ABlock(width, width // 32, mlp_ratio, area) for _ in range(2)]) if a2
                          else C3k(width, width, 2, shortcut, g))
        self.m = nn.ModuleList(blocks)

    def forward(self, x):
        parts = [self.cv1(x)]
        for block in self.m:
            parts.append(block(parts[-1]))
        y = self.cv2(torch.cat(parts, 1))
        return y if self.gamma is None else x + self.gamma.view(-1, y.shape[1], 1, 1) * y


class SPP(nn.Module):
    def __init__(self, c1, c2, k=(5, 9, 13)):
        super().__init__()
        self.cv1 = Conv(c1, c1 // 2, 1, 1)
        self.cv2 = Conv(c1 // 2 * (len(k) + 1), c2, 1, 1)
        self.m = nn.ModuleList([nn.MaxPool2d(kernel_size=each, stride=1, padding=each // 2) for each in k])

    def forward(self, x):
        x = self.cv1(x)
        return self.cv2(torch.cat([x] + [pool(x) for pool in self.m], 1))


class SPPF(nn.Module):
    def __init__(self, c1, c2, k=5):
        super().__init__()
        self.cv1 = Conv(c1, c1 // 2, 1, 1)
        self.cv2 = Conv(c1 // 2 * 4, c2, 1, 1)
        self.m = nn.MaxPool2d(kernel_size=k, stride=1, padding=k // 2)

    def forward(self, x):
        parts = [self.cv1(x)]
        for _ in range(3):
            parts.append(self.m(parts[-1]))
        return self.cv2(torch.cat(parts, 1))


class SPPELAN(nn.Module):
    def __init__(self, c1, c2, c3, k=5):
        super().__init__()
        self.cv1 = Conv(c1, c3, 1, 1)
        self.cv2 = nn.MaxPool2d(kernel_size=k, stride=1, padding=k // 2)
        self.cv3 = nn.MaxPool2d(kernel_size=k, stride=1, padding=k // 2)
        self.cv4 = nn.MaxPool2d(kernel_size=k, stride=1, padding=k // 2)
        self.cv5 = Conv(4 * c3, c2, 1, 1)

    def forward(self, x):
        parts = [self.cv1(x)]
        for pool in (self.cv2, self.cv3, self.cv4):
            parts.append(pool(parts[-1]))
        return self.cv5(torch.cat(parts, 1))


class SPPCSPC(nn.Module):
    def __init__(self, c1, c2, n=1, shortcut=False, g=1, e=0.5, k=(5, 9, 13)):
        super().__init__()
        width = int(2 * c2 * e)
        self.cv1 = Conv(c1, width, 1, 1)
        self.cv2 = Conv(c1, width, 1, 1)
        self.cv3 = Conv(width, width, 3, 1)
        self.cv4 = Conv(width, width, 1, 1)
        self.m = nn.ModuleList([nn.MaxPool2d(kernel_size=each, stride=1, padding=each // 2) for each in k])
        self.cv5 = Conv(4 * width, width, 1, 1)
        self.cv6 = Conv(width, width, 3, 1)
        self.cv7 = Conv(2 * width, c2, 1, 1)

    def forward(self, x):
        y = self.cv4(self.cv3(self.cv1(x)))
        y = self.cv6(self.cv5(torch.cat([y] + [pool(y) for pool in self.m], 1)))
        return self.cv7(torch.cat((y, self.cv2(x)), 1))


class SCDown(nn.Module):
    def __init__(self, c1, c2, k, s):
        super().__init__()
        self.cv1 = Conv(c1, c2, 1, 1)
        self.cv2 = Conv(c2, c2, k=k, s=s, g=c2, act=False)

    def forward(self, x):
        return self.cv2(self.cv1(x))


class AConv(nn.Module):
    def __init__(self, c1, c2):
        super().__init__()
        self.cv1 = Conv(c1, c2, 3, 2, 1)

    def forward(self, x):
        return self.cv1(F.avg_pool2d(x, 2, 1, 0))


class ADown(nn.Module):
    def __init__(self, c1, c2):
        super().__init__()
        self.cv1 = Conv(c1 // 2, c2 // 2, 3, 2, 1)
        self.cv2 = Conv(c1 // 2, c2 // 2, 1, 1, 0)

    def forward(self, x):
        a, b = F.avg_pool2d(x, 2, 1, 0).chunk(2, 1)
        return torch.cat((self.cv1(a), self.cv2(F.max_pool2d(b, 3, 2, 1))), 1)


class ELAN1(nn.Module):
    def __init__(self, c1, c2, c3, c4):
        super().__init__()
        self.cv1 = Conv(c1, c3, 1, 1)
        self.cv2 = Conv(c3 // 2, c4, 3, 1)
        self.cv3 = Conv(c4, c4, 3, 1)
        self.cv4 = Conv(c3 + 2 * c4, c2, 1, 1)

    def forward(self, x):
        parts = list(self.cv1(x).chunk(2, 1))
        for block in (self.cv2, self.cv3):
            parts.append(block(parts[-1]))
        return self.cv4(torch.cat(parts, 1))


class RepNCSPELAN4(ELAN1):
    def __init__(self, c1, c2, c3, c4, n=1):
        super().__init__(c1, c2, c3, c4)
        self.cv2 = nn.Sequential(RepCSP(c3 // 2, c4, n), Conv(c4, c4, 3, 1))
        self.cv3 = nn.Sequential(RepCSP(c4, c4, n), Conv(c4, c4, 3, 1))


class CBLinear(nn.Module):
    def __init__(self, c1, c2s, k=1, s=1, p=None, g=1):
        super().__init__()
        self.c2s = c2s
        self.conv = nn.Conv2d(c1, sum(c2s), k, s, _pad(k, p), groups=g, bias=True)

    def forward(self, x):
        return self.conv(x).split(self.c2s, dim=1)


class CBFuse(nn.Module):
    def __init__(self, idx):
        super().__init__()
        self.idx = idx

    def forward(self, xs):
        size = xs[-1].shape[2:]
        y = xs[-1]
        for i in range(len(xs) - 1):
            y = y + F.interpolate(xs[i][self.idx[i]], size=size, mode="nearest")
        return y


class HGStem(nn.Module):
    def __init__(self, c1, cm, c2):
        super().__init__()
        self.stem1 = Conv(c1, cm, 3, 2, act=nn.ReLU())
        self.stem2a = Conv(cm, cm // 2, 2, 1, 0, act=nn.ReLU())
        self.stem2b = Conv(cm // 2, cm, 2, 1, 0, act=nn.ReLU())
        self.stem3 = Conv(cm * 2, cm, 3, 2, act=nn.ReLU())
        self.stem4 = Conv(cm, c2, 1, 1, act=nn.ReLU())
        self.pool = nn.MaxPool2d(kernel_size=2, stride=1, padding=0, ceil_mode=True)

    def forward(self, x):
        x = F.pad(self.stem1(x), [0, 1, 0, 1])
        y = self.stem2b(F.pad(self.stem2a(x), [0, 1, 0, 1]))
        return self.stem4(self.stem3(torch.cat((self.pool(x), y), 1)))


class HGBlock(nn.Module):
    def __init__(self, c1, cm, c2, k=3, n=6, lightconv=False, shortcut=False):
        super().__init__()
        make = LightConv if lightconv else Conv
        self.m = nn.ModuleList([make(c1 if i == 0 else cm, cm, k=k, act=nn.ReLU()) for i in range(n)])
        self.sc = Conv(c1 + n * cm, c2 // 2, 1, 1, act=nn.ReLU())
        self.ec = Conv(c2 // 2, c2, 1, 1, act=nn.ReLU())
        self.add = shortcut and c1 == c2

    def forward(self, x):
        parts = [x]
        for block in self.m:
            parts.append(block(parts[-1]))
        y = self.ec(self.sc(torch.cat(parts, 1)))
        return y + x if self.add else y


class RepC3(nn.Module):
    def __init__(self, c1, c2, n=3, e=1.0):
        super().__init__()
        width = int(c2 * e)
        self.cv1 = Conv(c1, width, 1, 1)
        self.cv2 = Conv(c1, width, 1, 1)
        self.m = nn.Sequential(*[RepConv(width, width) for _ in range(n)])
        self.cv3 = Conv(width, c2, 1, 1) if width != c2 else nn.Identity()

    def forward(self, x):
        return self.cv3(self.m(self.cv1(x)) + self.cv2(x))


class AIFI(nn.Module):
    """A layer of a Transformer over the positions of a map."""

    def __init__(self, c1, cm=2048, num_heads=8):
        super().__init__()
        self.ma = nn.MultiheadAttention(c1, num_heads, batch_first=True)
        self.fc1 = nn.Linear(c1, cm)
        self.fc2 = nn.Linear(cm, c1)
        self.norm1 = nn.LayerNorm(c1)
        self.norm2 = nn.LayerNorm(c1)

    def forward(self, x):
        y = x.flatten(2).permute(0, 2, 1)
        y = self.norm1(y + self.ma(y, y, value=y)[0])
        y = self.norm2(y + self.fc2(F.gelu(self.fc1(y))))
        return y.permute(0, 2, 1).view(*x.shape)


class Concat(nn.Module):
    def __init__(self, dimension=1):
        super().__init__()
        self.d = dimension

    def forward(self, x):
        return torch.cat(x, self.d)


class ReOrg(nn.Module):
    def forward(self, x):
        return torch.cat((x[..., ::2, ::2], x[..., 1::2, ::2], x[..., ::2, 1::2], x[..., 1::2, 1::2]), 1)


class Shortcut(nn.Module):
    def __init__(self, dimension=0):
        super().__init__()

    def forward(self, x):
        return x[0] + x[1]


class DownC(nn.Module):
    def __init__(self, c1, c2, n=1, k=2):
        super().__init__()
        self.cv1 = Conv(c1, c1, 1, 1)
        self.cv2 = Conv(c1, c2 // 2, 3, k)
        self.cv3 = Conv(c1, c2 // 2, 1, 1)
        self.mp = nn.MaxPool2d(kernel_size=k, stride=k)

    def forward(self, x):
        return torch.cat((self.cv2(self.cv1(x)), self.cv3(self.mp(x))), 1)


class MP(nn.Module):
    def __init__(self, k=2):
        super().__init__()
        self.m = nn.MaxPool2d(kernel_size=k, stride=k)

    def forward(self, x):
        return self.m(x)


class SP(nn.Module):
    def __init__(self, k=3, s=1):
        super().__init__()
        self.m = nn.MaxPool2d(kernel_size=k, stride=s, padding=k // 2)

    def forward(self, x):
        return self.m(x)


class DFL(nn.Module):
    def __init__(self, c1=16):
        super().__init__()
        self.conv = nn.Conv2d(c1, 1, 1, bias=False).requires_grad_(False)
        self.c1 = c1

    def forward(self, x):
        batch, _, anchors = x.shape
        return self.conv(x.view(batch, 4, self.c1, anchors).transpose(2, 1).softmax(1)).view(batch, 4, anchors)


def _maps(channels, width, last, kernel=3):
    return nn.ModuleList([nn.Sequential(Conv(c, width, kernel), Conv(width, width, kernel), nn.Conv2d(width, last, 1))
                          for c in channels])


def _light_maps(channels, width, last):
    return nn.ModuleList([nn.Sequential(nn.Sequential(DWConv(c, c, 3), Conv(c, width, 1)),
                                        nn.Sequential(DWConv(width, width, 3), Conv(width, width, 1)),
                                        nn.Conv2d(width, last, 1)) for c in channels])


class Detect(nn.Module):
    """Boxes as distributions of 16 distances, and classes."""
    is_light = False
    is_end_to_end = False

    def __init__(self, nc=80, ch=()):
        super().__init__()
        self.nc = nc
        self.reg_max = 16
        self.cv2 = _maps(ch, max(16, ch[0] // 4, self.reg_max * 4), 4 * self.reg_max)
        width = max(ch[0], min(nc, 100))
        self.cv3 = _light_maps(ch, width, nc) if self.is_light else _maps(ch, width, nc)
        self.dfl = DFL(self.reg_max)
        if self.is_end_to_end:
            self.one2one_cv2 = copy.deepcopy(self.cv2)
            self.one2one_cv3 = copy.deepcopy(self.cv3)

    def forward(self, x):
        boxes, classes = self.cv2, self.cv3
        if self.is_end_to_end:
            boxes, classes = self.one2one_cv2, self.one2one_cv3
        y = torch.cat([torch.cat((boxes[i](x[i]), classes[i](x[i])), 1).flatten(2) for i in range(len(x))], 2)
        box, scores = y.split((self.reg_max * 4, self.nc), 1)
        return torch.cat((self.dfl(box), scores.sigmoid()), 1)


class LightDetect(Detect):
    is_light = True


class v10Detect(Detect):
    is_light = True
    is_end_to_end = True


class _More:
    """Maps beside boxes and classes: of masks, points or angles."""

    def add_maps(self, ch, count):
        self.cv4 = _maps(ch, max(ch[0] // 4, count), count)

    def more(self, x):
        return torch.cat([self.cv4[i](x[i]).flatten(2) for i in range(len(x))], 2)


class Proto(nn.Module):
    def __init__(self, c1, c_=256, c2=32, is_learned=True):
        super().__init__()
        self.cv1 = Conv(c1, c_, k=3)
        self.upsample = (nn.ConvTranspose2d(c_, c_, 2, 2, 0, bias=True) if is_learned
                         else nn.Upsample(scale_factor=2, mode="nearest"))
        self.cv2 = Conv(c_, c_, k=3)
        self.cv3 = Conv(c_, c2)

    def forward(self, x):
        return self.cv3(self.cv2(self.upsample(self.cv1(x))))


def _segment(base, is_learned):
    class Segment(base, _More):
        def __init__(self, nc=80, nm=32, npr=256, ch=()):
            super().__init__(nc, ch)
            self.proto = Proto(ch[0], npr, nm, is_learned)
            self.add_maps(ch, nm)

        def forward(self, x):
            return super().forward(x), self.more(x), self.proto(x[0])
    return Segment


def _pose(base):
    class Pose(base, _More):
        def __init__(self, nc=80, kpt_shape=(17, 3), ch=()):
            super().__init__(nc, ch)
            self.add_maps(ch, kpt_shape[0] * kpt_shape[1])

        def forward(self, x):
            return super().forward(x), self.more(x)
    return Pose


def _obb(base):
    class OBB(base, _More):
        def __init__(self, nc=80, ne=1, ch=()):
            super().__init__(nc, ch)
            self.add_maps(ch, ne)

        def forward(self, x):
            return super().forward(x), self.more(x)
    return OBB


class AnchorDetect(nn.Module):
    """YOLOv5's: one convolution a map, of (classes + 5) numbers an anchor."""

    def __init__(self, nc=80, anchors=(), ch=()):
        super().__init__()
        count = len(anchors[0]) // 2
        self.m = nn.ModuleList([nn.Conv2d(c, (nc + 5) * count, 1) for c in ch])

    def forward(self, x):
        return [self.m[i](x[i]) for i in range(len(x))]


class ImplicitA(nn.Module):
    def __init__(self, channel):
        super().__init__()
        self.implicit = nn.Parameter(torch.zeros(1, channel, 1, 1))

    def forward(self, x):
        return self.implicit + x


class ImplicitM(ImplicitA):
    def forward(self, x):
        return self.implicit * x


class IDetect(AnchorDetect):
    """YOLOv7's: what is learned is added to the maps and times them."""

    def __init__(self, nc=80, anchors=(), ch=()):
        super().__init__(nc, anchors, ch)
        self.ia = nn.ModuleList([ImplicitA(c) for c in ch])
        self.im = nn.ModuleList([ImplicitM((nc + 5) * (len(anchors[0]) // 2)) for _ in ch])

    def forward(self, x):
        return [self.im[i](self.m[i](self.ia[i](x[i]))) for i in range(len(x))]


class IAuxDetect(IDetect):
    """The same with as many maps again, which only training uses."""

    def __init__(self, nc=80, anchors=(), ch=()):
        main = ch[:len(anchors)]
        super().__init__(nc, anchors, main)
        count = (nc + 5) * (len(anchors[0]) // 2)
        self.m2 = nn.ModuleList([nn.Conv2d(c, count, 1) for c in ch[len(anchors):]])

    def forward(self, x):
        count = len(self.m)
        return super().forward(x[:count]), [self.m2[i](x[count + i]) for i in range(len(self.m2))]


def _grouped_maps(channels, width, last):
    return nn.ModuleList([nn.Sequential(Conv(c, width, 3), Conv(width, width, 3, g=4), nn.Conv2d(width, last, 1, groups=4))
                          for c in channels])


class DDetect(nn.Module):
    """YOLOv9's: boxes by convolutions in four groups."""

    def __init__(self, nc=80, ch=()):
        super().__init__()
        self.cv2 = _grouped_maps(ch, _divisible(max(ch[0] // 4, 64), 4), 64)
        self.cv3 = _maps(ch, max(ch[0], min(nc * 2, 128)), nc)
        self.dfl = DFL(16)

    def forward(self, x):
        y = torch.cat([torch.cat((self.cv2[i](x[i]), self.cv3[i](x[i])), 1).flatten(2) for i in range(len(x))], 2)
        return torch.cat((self.dfl(y[:, :64]), y[:, 64:].sigmoid()), 1)


class DualDDetect(DDetect):
    """The same with as many maps again, which only training uses."""

    def __init__(self, nc=80, ch=()):
        half = len(ch) // 2
        super().__init__(nc, ch[:half])
        other = DDetect(nc, ch[half:])
        self.cv4 = other.cv2
        self.cv5 = other.cv3
        self.dfl2 = other.dfl

    def forward(self, x):
        half = len(self.cv2)
        aux = [torch.cat((self.cv4[i](x[half + i]), self.cv5[i](x[half + i])), 1) for i in range(half)]
        return super().forward(x[:half]), aux


class Classify(nn.Module):
    def __init__(self, c1, c2, k=1, s=1, p=None, g=1):
        super().__init__()
        self.conv = Conv(c1, 1280, k, s, p, g)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.drop = nn.Dropout(p=0.0, inplace=True)
        self.linear = nn.Linear(1280, c2)

    def forward(self, x):
        x = torch.cat(x, 1) if isinstance(x, list) else x
        return self.linear(self.drop(self.pool(self.conv(x)).flatten(1)))


_REPEATED = {"C3": C3, "C3k": C3k, "C3k2": C3k2, "C3Ghost": C3Ghost, "C2": C2, "C2f": C2f, "C2fCIB": C2fCIB, "C2PSA": C2PSA,
             "A2C2f": A2C2f, "RepC3": RepC3}
_MAPPED = {"Conv": Conv, "DWConv": DWConv, "GhostConv": GhostConv, "Focus": Focus, "Bottleneck": Bottleneck,
           "GhostBottleneck": GhostBottleneck, "RepConv": RepConv, "SPP": SPP, "SPPF": SPPF, "SPPELAN": SPPELAN,
           "SPPCSPC": SPPCSPC, "SCDown": SCDown, "AConv": AConv, "ADown": ADown, "ELAN1": ELAN1, "RepNCSPELAN4": RepNCSPELAN4,
           "RepNCSPELAN": RepNCSPELAN4, "DownC": DownC, "PSA": PSA, "Classify": Classify, "nn.ConvTranspose2d": nn.ConvTranspose2d}
_KEPT = {"nn.Upsample": nn.Upsample, "nn.Identity": nn.Identity, "Silence": nn.Identity, "nn.MaxPool2d": nn.MaxPool2d,
         "nn.ZeroPad2d": nn.ZeroPad2d, "MP": MP, "SP": SP}


def _value(argument, values):
    """What a word among the arguments stands for: a name of the yaml, an activation."""
    if not isinstance(argument, str):
        return argument
    if argument.startswith("nn.LeakyReLU"):
        return nn.LeakyReLU(0.1)
    if argument in ("nn.ReLU()", "nn.SiLU()", "nn.Identity()"):
        return getattr(nn, argument[3:-2])()
    return values.get(argument, argument)


class DetectionModel(nn.Module):
    """A network of the layers that a yaml lists, of a scale."""

    def __init__(self, cfg, scale):
        super().__init__()
        self.froms = []
        self.channels = cfg.get("ch", 3)
        self.model = nn.Sequential(*self._layers(cfg, scale))

    def _layers(self, cfg, scale):
        depth, width, most = cfg.get("depth_multiple", 1.0), cfg.get("width_multiple", 1.0), math.inf
        if scale:
            depth, width, most = cfg["scales"][scale]
        nc = cfg["nc"]
        values = {"nc": nc, "anchors": cfg.get("anchors"), "kpt_shape": cfg.get("kpt_shape"), "None": None, "True": True,
                  "False": False}
        self.is_legacy = True
        self.is_v7 = any(row[2] in ("IDetect", "SPPCSPC", "MP") for row in cfg["backbone"] + cfg["head"])
        channels, layers = [cfg.get("ch", 3)], []
        for origin, number, name, args in cfg["backbone"] + cfg["head"]:
            args = [_value(each, values) for each in args]
            number = max(round(number * depth), 1) if number > 1 else number
            scaled = [_divisible(min(each, most) * width) if isinstance(each, int) else each for each in args[:1]]
            layer, out = self._layer(name, origin, number, args, scaled, channels, scale, values, width, most)
            self.froms.append(origin)
            layers.append(layer)
            if len(layers) == 1:
                channels = []
            channels.append(out)
        return layers

    def _layer(self, name, origin, number, args, scaled, channels, scale, values, width, most):
        if name in _REPEATED or name in _MAPPED or name == "BottleneckCSP":
            c1, c2 = channels[origin], args[0]
            c2 = c2 if c2 == values["nc"] and name == "Classify" else scaled[0]
            rest = args[1:]
            if name == "C3k2":
                self.is_legacy = False
                if scale and scale in "mlx":
                    rest = [True] + rest[1:]
            if name == "A2C2f":
                self.is_legacy = False
                if scale and scale in "lx":
                    rest = rest + [True, A2C2f.large_ratio]
            if name == "Bottleneck" and values["anchors"]:
                rest = rest + [True, 1, (1, 3)][len(rest):]
            if name == "RepConv" and self.is_v7:
                return self._repeat(lambda: RepConv(c1, c2, *rest, bn=True), number), c2
            if name in ("RepNCSPELAN4", "RepNCSPELAN", "ELAN1", "SPPELAN"):
                return self._repeat(lambda: _MAPPED[name](c1, c2, *rest), number), c2
            if name in _REPEATED:
                return _REPEATED[name](c1, c2, number, *rest), c2
            return self._repeat(lambda: _MAPPED[name](c1, c2, *rest), number), c2
        if name == "HGStem":
            return HGStem(channels[origin], args[0], args[1]), args[1]
        if name == "HGBlock":
            c1, cm, c2 = channels[origin], args[0], args[1]
            return HGBlock(c1, cm, c2, args[2] if len(args) > 2 else 3, number, *args[3:]), c2
        if name == "ReOrg":
            return ReOrg(), channels[origin] * 4
        if name == "Shortcut":
            return Shortcut(*args), channels[origin[0]]
        if name == "Concat":
            return Concat(*args), sum([channels[each] for each in origin])
        if name == "CBLinear":
            return CBLinear(channels[origin], *args), args[0]
        if name == "CBFuse":
            return CBFuse(args[0]), channels[origin[-1]]
        if name in _KEPT:
            return self._repeat(lambda: _KEPT[name](*args), number), channels[origin]
        if name == "AIFI":
            return AIFI(channels[origin], *args), channels[origin]
        ch = [channels[each] for each in origin] if isinstance(origin, list) else [channels[origin]]
        return self._head(name, args, ch, values, width, most), ch[-1]

    def _head(self, name, args, ch, values, width, most):
        base = Detect if self.is_legacy else LightDetect
        if name == "Detect" and len(args) > 1 and isinstance(args[1], list):
            return AnchorDetect(args[0], args[1], ch)
        if name == "IDetect":
            return IDetect(args[0], args[1], ch)
        if name == "Detect":
            return base(args[0], ch)
        if name == "IAuxDetect":
            return IAuxDetect(args[0], args[1], ch)
        if name in ("DDetect", "DualDDetect"):
            return (DDetect if name == "DDetect" else DualDDetect)(args[0], ch)
        if name == "v10Detect":
            return v10Detect(args[0], ch)
        if name == "Segment" and len(args) == 3:
            return _segment(base, not values["anchors"])(args[0], args[1], _divisible(min(args[2], most) * width), ch)
        if name == "Pose":
            return _pose(base)(args[0], args[1], ch)
        if name == "OBB":
            return _obb(base)(args[0], args[1], ch)
        return unknown_member(name, "yaml")

    def _repeat(self, make, number):
        return nn.Sequential(*[make() for _ in range(number)]) if number > 1 else make()

    def forward(self, x):
        kept = []
        for i in range(len(self.model)):
            origin = self.froms[i]
            if isinstance(origin, list):
                taken = [x if each == -1 else kept[each] for each in origin]
            else:
                taken = x if origin == -1 else kept[origin]
            x = self.model[i](taken)
            kept.append(x)
        return x


def model_of(cfg, scale, stated):
    """A model of ultralytics' modules; of the repository of YOLOv12 where its have the total that the yaml states."""
    model = DetectionModel(cfg, scale)
    if not stated or _total(model) == stated or not any(row[2] == "A2C2f" for row in cfg["backbone"]):
        return model
    AAttn.kernel, A2C2f.large_ratio = 5, 1.5
    other = DetectionModel(cfg, scale)
    return other if _total(other) == stated else model


def _total(model):
    return sum(each.numel() for each in model.parameters())
