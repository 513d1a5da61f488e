# einops's layers: they have no weights.
from einops import rearrange, reduce
from torch.nn import Module


class Rearrange(Module):
    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.axes_lengths = axes_lengths

    def forward(self, x):
        return rearrange(x, self.pattern, **self.axes_lengths)


class Reduce(Module):
    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.reduction = reduction
        self.axes_lengths = axes_lengths

    def forward(self, x):
        return reduce(x, self.pattern, self.reduction, **self.axes_lengths)
