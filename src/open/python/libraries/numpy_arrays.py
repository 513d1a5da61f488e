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
