"""Branches of several kernels, factorized convolutions, and an auxiliary head that can be left out."""
from typing import Any, Callable, List, Optional

import torch
import torch.nn.functional as F
from torch import nn


class BasicConv2d(nn.Module):
    def __init__(self, in_channels: int, out_channels: int, **kwargs: Any) -> None:
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, bias=False, **kwargs)
        self.bn = nn.BatchNorm2d(out_channels, eps=0.001)

    def forward(self, x):
        return F.relu(self.bn(self.conv(x)), inplace=True)


class InceptionA(nn.Module):
    def __init__(self, in_channels: int, pool_features: int, conv_block: Optional[Callable[..., nn.Module]] = None) -> None:
        super().__init__()
        if conv_block is None:
            conv_block = BasicConv2d
        self.branch1x1 = conv_block(in_channels, 64, kernel_size=1)
        self.branch5x5_1 = conv_block(in_channels, 48, kernel_size=1)
        self.branch5x5_2 = conv_block(48, 64, kernel_size=5, padding=2)
        self.branch_pool = conv_block(in_channels, pool_features, kernel_size=1)

    def _forward(self, x) -> List[torch.Tensor]:
        branch1x1 = self.branch1x1(x)
        branch5x5 = self.branch5x5_2(self.branch5x5_1(x))
        branch_pool = self.branch_pool(F.avg_pool2d(x, kernel_size=3, stride=1, padding=1))
        return [branch1x1, branch5x5, branch_pool]

    def forward(self, x):
        return torch.cat(self._forward(x), 1)


class InceptionC(nn.Module):
    def __init__(self, in_channels: int, channels_7x7: int, conv_block=None) -> None:
        super().__init__()
        conv_block = conv_block or BasicConv2d
        c7 = channels_7x7
        self.branch1x1 = conv_block(in_channels, 192, kernel_size=1)
        self.branch7x7_1 = conv_block(in_channels, c7, kernel_size=1)
        self.branch7x7_2 = conv_block(c7, c7, kernel_size=(1, 7), padding=(0, 3))
        self.branch7x7_3 = conv_block(c7, 192, kernel_size=(7, 1), padding=(3, 0))

    def forward(self, x):
        y = self.branch1x1(x)
        for name in ("branch7x7_1", "branch7x7_2", "branch7x7_3"):
            x = getattr(self, name)(x)
        return torch.cat((y, x), 1)


class Aux(nn.Module):
    def __init__(self, in_channels, num_classes, conv_block=BasicConv2d):
        super().__init__()
        self.conv0 = conv_block(in_channels, 128, kernel_size=1)
        self.conv1 = conv_block(128, 768, kernel_size=5)
        self.conv1.stddev = 0.01
        self.fc = nn.Linear(768, num_classes)
        self.fc.stddev = 0.001

    def forward(self, x):
        x = F.avg_pool2d(x, kernel_size=5, stride=3)
        x = F.adaptive_avg_pool2d(self.conv1(self.conv0(x)), (1, 1))
        return self.fc(torch.flatten(x, 1))


class Inception(nn.Module):
    def __init__(self, num_classes: int = 1000, aux_logits: bool = True, inception_blocks=None, init_weights: Optional[bool] = None):
        super().__init__()
        if inception_blocks is None:
            inception_blocks = [BasicConv2d, InceptionA, InceptionC, Aux]
        assert len(inception_blocks) == 4
        conv_block, inception_a, inception_c, aux = inception_blocks
        self.aux_logits = aux_logits
        self.Conv2d_1a_3x3 = conv_block(3, 32, kernel_size=3, stride=2)
        self.maxpool1 = nn.MaxPool2d(kernel_size=3, stride=2)
        self.Mixed_5b = inception_a(32, pool_features=32)
        self.Mixed_5c = inception_a(160, 64)
        self.Mixed_6b = inception_c(192, channels_7x7=128)
        self.AuxLogits: Optional[nn.Module] = None
        if aux_logits:
            self.AuxLogits = aux(384, num_classes)
        self.dropout = nn.Dropout(p=0.5)
        self.fc = nn.Linear(384, num_classes)
        if init_weights:
            for m in self.modules():
                if isinstance(m, nn.Conv2d) or isinstance(m, nn.Linear):
                    stddev = float(m.stddev) if hasattr(m, "stddev") else 0.1
                    torch.nn.init.trunc_normal_(m.weight, mean=0.0, std=stddev, a=-2, b=2)

    def forward(self, x):
        x = self.maxpool1(self.Conv2d_1a_3x3(x))
        x = self.Mixed_6b(self.Mixed_5c(self.Mixed_5b(x)))
        aux = self.AuxLogits(x) if self.AuxLogits is not None and self.training else None
        x = self.dropout(F.adaptive_avg_pool2d(x, (1, 1)))
        return self.fc(torch.flatten(x, 1)), aux


if __name__ == "__main__":
    net = Inception(num_classes=100, init_weights=True)
    y, _ = net(torch.rand(1, 3, 75, 75))
    print(y.size())
