import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn import Linear, Conv2d, Dropout
from torch.nn.utils import weight_norm
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Dict, Union


class Kind(Enum):
    SMALL = "small"
    LARGE = "large"


@dataclass
class Options:
    width: int = 32
    depth: int = 2
    rates: list = field(default_factory=lambda: [0.1, 0.2])
    kind: Kind = Kind.SMALL


class Layers(nn.Module):
    def __init__(self, options: Options = Options(), **kwargs: Any):
        super().__init__()
        w = options.width
        self.first = Conv2d(3, w, 7, 2, 3)
        self.c1 = nn.Conv1d(w, w, 3, padding="same")
        self.c3 = nn.Conv3d(3, w, (1, 3, 3))
        self.t1 = nn.ConvTranspose1d(w, w, 2, 2)
        self.depthwise = nn.Conv2d(w, w, 3, padding=1, groups=w, dilation=1, padding_mode="reflect")
        self.norms = nn.ModuleList([nn.BatchNorm1d(w), nn.BatchNorm2d(w), nn.GroupNorm(4, w), nn.InstanceNorm2d(w, affine=True), nn.LayerNorm([w, 8, 8])])
        self.acts = nn.ModuleDict({"elu": nn.ELU(), "prelu": nn.PReLU(), "mish": nn.Mish(), "hs": nn.Hardswish(), "gelu": nn.GELU(approximate="tanh"), "soft": nn.Softmax(dim=1), "sp": nn.Softplus(), "log": nn.LogSoftmax(dim=-1)})
        self.pools = nn.Sequential(nn.AvgPool2d(2), nn.AdaptiveMaxPool2d(4), nn.Upsample(scale_factor=2, mode="bilinear"), nn.ZeroPad2d(1), nn.PixelShuffle(2), nn.Unflatten(1, (4, -1)))
        self.embedding = nn.Embedding.from_pretrained(torch.zeros(10, w))
        self.bag = nn.EmbeddingBag(100, w)
        self.attention = nn.MultiheadAttention(w, num_heads=4, dropout=options.rates[0], batch_first=True)
        self.transformer = nn.Transformer(d_model=w, nhead=4, num_encoder_layers=1, num_decoder_layers=1, dim_feedforward=64)
        self.rnn = nn.RNN(w, w, 2, nonlinearity="relu")
        self.cell = nn.LSTMCell(w, w)
        self.bilinear = nn.Bilinear(w, w, 4)
        self.weighted = weight_norm(nn.Linear(w, w))
        self.blocks = nn.Sequential(*[self.make(w, i) for i in range(options.depth)])
        for i, rate in enumerate(options.rates):
            setattr(self, f"drop{i}", Dropout(rate))
            self.add_module("extra%d" % i, nn.Linear(w, w))
        self.out = nn.Linear(w, kwargs.get("classes", 10)) if options.kind is Kind.SMALL else nn.Identity()
        self.gamma = nn.Parameter(torch.ones(w), requires_grad=False)
        self.table: Dict[str, int] = {k: len(k) for k in ("a", "bc") if k != "d"}
        self.register_parameter("beta", None)
        try:
            self.sizes = sorted({3, 1, 2}, reverse=True)
        except ValueError as error:
            raise RuntimeError("no sizes") from error
        with torch.no_grad():
            self.out.weight.zero_()
        while w > 8:
            w //= 2
        self.last = nn.Linear(max(w, 4), min(3, w) + abs(-1) + round(2.5) + int("2") + sum([1, 2]) + pow(2, 2))

    def make(self, width, index):
        return nn.Sequential(nn.Linear(width, width), nn.ReLU() if index % 2 else nn.Sigmoid())

    def forward(self, x, tokens=None):
        x = F.relu(self.first(x), inplace=True)
        x = F.gelu(self.depthwise(x))
        x = F.leaky_relu(F.silu(F.dropout(x, 0.5, self.training)), 0.1)
        x = F.avg_pool2d(x, 2) + F.adaptive_avg_pool2d(x, 56)
        x = F.pad(x, (1, 1, 1, 1))
        x = F.layer_norm(x, x.shape[-2:])
        x = x.flatten(2).permute(0, 2, 1).contiguous()
        b, n, c = x.shape
        x = x.reshape(b, n, -1).view(b, -1, c).transpose(-2, -1).transpose(1, 2)
        x = torch.stack([x, x], dim=0).sum(0).mul(0.5).add(1)
        x = torch.cat((x[:, :1], x[:, 1:, ...]), 1).clone()
        y, _ = self.attention(x, x, x, need_weights=False)
        y = y.clamp(0, 1).abs().sqrt().exp().log().sigmoid().tanh()
        a, z = torch.split(y, [1, n - 1], dim=1) if n > 1 else (y, y)
        y = y.unsqueeze(1).squeeze(1).expand_as(x).repeat(1, 1, 1)
        scores = torch.bmm(x, y.transpose(1, 2)) / (c ** 0.5)
        causal = torch.triu(torch.full((n, n), float("-inf")), diagonal=1)
        weights = F.softmax(scores + causal.to(x.device).type_as(scores), dim=-1)
        x = torch.einsum("bij,bjc->bic", weights, x) + F.scaled_dot_product_attention(x, x, x)
        x = F.normalize(x, dim=-1) * self.gamma.view(1, 1, -1)
        x = x.max(dim=1)[0] + x.mean(1) + x.sum(dim=1, keepdim=False) + x.amax(1) + torch.mean(x, dim=1)
        for i in range(2):
            x = getattr(self, f"extra{i}")(x)
        x = self.acts["prelu"](self.blocks(x))
        x = self.drop0(x) if self.training else torch.where(x > 0, x, torch.zeros_like(x))
        x = F.linear(x, self.out.weight, self.out.bias)
        h0 = torch.zeros(2, b, 32).to(x.device)
        return {"logits": x, "best": x.argmax(-1), "top": torch.topk(x, 2)[1], "p": torch.softmax(x, -1), "h": h0}


class Shared(nn.Module):
    layers = 2

    def __init__(self):
        nn.Module.__init__(self)
        lin = nn.Linear(8, 8)
        self.a = lin
        self.b = lin
        self.stack = nn.ModuleList(nn.Linear(8, 8) for _ in range(self.layers))
        self.stack.extend([nn.Linear(8, 8)])
        self.stack[0] = nn.Linear(8, 8)

    def forward(self, x):
        x = self.b(self.a(x))
        for layer in self.stack:
            x = layer(x).relu()
        return x.flatten(1)


model = nn.DataParallel(Layers(Options(width=64), classes=7)).cuda()
