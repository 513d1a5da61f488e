from torch.nn import Module

from .. import transform


class Rearrange(Module):
    def __init__(self, pattern, **sizes):
        super().__init__()
        self.pattern, self.sizes = pattern, sizes

    def forward(self, x):
        return transform(x, self.pattern, **self.sizes)


class Reduce(Module):
    def __init__(self, pattern, reduction, **sizes):
        super().__init__()
        self.pattern, self.reduction, self.sizes = pattern, reduction, sizes

    def forward(self, x):
        return transform(x, self.pattern, self.reduction, **self.sizes)
