# Arrays of numpy: those of one dimension with their numbers; of the others, a tensor of torch stands for the shape.
import math
import torch


def tensor_of(x):
    if isinstance(x, Array):
        return x.items if isinstance(x.items, torch.Tensor) else torch.zeros(len(x.items))
    return x if isinstance(x, torch.Tensor) else torch.tensor(x)


def has_numbers(x):
    return isinstance(x, Array) and not isinstance(x.items, torch.Tensor)


def array_of(tensor):
    return Array(tensor) if tensor.ndim > 0 else number_of_an_array


def are_numbers(items):
    return isinstance(items, (list, tuple, range)) and all([isinstance(item, (int, float)) for item in items])


def as_array(x):
    return x if isinstance(x, Array) else Array(x) if are_numbers(x) or isinstance(x, torch.Tensor) else Array(tensor_of(x))


def divided(a, b):
    """Arrays hold infinities and no numbers where Python raises."""
    if b != 0:
        return a / b
    return math.nan if a == 0 else math.inf if a > 0 else -math.inf


def rest_of(a, b):
    return a % b if b != 0 else math.nan


def raised(a, b):
    if a == 0 and b < 0:
        return math.inf
    return math.nan if a < 0 and b != math.floor(b) else a ** b


class Array:
    def __init__(self, items):
        self.items = items if isinstance(items, torch.Tensor) else list(items)

    def __getattr__(self, name):
        return method_that_is_not_known

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return self.items if has_numbers(self) else [self[i] for i in range(len(self))]

    def __getitem__(self, index):
        if isinstance(index, Array):
            index = index.items if has_numbers(index) else index_that_is_not_known
        if has_numbers(self) and isinstance(index, list):
            if index and isinstance(index[0], bool):
                return Array([item for item, is_kept in zip(self.items, index) if is_kept])
            return Array([self.items[i] for i in index])
        if has_numbers(self) and not isinstance(index, tuple) and index is not None:
            part = self.items[index]
            return Array(part) if isinstance(part, list) else part
        if isinstance(index, tuple):
            index = tuple([part.items if has_numbers(part) else part for part in index])
        return array_of(tensor_of(self)[index])

    def __setitem__(self, index, value):
        if has_numbers(self) and isinstance(index, int):
            self.items[index] = value
        else:
            self.items = tensor_of(self)

    def _each(self, function):
        return Array([function(item) for item in self.items]) if has_numbers(self) else Array(self.items)

    def _with(self, other, function):
        if isinstance(other, torch.Tensor):
            return tensor_of(self) + other
        if isinstance(other, (list, tuple)):
            other = as_array(other)
        if not isinstance(other, Array):
            return self._each(lambda item: function(item, other))
        if has_numbers(self) and has_numbers(other) and len(self) == len(other):
            return Array([function(a, b) for a, b in zip(self.items, other.items)])
        return Array(tensor_of(self) + tensor_of(other))

    def _becomes(self, other):
        self.items = other.items
        return self

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __iadd__(self, other):
        return self._becomes(self + other)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return self._with(other, lambda a, b: b - a)

    def __isub__(self, other):
        return self._becomes(self - other)

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __imul__(self, other):
        return self._becomes(self * other)

    def __truediv__(self, other):
        return self._with(other, divided)

    def __rtruediv__(self, other):
        return self._with(other, lambda a, b: divided(b, a))

    def __itruediv__(self, other):
        return self._becomes(self / other)

    def __floordiv__(self, other):
        return self._with(other, lambda a, b: a // b if b != 0 else math.nan)

    def __mod__(self, other):
        return self._with(other, rest_of)

    def __pow__(self, other):
        return self._with(other, raised)

    def __rpow__(self, other):
        return self._with(other, lambda a, b: raised(b, a))

    def __rfloordiv__(self, other):
        return self._with(other, lambda a, b: b // a if a != 0 else math.nan)

    def __rmod__(self, other):
        return self._with(other, lambda a, b: rest_of(b, a))

    def __neg__(self):
        return self._each(lambda a: -a)

    def __abs__(self):
        return self._each(lambda a: -a if a < 0 else a)

    def __invert__(self):
        return self._each(lambda a: not a if isinstance(a, bool) else -a - 1)

    def __and__(self, other):
        return self._with(other, lambda a, b: a & b)

    def __or__(self, other):
        return self._with(other, lambda a, b: a | b)

    def __matmul__(self, other):
        return array_of(tensor_of(self) @ tensor_of(other))

    dot = __matmul__

    def __lt__(self, other):
        return self._with(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._with(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._with(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._with(other, lambda a, b: a >= b)

    def __eq__(self, other):
        return self._with(other, lambda a, b: a == b)

    def __ne__(self, other):
        return self._with(other, lambda a, b: a != b)

    @property
    def shape(self):
        return (len(self.items),) if has_numbers(self) else tuple(self.items.shape)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        size = 1
        for length in self.shape:
            size = size * length
        return size

    @property
    def T(self):
        return self.transpose()

    def transpose(self, *axes):
        if axes and not isinstance(axes[0], int):
            axes = axes[0] or ()
        return self if has_numbers(self) else Array(self.items.permute(*(axes or reversed(range(self.ndim)))))

    def swapaxes(self, a, b):
        return Array(tensor_of(self).transpose(a, b))

    def reshape(self, *shape, **kwargs):
        return Array(tensor_of(self).reshape(*shape))

    def flatten(self, *args):
        return Array(self.items) if has_numbers(self) else Array(self.items.flatten())

    ravel = flatten

    def squeeze(self, *axes):
        return self if has_numbers(self) else array_of(self.items.squeeze(*axes))

    def repeat(self, repeats, axis=None):
        if not isinstance(repeats, int):
            return repeats_that_are_not_known
        if has_numbers(self):
            return Array([item for item in self.items for _ in range(repeats)])
        tensor = self.items.flatten() if axis is None else self.items
        return Array(torch.cat([tensor] * repeats, axis or 0))

    def astype(self, kind, **kwargs):
        if kind is int or kind in ("int", "int32", "int64", "long"):
            return self._each(lambda item: int(item) if item - item == 0 else number_of_an_array)
        return self._each(kind if kind in (float, bool) else lambda item: item)

    def tolist(self):
        return list(self.items) if has_numbers(self) else numbers_of_an_array

    def item(self):
        return self.items[0] if has_numbers(self) and len(self.items) == 1 else number_of_an_array

    def copy(self):
        return Array(self.items)

    def clip(self, *args, **kwargs):
        return clip(self, *args, **kwargs)

    def max(self, axis=None, keepdims=False, **kwargs):
        return reduced(largest, self, axis, keepdims)

    def min(self, axis=None, keepdims=False, **kwargs):
        return reduced(smallest, self, axis, keepdims)

    def sum(self, axis=None, keepdims=False, **kwargs):
        return reduced(total, self, axis, keepdims)

    def prod(self, axis=None, keepdims=False, **kwargs):
        return reduced(product, self, axis, keepdims)

    def mean(self, axis=None, keepdims=False, **kwargs):
        return reduced(average, self, axis, keepdims)

    def std(self, axis=None, keepdims=False, **kwargs):
        return reduced(None, self, axis, keepdims)

    var = std


def reduced(function, x, axis=None, keepdims=False):
    """A number of all, or an array of those along an axis."""
    x = as_array(x)
    if has_numbers(x) and function is not None and not keepdims and axis in (None, 0, -1):
        return function(x.items)
    return number_of_an_array if axis is None else array_of(x.items.sum(axis, keepdim=keepdims))


def largest(items):
    found = items[0]
    for item in items:
        found = item if item > found else found
    return found


def smallest(items):
    return -largest([-item for item in items])


def total(items):
    found = 0
    for item in items:
        found = found + item
    return found


def product(items):
    found = 1
    for item in items:
        found = found * item
    return found


def average(items):
    return total(items) / len(items)


def clip(x, a_min=None, a_max=None, **kwargs):
    def between(item):
        item = a_min if a_min is not None and item < a_min else item
        return a_max if a_max is not None and item > a_max else item
    return as_array(x)._each(between) if isinstance(x, (Array, list, tuple)) else between(x)
