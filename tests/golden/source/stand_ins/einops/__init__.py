# A small einops of our own, enough to run the sources here under PyTorch (make_truth.py).
import math

import torch


def parse(side):
    """'b (h w) 1' -> [['b'], ['h', 'w'], ['1']]"""
    axes, group = [], None
    for token in side.replace('(', ' ( ').replace(')', ' ) ').split():
        if token == '(':
            group = []
        elif token == ')':
            axes.append(group)
            group = None
        elif group is not None:
            group.append(token)
        else:
            axes.append([token])
    return axes


def with_dots(axes, rank):
    """Writes '...' out as axes of their own."""
    if ['...'] not in axes:
        return axes
    at = axes.index(['...'])
    return axes[:at] + [[f'.{i}'] for i in range(rank - len(axes) + 1)] + axes[at + 1:]


def transform(tensor, pattern, reduction=None, **sizes):
    left, right = (parse(side) for side in pattern.split('->'))
    dots = tensor.dim() - len(left) + 1
    left = with_dots(left, tensor.dim())
    right = with_dots(right, len(right) + dots - 1)
    sizes = {**sizes, '1': 1}
    for axes, size in zip(left, tensor.shape):
        missing = [axis for axis in axes if axis not in sizes]
        assert len(missing) <= 1, pattern
        for axis in missing:
            sizes[axis] = size // math.prod(sizes[other] for other in axes if other != axis)
        assert math.prod(sizes[axis] for axis in axes) == size, pattern
    flat = [axis for axes in left for axis in axes if axis != '1']
    wanted = [axis for axes in right for axis in axes if axis != '1']
    tensor = tensor.reshape([sizes[axis] for axis in flat])
    reduced = [axis for axis in flat if axis not in wanted]
    if reduced:
        dims = [flat.index(axis) for axis in reduced]
        tensor = {'mean': torch.mean, 'sum': torch.sum, 'max': torch.amax, 'min': torch.amin}[reduction](tensor, dims)
        flat = [axis for axis in flat if axis in wanted]
    for axis in wanted:
        if axis not in flat:
            tensor = tensor.unsqueeze(-1).expand(*tensor.shape, sizes[axis])
            flat.append(axis)
    tensor = tensor.permute([flat.index(axis) for axis in wanted])
    return tensor.reshape([math.prod(sizes[axis] for axis in axes) for axes in right])


def rearrange(tensor, pattern, **sizes):
    return transform(torch.stack(tensor) if isinstance(tensor, list) else tensor, pattern, **sizes)


def repeat(tensor, pattern, **sizes):
    return transform(tensor, pattern, **sizes)


def reduce(tensor, pattern, reduction, **sizes):
    return transform(tensor, pattern, reduction, **sizes)
