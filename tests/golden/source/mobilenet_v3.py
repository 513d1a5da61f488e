# Squeeze and excitation, hard swish and a table of named tuples.
from collections import namedtuple
from functools import partial
from typing import Any, Callable, List, Optional

import torch
from torch import nn, Tensor

Row = namedtuple("Row", ["kernel", "expanded", "out", "use_se", "activation", "stride"])


class SqueezeExcitation(nn.Module):
    def __init__(self, channels: int, squeeze_factor: int = 4) -> None:
        super().__init__()
        squeezed = max(8, (channels // squeeze_factor + 4) // 8 * 8)
        self.avgpool = torch.nn.AdaptiveAvgPool2d(1)
        self.fc1 = torch.nn.Conv2d(channels, squeezed, 1)
        self.fc2 = torch.nn.Conv2d(squeezed, channels, 1)
        self.activation = nn.ReLU(inplace=True)
        self.scale_activation = nn.Hardsigmoid()

    def _scale(self, input: Tensor) -> Tensor:
        scale = self.avgpool(input)
        scale = self.fc1(scale)
        scale = self.activation(scale)
        scale = self.fc2(scale)
        return self.scale_activation(scale)

    def forward(self, input: Tensor) -> Tensor:
        return self._scale(input) * input


class ConvNormActivation(nn.Sequential):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int = 3, stride: int = 1,
                 padding: Optional[int] = None, groups: int = 1,
                 norm_layer: Optional[Callable[..., nn.Module]] = nn.BatchNorm2d,
                 activation_layer: Optional[Callable[..., nn.Module]] = nn.ReLU) -> None:
        if padding is None:
            padding = (kernel_size - 1) // 2
        layers: List[nn.Module] = [
            nn.Conv2d(in_channels, out_channels, kernel_size, stride, padding, groups=groups, bias=norm_layer is None)
        ]
        if norm_layer is not None:
            layers.append(norm_layer(out_channels))
        if activation_layer is not None:
            layers.append(activation_layer(inplace=True))
        super().__init__(*layers)
        self.out_channels = out_channels


class InvertedResidual(nn.Module):
    def __init__(self, inp: int, row: Row, norm_layer: Callable[..., nn.Module]):
        super().__init__()
        if not (1 <= row.stride <= 2):
            raise ValueError("illegal stride value")
        self.use_res_connect = row.stride == 1 and inp == row.out
        layers: List[nn.Module] = []
        activation_layer = nn.Hardswish if row.activation == "HS" else nn.ReLU
        if row.expanded != inp:
            layers.append(ConvNormActivation(inp, row.expanded, 1, norm_layer=norm_layer, activation_layer=activation_layer))
        layers.append(ConvNormActivation(row.expanded, row.expanded, row.kernel, row.stride, groups=row.expanded,
                                         norm_layer=norm_layer, activation_layer=activation_layer))
        if row.use_se:
            layers.append(SqueezeExcitation(row.expanded))
        layers.append(ConvNormActivation(row.expanded, row.out, 1, norm_layer=norm_layer, activation_layer=None))
        self.block = nn.Sequential(*layers)

    def forward(self, input: Tensor) -> Tensor:
        result = self.block(input)
        if self.use_res_connect:
            result += input
        return result


class MobileNetV3(nn.Module):
    def __init__(self, settings: List[Row], last_channel: int, num_classes: int = 1000, dropout: float = 0.2, **kwargs: Any) -> None:
        super().__init__()
        if not settings:
            raise ValueError("The settings should not be empty")
        elif not all(isinstance(s, Row) for s in settings):
            raise TypeError("The settings should be List[Row]")
        norm_layer = partial(nn.BatchNorm2d, eps=0.001, momentum=0.01)
        layers: List[nn.Module] = [ConvNormActivation(3, 16, stride=2, norm_layer=norm_layer, activation_layer=nn.Hardswish)]
        inp = 16
        for row in settings:
            layers.append(InvertedResidual(inp, row, norm_layer))
            inp = row.out
        layers.append(ConvNormActivation(inp, 6 * inp, 1, norm_layer=norm_layer, activation_layer=nn.Hardswish))
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(
            nn.Linear(6 * inp, last_channel),
            nn.Hardswish(inplace=True),
            nn.Dropout(p=dropout, inplace=True),
            nn.Linear(last_channel, num_classes),
        )

    def forward(self, x: Tensor) -> Tensor:
        x = self.avgpool(self.features(x))
        return self.classifier(torch.flatten(x, 1))


def mobilenet_v3_small(**kwargs: Any) -> MobileNetV3:
    rows = [
        Row(3, 16, 16, True, "RE", 2),
        Row(3, 72, 24, False, "RE", 2),
        Row(3, 88, 24, False, "RE", 1),
        Row(5, 96, 40, True, "HS", 2),
        Row(5, 240, 40, True, "HS", 1),
        Row(5, 120, 48, True, "HS", 1),
    ]
    return MobileNetV3(rows, last_channel=512, **kwargs)


if __name__ == "__main__":
    model = mobilenet_v3_small(num_classes=50)
    out = model(torch.randn(1, 3, 64, 64))
    assert out.shape == (1, 50), f"wrong shape {tuple(out.shape)}"
