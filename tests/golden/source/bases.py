# Abstract bases, mixins, class attributes, properties and several ways to call a base's constructor.
import abc
import contextlib
import warnings
from typing import ClassVar, Dict, NamedTuple

import torch
from torch import nn


class Shape(NamedTuple):
    width: int
    depth: int = 2

    @property
    def area(self) -> int:
        return self.width * self.depth


class Named:
    registry: ClassVar[Dict[str, type]] = {}
    prefix = 'base'

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Named.registry[cls.prefix] = cls

    @classmethod
    def create(cls, name, *args, **kwargs):
        try:
            found = cls.registry[name]
        except KeyError as error:
            raise ValueError(f'no class is named {name!r}') from error
        else:
            return found(*args, **kwargs)

    def describe(self):
        return f'{type(self).__name__}<{self.prefix}>'


class Block(Named, nn.Module, metaclass=abc.ABCMeta):
    def __init__(self, shape: Shape, *, residual: bool = False):
        super().__init__()
        self.shape = shape
        self.residual = residual
        self.layers = nn.ModuleList(self._make_layer(i) for i in range(shape.depth))

    @abc.abstractmethod
    def _make_layer(self, index: int) -> nn.Module:
        """Gives one layer."""

    @property
    def in_features(self):
        return self.shape.width

    @property
    @abc.abstractmethod
    def out_features(self):
        pass

    def forward(self, x):
        y = x
        for layer in self.layers:
            y = torch.relu(layer(y))
        return x + y if self.residual else y


class Plain(Block):
    prefix = 'plain'

    def _make_layer(self, index):
        return nn.Linear(self.in_features, self.out_features)

    @property
    def out_features(self):
        return self.in_features


class Growing(Plain):
    prefix = 'growing'
    step = 8

    def __init__(self, shape, step=None, **kwargs):
        if step is not None:
            self.__class__.step = step
        super(Growing, self).__init__(shape, **kwargs)

    def _make_layer(self, index):
        return nn.Linear(self.in_features + index * self.step, self.in_features + (index + 1) * self.step)

    @property
    def out_features(self):
        return super().in_features + self.shape.depth * self.step


class Countable:
    def __len__(self):
        return len(self.blocks)

    def __getitem__(self, item):
        return self.blocks[item]

    def __contains__(self, name):
        return any(block.prefix == name for block in self.blocks)


class Network(Countable, nn.Module):
    def __init__(self, width: int = 32, kinds=('plain', 'growing', 'plain')):
        nn.Module.__init__(self)
        self.blocks = nn.ModuleList()
        for i, kind in enumerate(kinds, start=1):
            with contextlib.suppress(ValueError):
                block = Block.create(kind, Shape(width, depth=i), residual=kind != 'growing')
                self.blocks.append(block)
                width = block.out_features
        if len(self) != len(kinds):
            warnings.warn('some kinds are not known')
        assert 'growing' in self and not isinstance(self[0], Growing)
        self.out = nn.Linear(width, Shape(5).area)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.out(x)
