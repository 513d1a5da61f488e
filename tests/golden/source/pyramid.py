# A pyramid of features with levels in a ModuleDict, and atrous pooling on its top.
from collections import OrderedDict
from typing import Dict, List, Optional

import torch
import torch.nn.functional as F
from torch import nn, Tensor


class FeaturePyramid(nn.Module):
    def __init__(self, in_channels_list: List[int], out_channels: int, extra: Optional[nn.Module] = None):
        super().__init__()
        self.inner_blocks = nn.ModuleList()
        self.layer_blocks = nn.ModuleList()
        for in_channels in in_channels_list:
            if in_channels == 0:
                raise ValueError("in_channels=0 is currently not supported")
            self.inner_blocks.append(nn.Conv2d(in_channels, out_channels, 1))
            self.layer_blocks.append(nn.Conv2d(out_channels, out_channels, 3, padding=1))
        for m in self.children():
            for conv in m:
                nn.init.kaiming_uniform_(conv.weight, a=1)
                nn.init.constant_(conv.bias, 0)
        self.extra = extra

    def forward(self, x: Dict[str, Tensor]) -> Dict[str, Tensor]:
        names = list(x.keys())
        x = list(x.values())
        last_inner = self.inner_blocks[-1](x[-1])
        results = [self.layer_blocks[-1](last_inner)]
        for idx in range(len(x) - 2, -1, -1):
            inner_lateral = self.inner_blocks[idx](x[idx])
            feat_shape = inner_lateral.shape[-2:]
            inner_top_down = F.interpolate(last_inner, size=feat_shape, mode="nearest")
            last_inner = inner_lateral + inner_top_down
            results.insert(0, self.layer_blocks[idx](last_inner))
        if self.extra is not None:
            names.append("pool")
            results.append(self.extra(results[-1]))
        return OrderedDict([(k, v) for k, v in zip(names, results)])


class ASPPConv(nn.Sequential):
    def __init__(self, in_channels: int, out_channels: int, dilation: int) -> None:
        modules = [
            nn.Conv2d(in_channels, out_channels, 3, padding=dilation, dilation=dilation, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(),
        ]
        super().__init__(*modules)


class ASPPPooling(nn.Sequential):
    def __init__(self, in_channels: int, out_channels: int) -> None:
        super().__init__(
            nn.AdaptiveAvgPool2d(1),
            nn.Conv2d(in_channels, out_channels, 1, bias=False),
            nn.ReLU(),
        )

    def forward(self, x: Tensor) -> Tensor:
        size = x.shape[-2:]
        for mod in self:
            x = mod(x)
        return F.interpolate(x, size=size, mode="bilinear", align_corners=False)


class ASPP(nn.Module):
    def __init__(self, in_channels: int, atrous_rates: List[int], out_channels: int = 256) -> None:
        super().__init__()
        modules = []
        modules.append(nn.Sequential(nn.Conv2d(in_channels, out_channels, 1, bias=False), nn.BatchNorm2d(out_channels), nn.ReLU()))
        rates = tuple(atrous_rates)
        for rate in rates:
            modules.append(ASPPConv(in_channels, out_channels, rate))
        modules.append(ASPPPooling(in_channels, out_channels))
        self.convs = nn.ModuleList(modules)
        self.project = nn.Sequential(
            nn.Conv2d(len(self.convs) * out_channels, out_channels, 1, bias=False),
            nn.BatchNorm2d(out_channels), nn.ReLU(), nn.Dropout(0.5),
        )

    def forward(self, x):
        _res = []
        for conv in self.convs:
            _res.append(conv(x))
        return self.project(torch.cat(_res, dim=1))


class Backbone(nn.ModuleDict):
    def __init__(self, widths):
        layers = OrderedDict()
        c = 3
        for i, w in enumerate(widths, 1):
            layers["layer%d" % i] = nn.Sequential(nn.Conv2d(c, w, 3, 2, 1), nn.ReLU())
            c = w
        super().__init__(layers)

    def forward(self, x):
        out = OrderedDict()
        for name, module in self.items():
            x = module(x)
            out[name] = x
        return out


class Detector(nn.Module):
    def __init__(self, widths=(16, 32, 64), out=48, num_classes=5, num_anchors=3):
        super().__init__()
        self.backbone = Backbone(widths)
        self.fpn = FeaturePyramid(list(widths), out, extra=nn.MaxPool2d(1, 2, 0))
        self.aspp = ASPP(out, [6, 12], out)
        self.heads = nn.ModuleDict({
            "cls": nn.Conv2d(out, num_anchors * num_classes, 3, padding=1),
            "box": nn.Conv2d(out, num_anchors * 4, 3, padding=1),
        })

    def forward(self, x):
        features = self.fpn(self.backbone(x))
        features["layer3"] = self.aspp(features["layer3"])
        return {k: [head(f) for f in features.values()] for k, head in self.heads.items()}
