# einops.pack and unpack: tensors of several shapes as one, along the dimension that the pattern writes as `*`.
import torch


def _place(pattern):
    axes = pattern.split()
    at = axes.index('*')
    return at, len(axes) - at - 1


def _count(sizes):
    count = 1
    for size in sizes:
        count = count * size
    return count


def pack(tensors, pattern):
    at, behind = _place(pattern)
    parts, shapes = [], []
    for tensor in tensors:
        shape = tuple(tensor.shape)
        end = len(shape) - behind
        shapes.append(shape[at:end])
        parts.append(tensor.reshape(shape[:at] + (_count(shape[at:end]),) + shape[end:]))
    return torch.cat(parts, dim=at), shapes


def unpack(tensor, packed_shapes, pattern):
    at, _ = _place(pattern)
    shape = tuple(tensor.shape)
    counts = [_count(each) for each in packed_shapes]
    open_at = [i for i, each in enumerate(counts) if each < 0]
    if open_at:
        counts[open_at[0]] = shape[at] - sum(each for each in counts if each >= 0)
    parts = torch.split(tensor, counts, dim=at)
    return [part.reshape(shape[:at] + (tuple(each) if -1 not in tuple(each) else (count,)) + shape[at + 1:])
            for part, each, count in zip(parts, packed_shapes, counts)]
