# Operators as functions.


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


def truediv(a, b):
    return a / b


def floordiv(a, b):
    return a // b


def mod(a, b):
    return a % b


def neg(a):
    return -a


def getitem(a, b):
    return a[b]


def itemgetter(*keys):
    if len(keys) == 1:
        return lambda x: x[keys[0]]
    return lambda x: tuple([x[key] for key in keys])


def attrgetter(name):
    return lambda x: getattr(x, name)
