# Helpers of timm that model files import.
from torch.nn import Module


def to_1tuple(x):
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


def to_2tuple(x):
    return tuple(x) if isinstance(x, (tuple, list)) else (x, x)


def to_3tuple(x):
    return tuple(x) if isinstance(x, (tuple, list)) else (x, x, x)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    return tensor


def lecun_normal_(tensor):
    return tensor


def make_divisible(v, divisor=8, min_value=None, round_limit=0.9):
    min_value = min_value or divisor
    new_v = max(min_value, int(v + divisor / 2) // divisor * divisor)
    if new_v < round_limit * v:
        new_v += divisor
    return new_v


class DropPath(Module):
    def __init__(self, drop_prob=0.0, scale_by_keep=True):
        super().__init__()
        self.drop_prob = drop_prob


def register_model(function):
    return function
