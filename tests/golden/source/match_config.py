# Layers from a list of descriptions, by match and by assignment expressions.
from dataclasses import dataclass, field
from enum import Enum

import torch
from torch import nn


class Activation(Enum):
    RELU = 'relu'
    GELU = 'gelu'
    NONE = 'none'


@dataclass(frozen=True)
class Pool:
    size: int = 2


@dataclass
class Spec:
    layers: list = field(default_factory=lambda: [
        ('conv', 16, 3), ('conv', 32, 3), Pool(2), {'kind': 'conv', 'out': 48, 'kernel': 1}, 'flatten', ['linear', 64], ('linear', 10)])
    activation: Activation = Activation.GELU


def make_activation(kind):
    match kind:
        case Activation.RELU:
            return nn.ReLU()
        case Activation.GELU:
            return nn.GELU()
        case _:
            return nn.Identity()


def make_layer(description, channels, side):
    match description:
        case ('conv', out, kernel) | {'kind': 'conv', 'out': out, 'kernel': kernel}:
            return nn.Conv2d(channels, out, kernel, padding=kernel // 2), out, side
        case Pool(size=size) if size > 1:
            return nn.MaxPool2d(size), channels, side // size
        case 'flatten' | 'flat':
            return nn.Flatten(), channels * side * side, 1
        case ['linear', int(out)]:
            return nn.Linear(channels, out), out, 1
        case [name, *rest]:
            raise ValueError(f'unknown layer {name} with {len(rest)} arguments')
        case other:
            raise TypeError(type(other).__name__)


class Net(nn.Module):
    def __init__(self, spec: Spec = Spec(), side=16):
        super().__init__()
        channels = 3
        layers = []
        for description in spec.layers:
            layer, channels, side = make_layer(description, channels, side)
            layers.append(layer)
            if (weight := getattr(layer, 'weight', None)) is not None and (n := weight.dim()) == 4:
                layers.append(make_activation(spec.activation))
                layers.append(nn.BatchNorm2d(channels))
        self.layers = nn.Sequential(*layers)
        while (count := len(self.layers)) and isinstance(self.layers[-1], nn.Identity):
            del self.layers[-1]
        self.count = count

    def forward(self, x):
        return self.layers(x)
