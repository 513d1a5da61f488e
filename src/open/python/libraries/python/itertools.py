# Iterators.


def chain(*iterables):
    for each in iterables:
        yield from each


def _chain_from_iterable(iterables):
    return chain(*iterables)


chain.from_iterable = _chain_from_iterable


def combinations(iterable, r):
    items = tuple(iterable)
    if r == 0:
        return iter([()])
    return iter([(items[i],) + rest for i in range(len(items)) for rest in combinations(items[i + 1:], r - 1)])


def permutations(iterable, r=None):
    items = tuple(iterable)
    r = len(items) if r is None else r
    if r == 0:
        return iter([()])
    return iter([(items[i],) + rest for i in range(len(items)) for rest in permutations(items[:i] + items[i + 1:], r - 1)])


def accumulate(iterable, func=None, *, initial=None):
    is_first, total = initial is None, initial
    if not is_first:
        yield total
    for item in iterable:
        total = item if is_first else total + item if func is None else func(total, item)
        is_first = False
        yield total


def islice(iterable, *bounds):
    if isinstance(iterable, (list, tuple, str)):
        return iter(list(iterable)[slice(*bounds)])
    return _some_of(iterable, slice(*bounds))


def _some_of(iterable, part):
    wanted, step = part.start or 0, part.step or 1
    if part.stop is not None and part.stop <= 0:
        return
    for i, item in enumerate(iterable):
        if i == wanted:
            yield item
            wanted += step
        if part.stop is not None and i + 1 >= part.stop:
            return


def groupby(iterable, key=None):
    group, last = [], None
    for item in iterable:
        value = item if key is None else key(item)
        if group and value != last:
            yield last, iter(group)
            group = []
        group.append(item)
        last = value
    if group:
        yield last, iter(group)


def zip_longest(*iterables, fillvalue=None):
    lists = [list(each) for each in iterables]
    count = max([len(each) for each in lists], default=0)
    return zip(*[each + [fillvalue] * (count - len(each)) for each in lists])


def starmap(function, iterable):
    return iter([function(*each) for each in iterable])


def tee(iterable, n=2):
    items = list(iterable)
    return tuple([iter(items) for _ in range(n)])


def pairwise(iterable):
    items = list(iterable)
    return zip(items, items[1:])


def count(start=0, step=1):
    while True:
        yield start
        start += step


def cycle(iterable):
    items = list(iterable)
    while items:
        yield from items
