# einops's layers: they have no weights.
from torch.nn import Module


class Rearrange(Module):
    def __init__(self, pattern, **axes_lengths):
        super().__init__()


class Reduce(Module):
    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
