# Attention written with einsum and einops, two heads' layouts side by side.
import torch
import torch.nn.functional as F
from einops import rearrange, repeat
from einops.layers.torch import Rearrange, Reduce
from torch import einsum, nn


def exists(val):
    return val is not None


def default(val, d):
    return val if exists(val) else d


class PreNorm(nn.Module):
    def __init__(self, dim, fn):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fn = fn

    def forward(self, x, **kwargs):
        return self.fn(self.norm(x), **kwargs)


class FeedForward(nn.Module):
    def __init__(self, dim, mult=4, dropout=0.):
        super().__init__()
        inner = int(dim * mult)
        self.net = nn.Sequential(nn.Linear(dim, inner * 2), GEGLU(), nn.Dropout(dropout), nn.Linear(inner, dim))

    def forward(self, x):
        return self.net(x)


class GEGLU(nn.Module):
    def forward(self, x):
        x, gates = x.chunk(2, dim=-1)
        return x * F.gelu(gates)


class CrossAttention(nn.Module):
    def __init__(self, dim, context_dim=None, heads=8, dim_head=64):
        super().__init__()
        inner_dim = heads * dim_head
        context_dim = default(context_dim, dim)
        self.heads = heads
        self.scale = dim_head ** -0.5
        self.to_q = nn.Linear(dim, inner_dim, bias=False)
        self.to_kv = nn.Linear(context_dim, inner_dim * 2, bias=False)
        self.null_kv = nn.Parameter(torch.randn(2, heads, dim_head))
        self.to_out = nn.Linear(inner_dim, dim)

    def forward(self, x, context=None):
        b, h = x.shape[0], self.heads
        context = default(context, x)
        q = self.to_q(x)
        k, v = self.to_kv(context).chunk(2, dim=-1)
        q, k, v = map(lambda t: rearrange(t, 'b n (h d) -> b h n d', h=h), (q, k, v))
        nk, nv = map(lambda t: repeat(t, 'h d -> b h 1 d', b=b), self.null_kv.unbind(dim=0))
        k, v = torch.cat((nk, k), dim=-2), torch.cat((nv, v), dim=-2)
        sim = einsum('b h i d, b h j d -> b h i j', q, k) * self.scale
        out = einsum('b h i j, b h j d -> b h i d', sim.softmax(dim=-1), v)
        return self.to_out(rearrange(out, 'b h n d -> b n (h d)'))


class ImageReader(nn.Module):
    def __init__(self, *, image_size=32, patch_size=8, dim=96, queries=10, depth=2, heads=4, dim_head=24, num_classes=7):
        super().__init__()
        assert image_size % patch_size == 0, 'image must be divisible by patch'
        n = (image_size // patch_size) ** 2
        self.patch = nn.Sequential(
            Rearrange('b c (h p1) (w p2) -> b (h w) (p1 p2 c)', p1=patch_size, p2=patch_size),
            nn.Linear(3 * patch_size ** 2, dim),
        )
        self.pos = nn.Parameter(torch.randn(1, n, dim))
        self.queries = nn.Parameter(torch.randn(queries, dim))
        self.layers = nn.ModuleList([])
        for _ in range(depth):
            self.layers.append(nn.ModuleList([
                PreNorm(dim, CrossAttention(dim, heads=heads, dim_head=dim_head)),
                PreNorm(dim, FeedForward(dim)),
            ]))
        self.head = nn.Sequential(Reduce('b n d -> b d', 'mean'), nn.LayerNorm(dim), nn.Linear(dim, num_classes))

    def forward(self, img):
        x = self.patch(img)
        x = x + self.pos[:, :x.shape[1]]
        q = repeat(self.queries, 'n d -> b n d', b=x.shape[0])
        for attn, ff in self.layers:
            q = attn(q, context=x) + q
            q = ff(q) + q
        return self.head(q)


if __name__ == '__main__':
    model = ImageReader()
    print(model(torch.randn(2, 3, 32, 32)).shape)
