# Values that torch makes of others: limits of number types, where those of float32 and int64 stand for all, and tensors of
# arrays.
from numpy import ndarray
from torch import tensor


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
    return tensor(array.tolist()) if isinstance(array, ndarray) else array
