# Values that torch makes of others: limits of number types, where those of float32 and int64 stand for all, tensors of
# arrays, and functions of torch that others compute.
import torch
from torch import cat, tensor, zeros
from torch.version import __version__


class finfo:
    max = 3.4028234663852886e+38
    min = -3.4028234663852886e+38
    eps = 1.1920928955078125e-07
    tiny = 1.1754943508222875e-38

    def __init__(self, dtype=None):
        pass


class iinfo:
    max = 2 ** 63 - 1
    min = -2 ** 63

    def __init__(self, dtype=None):
        pass


def from_numpy(array):
    from numpy import ndarray
    return tensor(array.items) if isinstance(array, ndarray) else array


def hann_window(window_length, *args, **kwargs):
    return zeros(window_length)


hamming_window = blackman_window = bartlett_window = kaiser_window = hann_window


def hstack(tensors):
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(tensors):
    return cat([each.unsqueeze(0) if each.ndim == 1 else each for each in tensors], 0)


def broadcast_to(input, size):
    return input.expand(size)


def var_mean(input, dim=None, keepdim=False, **kwargs):
    return input.var(dim, keepdim=keepdim), input.mean(dim, keepdim=keepdim)


def complex(real, imag):
    return torch._made(real, imag, "complex", tuple(real.shape))


def tensordot(a, b, dims=2):
    if isinstance(dims, int):
        dims = list(range(a.ndim - dims, a.ndim)), list(range(dims))
    of_a, of_b = ([dim % each.ndim for dim in own] for each, own in zip((a, b), dims))
    free_a = [dim for dim in range(a.ndim) if dim not in of_a]
    free_b = [dim for dim in range(b.ndim) if dim not in of_b]
    sizes = [a.shape[dim] for dim in free_a] + [b.shape[dim] for dim in free_b]
    shared = 1
    for dim in of_a:
        shared = shared * a.shape[dim]
    left = a.permute(*free_a, *of_a).reshape(-1, shared)
    return (left @ b.permute(*of_b, *free_b).reshape(shared, -1)).reshape(sizes)


def cdist(x1, x2, p=2.0, **kwargs):
    if x1.ndim < 2 or x2.ndim < 2 or x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError("X1 and X2 must have the same number of columns")
    return torch._made(x1, x2, "cdist", tuple(x1.shape[:-1]) + (x2.shape[-2],))


def scalar_tensor(s, **kwargs):
    return tensor(s)


def are_deterministic_algorithms_enabled():
    return False


def is_deterministic_algorithms_warn_only_enabled():
    return False


# Layouts of tensors, all of which are strided here.
strided = "torch.strided"
sparse_coo = "torch.sparse_coo"
sparse_csr = "torch.sparse_csr"
sparse_csc = "torch.sparse_csc"
sparse_bsr = "torch.sparse_bsr"
sparse_bsc = "torch.sparse_bsc"
