# Classes that build on one another: super() in several orders, class attributes, properties, static methods.
import torch.nn as nn


class Sized:
    width = 8

    def __init__(self, **kwargs):
        self.kwargs = kwargs
        super().__init__()

    @property
    def double(self):
        return self.width * 2

    @staticmethod
    def make(a, b, *, bias=True):
        return nn.Linear(a, b, bias)

    @classmethod
    def of_width(cls, width):
        return type(cls.__name__, (), {}) if False else cls(width=width)


class Head(Sized, nn.Module):
    def __init__(self, width=None, **kwargs):
        super().__init__(**kwargs)
        self.width = width or self.width
        self.fc = self.make(self.width, self.double, bias=False)


class ConvBNReLU(nn.Sequential):
    def __init__(self, i, o, k=3, s=1, groups=1):
        super().__init__(nn.Conv2d(i, o, k, s, (k - 1) // 2, groups=groups, bias=False), nn.BatchNorm2d(o), nn.ReLU6(inplace=True))


class QuickLinear(nn.Linear):
    def __init__(self, n):
        super().__init__(n, n * 3 // 2)


class Model(nn.Module):
    settings = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2)]

    def __init__(self, width_mult=1.0):
        super().__init__()
        channels = int(32 * width_mult)
        features = [ConvBNReLU(3, channels, s=2)]
        for t, c, n, s in self.settings:
            out = int(c * width_mult)
            for i in range(n):
                features.append(nn.Sequential(ConvBNReLU(channels, channels * t, k=1), ConvBNReLU(channels * t, out, s=s if i == 0 else 1, groups=4)))
                channels = out
        self.features = nn.Sequential(*features)
        self.head = Head(width=channels)
        self.other = Head.of_width(24)
        self.quick = QuickLinear(10)
        del self.other.fc
