# Blocks of the networks of YOLO, with the names of modules that ultralytics, YOLOv5, v7 and v9 give them.
import math
import torch
import torch.nn as nn
import torch.nn.functional as F


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

class Stem(nn.Module):
    def __init__(self, c1, c2):
        super().__init__()
        width = c2 // 2
        self.cv1 = Conv(c1, width, 3, 2)
        self.cv2 = Conv(width, width, 1, 1)
        self.cv3 = Conv(width, width, 3, 2)
        self.pool = nn.MaxPool2d(2, stride=2)
        self.cv4 = Conv(2 * width, c2, 1, 1)

    def forward(self, x):
        x = self.cv1(x)
        return self.cv4(torch.cat((self.cv3(self.cv2(x)), self.pool(x)), 1))


def _bottlenecks(width, n, shortcut, g):
    return nn.Sequential(*[Bottleneck(width, width, shortcut, g, e=1.0) for _ in range(n)])


class BottleneckCSP(nn.Module):
    def __init__(self, c1, c2, n=1, shortcut=True, g=1, e=0.5):
        super().__init__()
        width = int(c2 * e)
        self.cv1 = Conv(c1, width, 1, 1)
        self.cv2 = nn.Conv2d(c1, width, 1, 1, bias=False)
        self.cv3 = nn.Conv2d(width, width, 1, 1, bias=False)
        self.cv4 = Conv(2 * width, c2, 1, 1)
        self.bn = nn.BatchNorm2d(2 * width)
        self.act = nn.SiLU()
        self.m = _bottlenecks(width, n, shortcut, g)

    def forward(self, x):
        return self.cv4(self.act(self.bn(torch.cat((self.cv3(self.m(self.cv1(x))), self.cv2(x)), 1))))


class BottleneckCSPA(nn.Module):
    def __init__(self, c1, c2, n=1, shortcut=True, g=1, e=0.5):
        super().__init__()
        width = int(c2 * e)
        self.cv1 = Conv(c1, width, 1, 1)
        self.cv2 = Conv(c1, width, 1, 1)
        self.cv3 = Conv(2 * width, c2, 1, 1)
        self.m = _bottlenecks(width, n, shortcut, g)

    def forward(self, x):
        return self.cv3(torch.cat((self.m(self.cv1(x)), self.cv2(x)), 1))


class BottleneckCSPB(nn.Module):
    def __init__(self, c1, c2, n=1, shortcut=False, g=1, e=0.5):
        super().__init__()
        self.cv1 = Conv(c1, c2, 1, 1)
        self.cv2 = Conv(c2, c2, 1, 1)
        self.cv3 = Conv(2 * c2, c2, 1, 1)
        self.m = _bottlenecks(c2, n, shortcut, g)

    def forward(self, x):
        x = self.cv1(x)
        return self.cv3(torch.cat((self.m(x), self.cv2(x)), 1))


class BottleneckCSPC(nn.Module):
    def __init__(self, c1, c2, n=1, shortcut=True, g=1, e=0.5):
        super().__init__()
        width = int(c2 * e)
        self.cv1 = Conv(c1, width, 1, 1)
        self.cv2 = Conv(c1, width, 1, 1)
        self.cv3 = Conv(width, width, 1, 1)
        self.cv4 = Conv(2 * width, c2, 1, 1)
        self.m = _bottlenecks(width, n, shortcut, g)

    def forward(self, x):
        return self.cv4(torch.cat((self.cv3(self.m(self.cv1(x))), self.cv2(x)), 1))


class Res(nn.Module):
    def __init__(self, c1, c2, shortcut=True, g=1, e=0.5):
        super().__init__()
        width = int(c2 * e)
        self.cv1 = Conv(c1, width, 1, 1)
        self.cv2 = Conv(width, width, 3, 1, g=g)
        self.cv3 = Conv(width, c2, 1, 1)
        self.add = shortcut and c1 == c2

    def forward(self, x):
        y = self.cv3(self.cv2(self.cv1(x)))
        return x + y if self.add else y


def _with_residuals(base, fraction, groups, e):
    """The block `base` with blocks of ResNet or ResNeXt inside."""
    class Block(base):
        def __init__(self, c1, c2, n=1, shortcut=True, g=groups):
            super().__init__(c1, c2, n, shortcut, g)
            width = int(c2 * fraction)
            self.m = nn.Sequential(*[Res(width, width, shortcut, g, e) for _ in range(n)])
    return Block


ResCSPA, ResXCSPA = _with_residuals(BottleneckCSPA, 0.5, 1, 0.5), _with_residuals(BottleneckCSPA, 0.5, 32, 1.0)
ResCSPB, ResXCSPB = _with_residuals(BottleneckCSPB, 1, 1, 0.5), _with_residuals(BottleneckCSPB, 1, 32, 1.0)
ResCSPC, ResXCSPC = _with_residuals(BottleneckCSPC, 0.5, 1, 0.5), _with_residuals(BottleneckCSPC, 0.5, 32, 1.0)


class ResNetBlock(nn.Module):
    def __init__(self, c1, c2, s=1, e=4):
        super().__init__()
        self.cv1 = Conv(c1, c2, 1, 1)
        self.cv2 = Conv(c2, c2, 3, s, 1)
        self.cv3 = Conv(c2, e * c2, 1, act=False)
        is_other = s != 1 or c1 != e * c2
        self.shortcut = nn.Sequential(Conv(c1, e * c2, 1, s, act=False)) if is_other else nn.Identity()

    def forward(self, x):
        return F.relu(self.cv3(self.cv2(self.cv1(x))) + self.shortcut(x))


class ResNetLayer(nn.Module):
    def __init__(self, c1, c2, s=1, is_first=False, n=1, e=4):
        super().__init__()
        if is_first:
            self.layer = nn.Sequential(Conv(c1, c2, 7, 2, 3), nn.MaxPool2d(kernel_size=3, stride=2, padding=1))
        else:
            self.layer = nn.Sequential(*[ResNetBlock(e * c2 if i else c1, c2, 1 if i else s, e) for i in range(n)])

    def forward(self, x):
        return self.layer(x)


class TransformerLayer(nn.Module):
    def __init__(self, c, num_heads):
        super().__init__()
        self.q = nn.Linear(c, c, bias=False)
        self.k = nn.Linear(c, c, bias=False)
        self.v = nn.Linear(c, c, bias=False)
        self.ma = nn.MultiheadAttention(embed_dim=c, num_heads=num_heads)
        self.fc1 = nn.Linear(c, c, bias=False)
        self.fc2 = nn.Linear(c, c, bias=False)

    def forward(self, x):
        x = self.ma(self.q(x), self.k(x), self.v(x))[0] + x
        return self.fc2(self.fc1(x)) + x


class TransformerBlock(nn.Module):
    """Layers of a Transformer over the positions of a map."""

    def __init__(self, c, num_heads, n):
        super().__init__()
        self.linear = nn.Linear(c, c)
        self.tr = nn.Sequential(*[TransformerLayer(c, num_heads) for _ in range(n)])

    def forward(self, x):
        y = x.flatten(2).permute(2, 0, 1)
        return self.tr(y + self.linear(y)).permute(1, 2, 0).view(*x.shape)


class C3TR(C3):
    def __init__(self, c1, c2, n=1, shortcut=True, g=1, e=0.5):
        super().__init__(c1, c2, n, shortcut, g, e)
        self.m = TransformerBlock(int(c2 * e), 4, n)


class MaxSigmoidAttnBlock(nn.Module):
    """Weighs a map by the words of a text that fit its positions."""

    def __init__(self, c1, c2, nh=1, ec=128, gc=512):
        super().__init__()
        self.nh = nh
        self.hc = c2 // nh
        self.ec = Conv(c1, ec, 1, act=False) if c1 != ec else None
        self.gl = nn.Linear(gc, ec)
        self.bias = nn.Parameter(torch.zeros(nh))
        self.proj_conv = Conv(c1, c2, 3, 1, act=False)

    def forward(self, x, guide):
        batch, _, h, w = x.shape
        guide = self.gl(guide).view(batch, -1, self.nh, self.hc)
        embed = (self.ec(x) if self.ec is not None else x).view(batch, self.nh, self.hc, h, w)
        weights = torch.einsum("bmchw,bnmc->bmhwn", embed, guide).max(dim=-1)[0] / math.sqrt(self.hc)
        weights = (weights + self.bias[None, :, None, None]).sigmoid()
        x = self.proj_conv(x).view(batch, self.nh, -1, h, w)
        return (x * weights.unsqueeze(2)).view(batch, -1, h, w)


class C2fAttn(C2f):
    takes_text = True

    def __init__(self, c1, c2, n=1, ec=128, nh=1, gc=512, shortcut=False, g=1, e=0.5):
        super().__init__(c1, c2, n, shortcut, g, e)
        self.cv2 = Conv((3 + n) * self.c, c2, 1)
        self.attn = MaxSigmoidAttnBlock(self.c, self.c, nh, ec, gc)

    def forward(self, x, guide):
        parts = list(self.cv1(x).chunk(2, 1))
        for block in self.m:
            parts.append(block(parts[-1]))
        parts.append(self.attn(parts[-1], guide))
        return self.cv2(torch.cat(parts, 1))


class ImagePoolingAttn(nn.Module):
    """Adds to the words of a text what maps show."""
    takes_text = True

    def __init__(self, ec=256, ch=(), ct=512, nh=8, k=3):
        super().__init__()
        self.query = nn.Sequential(nn.LayerNorm(ct), nn.Linear(ct, ec))
        self.key = nn.Sequential(nn.LayerNorm(ec), nn.Linear(ec, ec))
        self.value = nn.Sequential(nn.LayerNorm(ec), nn.Linear(ec, ec))
        self.proj = nn.Linear(ec, ct)
        self.projections = nn.ModuleList([nn.Conv2d(c, ec, kernel_size=1) for c in ch])
        self.im_pools = nn.ModuleList([nn.AdaptiveMaxPool2d((k, k)) for _ in ch])
        self.ec = ec
        self.nh = nh

    def heads(self, x):
        return x.view(x.shape[0], -1, self.nh, self.ec // self.nh)

    def forward(self, x, text):
        maps = [self.im_pools[i](self.projections[i](x[i])).flatten(2) for i in range(len(x))]
        y = torch.cat(maps, -1).transpose(1, 2)
        q, k, v = self.heads(self.query(text)), self.heads(self.key(y)), self.heads(self.value(y))
        weights = torch.einsum("bnmc,bkmc->bmnk", q, k).softmax(-1)
        y = torch.einsum("bmnk,bkmc->bnmc", weights, v)
        return self.proj(y.reshape(text.shape[0], -1, self.ec)) + text
