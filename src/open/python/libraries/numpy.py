# The functions of numpy that model definitions compute sizes and rates with: arrays of one dimension with their
# numbers; those of more dimensions are tensors of torch without them.
import math
import torch


class Array:
    def __init__(self, items):
        self.items = list(items)

    def __getattr__(self, name):
        return method_that_is_not_known

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return self.items

    def __getitem__(self, index):
        part = self.items[index]
        return Array(part) if isinstance(part, list) else part

    def __setitem__(self, index, value):
        self.items[index] = value

    def _each(self, function):
        return Array([function(item) for item in self.items])

    def _with(self, other, function):
        if isinstance(other, Array):
            return Array([function(a, b) for a, b in zip(self.items, other.items)])
        return Array([function(item, other) for item in self.items])

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._with(other, lambda a, b: a / b)

    def __rtruediv__(self, other):
        return self._with(other, lambda a, b: b / a)

    def __floordiv__(self, other):
        return self._with(other, lambda a, b: a // b)

    def __mod__(self, other):
        return self._with(other, lambda a, b: a % b)

    def __pow__(self, other):
        return self._with(other, lambda a, b: a ** b)

    def __rpow__(self, other):
        return self._with(other, lambda a, b: b ** a)

    def __neg__(self):
        return self._each(lambda a: -a)

    @property
    def shape(self):
        return (len(self.items),)

    @property
    def size(self):
        return len(self.items)

    def astype(self, kind, **kwargs):
        return self._each(float if kind is float else int if kind is int else kind)

    def tolist(self):
        return list(self.items)

    def max(self, *args, **kwargs):
        return max(self.items)

    def min(self, *args, **kwargs):
        return min(self.items)

    def sum(self, *args, **kwargs):
        return sum(self.items)

    def prod(self, *args, **kwargs):
        return prod(self)

    def mean(self, *args, **kwargs):
        return sum(self.items) / len(self.items)

    def copy(self):
        return Array(self.items)


ndarray = Array
newaxis = None


def array(items, *args, **kwargs):
    if isinstance(items, (list, tuple, range)) and all([isinstance(item, (int, float)) for item in items]):
        return Array(items)
    return items if isinstance(items, Array) else torch.tensor(items)


asarray = array


def _applied(function, x):
    return Array([function(item) for item in x]) if isinstance(x, (Array, list, tuple)) else function(x)


def round(x, decimals=0, **kwargs):
    return _applied(lambda item: float(_round(item, decimals)), x)


def _round(item, decimals):
    scale = 10 ** decimals
    low = math.floor(item * scale)
    rest = item * scale - low
    if rest > 0.5 or (rest == 0.5 and low % 2 == 1):
        low += 1
    return low / scale


around = rint = round


def log(x, **kwargs):
    return _applied(math.log, x)


def log2(x, **kwargs):
    return _applied(math.log2, x)


def exp(x, **kwargs):
    return _applied(math.exp, x)


def sqrt(x, **kwargs):
    return _applied(math.sqrt, x)


def ceil(x, **kwargs):
    return _applied(lambda item: float(math.ceil(item)), x)


def floor(x, **kwargs):
    return _applied(lambda item: float(math.floor(item)), x)


def abs(x, **kwargs):
    return _applied(lambda item: -item if item < 0 else item, x)


def add(a, b):
    return a + b


def subtract(a, b):
    return a - b


def multiply(a, b):
    return a * b


def divide(a, b):
    return a / b


def power(a, b):
    return a ** b


def max(x, axis=None, **kwargs):
    if axis is not None:
        return reduction_that_is_not_known
    return _largest(list(x))


def min(x, axis=None, **kwargs):
    if axis is not None:
        return reduction_that_is_not_known
    return -_largest([-item for item in x])


def _largest(items):
    largest = items[0]
    for item in items:
        largest = item if item > largest else largest
    return largest


def sum(x, axis=None, **kwargs):
    if axis is not None:
        return reduction_that_is_not_known
    total = 0
    for item in x:
        total = total + item
    return total


def prod(x, axis=None, **kwargs):
    if axis is not None:
        return reduction_that_is_not_known
    total = 1
    for item in x:
        total = total * item
    return total


def mean(x, axis=None, **kwargs):
    if axis is not None:
        return reduction_that_is_not_known
    return sum(x) / len(x)


def unique(x, return_counts=False, **kwargs):
    items = sorted(set(list(x)))
    if not return_counts:
        return Array(items)
    return Array(items), Array([len([each for each in x if each == item]) for item in items])


def concatenate(arrays, axis=0, **kwargs):
    if any([not isinstance(each, (Array, list)) for each in arrays]):
        return array_of_more_dimensions
    return Array([item for each in arrays for item in each])


def append(a, b, **kwargs):
    return Array(list(a) + list(b))


def arange(start=None, stop=None, step=1, dtype=None, **kwargs):
    if stop is None:
        start, stop = 0, start
    if start is None:
        start = 0
    if isinstance(step, int) and isinstance(start, int) and isinstance(stop, int):
        return Array(range(start, stop, step))
    return Array([start + step * i for i in range(math.ceil((stop - start) / step))])


def _filled(shape, value):
    if isinstance(shape, (tuple, list)):
        return Array([value] * shape[0]) if len(shape) == 1 else torch.zeros(shape)
    return Array([value] * shape)


def ones(shape, *args, **kwargs):
    return _filled(shape, 1.0)


def zeros(shape, *args, **kwargs):
    return _filled(shape, 0.0)


def full(shape, fill_value, *args, **kwargs):
    return _filled(shape, fill_value)


def eye(n, m=None, **kwargs):
    return torch.zeros((n, n if m is None else m))


def triu(m, k=0):
    return m


def tril(m, k=0):
    return m


def linspace(start, stop, num=50, **kwargs):
    if num == 1:
        return Array([float(start)])
    step = (stop - start) / (num - 1)
    return Array([start + step * i for i in range(num - 1)] + [float(stop)])


def cumsum(items, **kwargs):
    sums = []
    total = 0
    for item in items:
        total += item
        sums.append(total)
    return Array(sums)


def argsort(x, axis=-1, kind=None, **kwargs):
    items = list(x)
    if any([isinstance(item, (Array, list, tuple)) for item in items]):
        return array_of_more_dimensions
    return Array(sorted(range(len(items)), key=lambda index: items[index]))
