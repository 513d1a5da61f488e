# The functions of numpy that model definitions compute sizes, rates and tables with.
import math
import torch
from _arrays import (Array, array_of, as_array, average, clip, divided, has_numbers, largest, product, reduced, smallest,
                     tensor_of, total)

ndarray = Array
newaxis = None
float = float64 = double = float_ = float
int = int_ = int8 = int16 = int32 = int64 = uint8 = int
bool = bool_ = bool


def float32(x=0.0):
    return float(x) if x == math.floor(x) else number_in_single_precision


float16 = single = float32


def array(items, dtype=None, *args, **kwargs):
    if isinstance(items, (int, float)):
        return items
    made = Array(as_array(items).items)
    return made.astype(int) if dtype is int else made


asarray = ascontiguousarray = array


def _applied(function, x):
    return as_array(x)._each(function) if isinstance(x, (Array, list, tuple)) else function(x)


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


def _logarithm(function):
    def of(item):
        return function(item) if item > 0 else math.nan if item < 0 else -math.inf
    return lambda x, **kwargs: _applied(of, x)


log, log2, log10 = _logarithm(math.log), _logarithm(math.log2), _logarithm(math.log10)


def exp(x, **kwargs):
    return _applied(lambda item: math.exp(item) if item < 709 else math.inf, x)


def sqrt(x, **kwargs):
    return _applied(lambda item: math.sqrt(item) if item >= 0 else math.nan, x)


def sin(x, **kwargs):
    return _applied(math.sin, x)


def cos(x, **kwargs):
    return _applied(math.cos, x)


def tanh(x, **kwargs):
    return _applied(math.tanh, x)


def ceil(x, **kwargs):
    return _applied(lambda item: float(math.ceil(item)), x)


def floor(x, **kwargs):
    return _applied(lambda item: float(math.floor(item)), x)


def abs(x, **kwargs):
    return _applied(lambda item: -item if item < 0 else item, x)


absolute = abs


def square(x, **kwargs):
    return _applied(lambda item: item * item, x)


def sign(x, **kwargs):
    return _applied(lambda item: (item > 0) - (item < 0), x)


def add(a, b):
    return a + b


def subtract(a, b):
    return a - b


def multiply(a, b):
    return a * b


def divide(a, b):
    return as_array(a) / b if isinstance(a, (Array, list, tuple)) or isinstance(b, Array) else divided(a, b)


def power(a, b):
    return a ** b


def mod(a, b):
    return a % b


def gcd(a, b):
    return _either(a, b, math.gcd)


def lcm(a, b):
    return _either(a, b, lambda a, b: a * b // math.gcd(a, b) if a and b else 0)


def _either(a, b, function):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return function(a, b)
    return as_array(a)._with(b, function) if not isinstance(a, (int, float)) else as_array(b)._with(a, function)


def maximum(a, b):
    return _either(a, b, lambda a, b: a if a > b else b)


def minimum(a, b):
    return _either(a, b, lambda a, b: a if a < b else b)


def max(x, axis=None, keepdims=False, **kwargs):
    return reduced(largest, x, axis, keepdims)


def min(x, axis=None, keepdims=False, **kwargs):
    return reduced(smallest, x, axis, keepdims)


amax, amin = max, min


def sum(x, axis=None, keepdims=False, **kwargs):
    return reduced(total, x, axis, keepdims)


def prod(x, axis=None, keepdims=False, **kwargs):
    return x if isinstance(x, (int, float)) else reduced(product, x, axis, keepdims)


def mean(x, axis=None, keepdims=False, **kwargs):
    return reduced(average, x, axis, keepdims)


def std(x, axis=None, keepdims=False, **kwargs):
    return reduced(None, x, axis, keepdims)


var = std


def unique(x, return_counts=False, **kwargs):
    items = sorted(set(list(x)))
    if not return_counts:
        return Array(items)
    return Array(items), Array([len([each for each in x if each == item]) for item in items])


def concatenate(arrays, axis=0, **kwargs):
    arrays = [as_array(each) for each in arrays]
    if all([has_numbers(each) for each in arrays]):
        return Array([item for each in arrays for item in each.items])
    return Array(torch.cat([tensor_of(each) for each in arrays], axis))


def append(a, b, axis=None):
    return concatenate([a, b], axis) if axis is not None else Array(list(a) + list(b))


def stack(arrays, axis=0, **kwargs):
    return Array(torch.stack([tensor_of(each) for each in arrays], axis))


def vstack(arrays, **kwargs):
    return Array(torch.vstack([tensor_of(each) for each in arrays]))


def hstack(arrays, **kwargs):
    arrays = [as_array(each) for each in arrays]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def expand_dims(x, axis):
    return Array(tensor_of(x).unsqueeze(axis))


def squeeze(x, *axes):
    return as_array(x).squeeze(*axes)


def transpose(x, axes=None):
    return as_array(x).transpose(*(axes or ()))


def reshape(x, shape, **kwargs):
    return as_array(x).reshape(shape)


def ravel(x):
    return as_array(x).ravel()


def repeat(x, repeats, axis=None):
    return Array([x] * repeats) if isinstance(x, (int, float)) else as_array(x).repeat(repeats, axis)


def tile(x, reps):
    x = as_array(x)
    reps = [reps] if isinstance(reps, int) else list(reps)
    if has_numbers(x) and len(reps) == 1:
        return Array(x.items * reps[0])
    return Array(tensor_of(x).repeat(*([1] * (x.ndim - len(reps)) + reps)))


def meshgrid(*arrays, indexing="xy", **kwargs):
    sizes = [len(each) for each in arrays]
    if indexing == "xy" and len(sizes) > 1:
        sizes = [sizes[1], sizes[0]] + sizes[2:]
    return [Array(torch.zeros(sizes)) for _ in arrays]


def _count_of(part):
    return len(range(part.start or 0, part.stop, part.step or 1))


class _OpenGrid:
    def __getitem__(self, parts):
        if not isinstance(parts, tuple):
            return arange(parts.start, parts.stop, parts.step or 1)
        sizes = [_count_of(part) for part in parts]
        return [Array(torch.zeros([size if at == i else 1 for at in range(len(sizes))])) for i, size in enumerate(sizes)]


class _FullGrid:
    def __getitem__(self, parts):
        if not isinstance(parts, tuple):
            return arange(parts.start, parts.stop, parts.step or 1)
        return Array(torch.zeros([len(parts)] + [_count_of(part) for part in parts]))


ogrid, mgrid = _OpenGrid(), _FullGrid()


def arange(start=None, stop=None, step=1, dtype=None, **kwargs):
    if stop is None:
        start, stop = 0, start
    if start is None:
        start = 0
    if isinstance(step, int) and isinstance(start, int) and isinstance(stop, int):
        return Array(range(start, stop, step))
    return Array([start + step * i for i in range(math.ceil((stop - start) / step))])


def _filled(shape, value):
    if isinstance(shape, (tuple, list)) and len(shape) != 1:
        return Array(torch.zeros(shape))
    return Array([value] * (shape[0] if isinstance(shape, (tuple, list)) else shape))


def ones(shape, *args, **kwargs):
    return _filled(shape, 1.0)


def zeros(shape, *args, **kwargs):
    return _filled(shape, 0.0)


def full(shape, fill_value, *args, **kwargs):
    return _filled(shape, fill_value)


def empty(shape, *args, **kwargs):
    return Array(torch.zeros(shape))


def ones_like(x, **kwargs):
    return as_array(x)._each(lambda item: 1.0)


def zeros_like(x, **kwargs):
    return as_array(x)._each(lambda item: 0.0)


def eye(n, m=None, **kwargs):
    return Array(torch.zeros((n, n if m is None else m)))


identity = eye


def triu(m, k=0):
    return m


def tril(m, k=0):
    return m


def outer(a, b):
    return Array(torch.zeros(as_array(a).size, as_array(b).size))


def dot(a, b):
    return array_of(tensor_of(a) @ tensor_of(b))


matmul = dot


def einsum(equation, *arrays, **kwargs):
    return array_of(torch.einsum(equation, *[tensor_of(each) for each in arrays]))


def linspace(start, stop, num=50, **kwargs):
    if num == 1:
        return Array([float(start)])
    step = (stop - start) / (num - 1)
    return Array([start + step * i for i in range(num - 1)] + [float(stop)])


def cumsum(items, **kwargs):
    sums = []
    found = 0
    for item in items:
        found += item
        sums.append(found)
    return Array(sums)


def argsort(x, axis=-1, kind=None, **kwargs):
    x = as_array(x)
    return Array(sorted(range(len(x)), key=lambda index: x.items[index])) if has_numbers(x) else Array(x.items)


def _random(shape):
    return random_number if shape is None or shape == () else Array(torch.zeros(shape))


class _Random:
    def __getattr__(self, name):
        return function_of_random_numbers

    def seed(self, *args):
        pass

    def rand(self, *shape):
        return _random(shape)

    randn = rand

    def random(self, size=None):
        return _random(size)

    def uniform(self, low=0.0, high=1.0, size=None):
        return _random(size)

    normal = randint = uniform

    def permutation(self, x):
        return Array(torch.zeros(x if isinstance(x, int) else len(x)))


random = _Random()
