# The few functions of numpy that model definitions compute sizes and rates with: arrays of one dimension.


class Array:
    def __init__(self, items):
        self.items = list(items)

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return self.items

    def __getitem__(self, index):
        part = self.items[index]
        return Array(part) if isinstance(part, list) else part

    def tolist(self):
        return list(self.items)

    def __mul__(self, other):
        return Array([item * other for item in self.items])

    __rmul__ = __mul__

    def __add__(self, other):
        return Array([item + other for item in self.items])

    __radd__ = __add__

    def __truediv__(self, other):
        return Array([item / other for item in self.items])


def ones(shape, dtype=None):
    return Array([1.0] * shape)


def zeros(shape, dtype=None):
    return Array([0.0] * shape)


def linspace(start, stop, num=50):
    if num == 1:
        return Array([float(start)])
    step = (stop - start) / (num - 1)
    return Array([start + step * i for i in range(num - 1)] + [float(stop)])


def cumsum(items):
    sums = []
    total = 0
    for item in items:
        total += item
        sums.append(total)
    return Array(sums)
