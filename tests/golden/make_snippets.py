# Writes snippets.json: Python snippets with what CPython prints and the exception that ends them.
#     make_snippets.py [SEED] [COUNT] [FILE]
# A snippet is a template whose holes @0, @1, ... are filled; the file keeps each template once.
import contextlib
import io
import json
import random
import re
import sys
import types

random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 3600
PATH = sys.argv[3] if len(sys.argv) > 3 else __file__.replace('make_snippets.py', 'snippets.json')


# What fills holes.

def one_of(*choices):
    return lambda: random.choice(choices)


def number(low, high):
    return lambda: str(random.randint(low, high))


small = number(0, 6)
integer = number(-20, 20)
divisor = number(-7, 7)
large = one_of('10**18', '2**62', '12345678901234567890', '-10**20', '2**64 - 1', '999999999999', '3**30')
real = lambda: str(round(random.uniform(-9, 9), random.randint(0, 3)))
scalar = lambda: random.choice([integer, small, real, one_of('True', 'False', '0', '0.5', '1e3', '1000000007')])()
letters = lambda most=8: ''.join(random.choice('abcxyzAB  _-.,0') for _ in range(random.randint(0, most)))
text = lambda: repr(letters())
word = lambda: repr(''.join(random.choice('abcd') for _ in range(random.randint(1, 4))))
integers = lambda: '[' + ', '.join(integer() for _ in range(random.randint(0, 6))) + ']'
some_integers = lambda: '[' + ', '.join(integer() for _ in range(random.randint(1, 6))) + ']'
mixed = lambda: '[' + ', '.join(random.choice([scalar(), '"x"', 'None', '(1, 2)', '[3]', '{}']) for _ in range(random.randint(0, 5))) + ']'
words = lambda: '[' + ', '.join(word() for _ in range(random.randint(0, 5))) + ']'
pairs = lambda: '{' + ', '.join(f'{word()}: {integer()}' for _ in range(random.randint(0, 4))) + '}'
bound = one_of('', '', '0', '1', '2', '3', '-1', '-2', '-5', '9')
cut = lambda: f'{bound()}:{bound()}' + random.choice(['', '', ':' + random.choice(['', '1', '2', '-1', '-2', '3'])])
order = one_of('<', '>', '==', '!=', '<=', '>=')
EXCEPTIONS = ['ValueError(3)', 'KeyError("k")', 'TypeError', 'RuntimeError("a", 1)', 'IndexError()', 'AttributeError("x")', 'ZeroDivisionError("z")']
raised = one_of(*EXCEPTIONS)
caught = one_of('ValueError', '(KeyError, TypeError)', 'Exception', 'LookupError', 'ArithmeticError')
value = lambda: random.choice([scalar, text, mixed, integers, pairs, one_of('None', '()', '(1,)', '(1, "a")', 'range(3)', 'set()', '{1}')])()


def pattern_part(depth):
    if depth > 0 and random.random() < .35:
        inside = '|'.join(''.join(pattern_part(depth - 1) for _ in range(random.randint(1, 2))) for _ in range(random.choice([1, 1, 2])))
        group = random.choice(['(%s)', '(%s)', '(?:%s)', '(?=%s)', '(?!%s)']) % inside
        # What may be empty is not repeated: no code does.
        may_be_empty = '(?=' in group or '(?!' in group or re.match(f'(?:{group})$', '')
        return group + random.choice(['', '?'] if may_be_empty else ['', '', '?', '+', '*'])
    one = random.choice(['a', 'b', 'c', 'x', 'A', '.', r'\d', r'\w', r'\s', r'\.', '[ab]', '[^a]', '[a-c0]', '[^\\s-]', '-', '_', r'\b', '^', '$'])
    return one if one in ('^', '$', r'\b') else one + random.choice(['', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,1}?', '{2,}'])


pattern = lambda: repr(''.join(pattern_part(2) for _ in range(random.randint(1, 4))))
searched = lambda: repr(''.join(random.choice('aabbccxyAB  _-.,01\n') for _ in range(random.randint(0, 14))))
flags = one_of('0', '0', 're.I', 're.M', 're.S', 're.I | re.M', 're.IGNORECASE | re.DOTALL')


def expression(depth=3):
    if depth == 0:
        return random.choice([scalar(), integer(), 'a', 'b'])
    a, b = (lambda: expression(depth - 1)), (lambda: expression(depth - 1))
    k = random.random()
    if k < .5:
        return f'({a()} {random.choice(["+", "-", "*", "//", "%", "/", "&", "|", "^"])} {b()})'
    if k < .53:
        return f'({random.randint(-9, 9)} ** {random.randint(-3, 9)})'
    if k < .56:
        return f'({random.randint(-9, 9)} << {random.randint(-1, 20)})'
    if k < .6:
        return f'(-{a()})'
    if k < .7:
        return f'({a()} if {b()} {order()} {a()} else {b()})'
    if k < .76:
        return f'int({a()})'
    if k < .82:
        return f'{random.choice(["max", "min"])}({a()}, {b()})'
    if k < .86:
        return f'round({a()})'
    if k < .9:
        return f'abs({a()})'
    if k < .95:
        return f'({a()} {random.choice(["and", "or"])} {b()})'
    return f'float({a()})'


# Templates: a text and what fills its holes; @0 is the first.

TEMPLATES = [
    # Numbers
    ('a, b = @0, @1\nprint(@2)', scalar, scalar, expression),
    ('a, b = @0, @1\nprint(@2)', scalar, scalar, expression),
    ('a, b = @0, @1\nprint(@2)', integer, integer, expression),
    ('a, b = @0, @1\nprint(repr(@2), str(@3))', scalar, scalar, lambda: expression(2), lambda: expression(2)),
    ('print(@0 // @1, @0 % @1, divmod(@0, @1), @0 / @1)', integer, divisor),
    ('print(@0 // @1, @0 % @1)', real, real),
    ('print(@0 @1 @2, -(@0), (@0) // 7, (@0) % 1000)', large, one_of('+', '-', '*', '//', '%'), large),
    ('print(@0 ** @1, pow(@0, 2), pow(@1, 3, 5))', number(-9, 9), number(0, 12)),
    ('print(round(@0), round(@0, @1), int(@0), abs(@0))', real, number(-1, 3)),
    ('print(round(@0), round(@1), round(@0 + @1))', one_of('0.5', '1.5', '2.5', '-0.5', '-1.5', '3.5'), one_of('0.5', '1.5', '2.5')),
    ('import math\nprint(math.@0(@1))', one_of('sqrt', 'floor', 'ceil', 'log2', 'exp', 'log', 'log10', 'trunc'), scalar),
    ('import math\nprint(math.gcd(@0, @1), math.prod([@0, 2, 3]), math.isclose(@0, @0), math.pow(2, 3))', integer, integer),
    ('import math\nprint(math.log(@0, @1), math.floor(-@0 / 2), math.ceil(@0 / @1))', number(1, 64), number(2, 5)),
    ('print(@0 @1 @2, @0 @1 @2 @3 @4)', scalar, order, scalar, order, scalar),
    ('print(int(@0), int("@1"), float("@2"), bool(@0))', real, integer, real),
    ('print(int("@0", @1))', one_of('101', '7f', 'zz', '12', '-11', '0x1f'), one_of('2', '16', '10', '36', '0')),
    ('print(@0 & @1, @0 | @1, @0 ^ @1, ~@0, @0 << @2, @0 >> @2)', integer, integer, small),
    ('print(0x1f, 0b101, 0o17, 1_000, 1e3, 1e-7, .5, 1e16, 1e22, 123456789.0, 1/3, 2**70, @0 / 3, @0 * 0.1)', integer),
    ('x = @0\nx @1= @2\nprint(x)', integer, one_of('+', '-', '*', '//', '%', '**', '/', '|', '&', '^'), small),
    ('print(hex(@0), bin(@0), oct(@0), chr(65 + @1), ord("@2"))', integer, small, one_of('a', 'Z', '0')),
    ('print(sum(@0), sum(@0, 10), max(@0, default=7), min(@0, default=-7))', integers),
    ('print((@0).is_integer(), (@1).bit_length(), float(@1), (7).real)', real, integer),
    ('print(True + @0, True == 1, 1.0 == 1, isinstance(True, int), not @0, @0 or "z", @0 and "z")', small),
    ('print(isinstance(@0, (int, float)), isinstance(@0, str), type(@0).__name__, type(@0) == int)', value),
    ('print(float("inf") > @0, -float("inf"), float("nan") == float("nan"), 1e308 * 10)', scalar),
    ('for v in (@0, @1, @2):\n    print(v, repr(v), str(v), f"{v}")', real, scalar, one_of('1e15', '1e17', '1.5e-5', '0.0001', '1e-5', '100000.0', '2.0')),
    # Text
    ('t = @0\nprint(t.@1())', text, one_of('upper', 'lower', 'strip', 'title', 'capitalize', 'split', 'lstrip', 'rstrip', 'swapcase', 'isdigit', 'isalpha', 'islower', 'isupper', 'isspace', 'isidentifier')),
    ('t = @0\nprint(t.split(@1), t.replace(@1, "Z"), t.startswith(@1), t.find(@1), t.count(@1))', text, one_of('"a"', '"b"', '" "', '"."', '"ab"', '"_"')),
    ('t = @0\nprint(t[@1], t[::-1], len(t), t * 2, repr(t), "a" in t)', text, cut),
    ('t = @0\nprint(t[@1])', text, number(-9, 9)),
    ('print(@0.join(@1), @0.join(str(i) for i in range(@2)))', one_of('""', '", "', '"-"'), words, small),
    ('print(@0 + @1, @0 < @1, @0 == @1, @0 * @2, max(@0, @1))', word, word, small),
    ('print(@0.rsplit("b", 1), @0.partition("c"), @0.rpartition("a"), @0.splitlines())', text),
    ('print("@0".strip("@1"), "@0".lstrip("@1"), "@0".rstrip("@1"), "@0".removeprefix("@1"), "@0".removesuffix("@1"))', one_of('abcba', 'aaab', 'xyx', '__a__', 'bba'), one_of('a', 'ab', 'b', '_')),
    ('print("@0".ljust(@1), "@0".rjust(@1, "*"), "@0".center(@1, "-"), "@0".zfill(@1), sep="|")', one_of('7', 'ab', '-42', ''), small),
    ('print("a\\tb\\n@0", r"a\\n", "q\\"", \'it"s\', "it\'s", """x\ny""", repr("a\\n\\\\\'"))', letters),
    ('print("@0" "@1", "x" f"{@2}" "y", ("a"\n    "b"))', one_of('a', 'b'), one_of('c', ''), integer),
    ('print("@0".index("@1"), "@0".rfind("@1"))', one_of('abcabc', 'xyz', 'aaa'), one_of('a', 'c', 'q', 'bc')),
    ('print(sorted(@0), "".join(sorted(@0)), list(@0), set(@0) == set(list(@0)), tuple(@0))', text),
    ('print("%s|%r|%d|%5d|%-5d|%05d" % (@0, @1, @2, @2, @2, @2))', value, text, integer),
    ('print("@0" % @1)', one_of('%d', '%5d', '%.2f', '%s', '%r', '%05.1f', '%x', '%e', '%-6s|', '%+d', '%g', '%i', '%%%d', '%o', '%X', '%.3s'), scalar),
    ('print("@0" % @1)', one_of('%s and %s', '%d-%d', '%(a)s', '%s', '%d%%', '%s %s %s'), one_of('(1, 2)', '{"a": 5}', '3', '("x", "y")', '(1, 2, 3)', '[1]', '(7,)')),
    ('print("@0".format(@1))', one_of('{:,}', '{:>10}', '{:<6}|', '{:^9}|', '{:.3f}', '{:05d}', '{:e}', '{:x}', '{:+}', '{0} {0}', '{}', '{!r}', '{:.2%}', '{:_}', '{:b}', '{:*^8}', '{:=+6d}', '{:g}'), scalar),
    ('print("@0".format(@1, @2, k=@1, d={"z": 3}, l=[4, 5]))', one_of('{} {}', '{1} {0}', '{k}', '{0}{k}', '{d[z]}', '{l[1]}', '{} {k!r:>5}', '{:{}}', '{{}} {}', '{2}', '{q}', '{0:>{1}}'), integer, small),
    ('print(format(@0, "@1"))', scalar, one_of('d', '.2f', '08.3f', '+.1e', 'g', 'b', '%', 'n', ',', '>12,.1f', '', '10', '<10', 'o', '#x', ' d', '.3g', '.0f')),
    ('a = @0\nprint(f"{a} {a!r} {a:>8} {a!s:<6}| {a=} {{a}}")', value),
    ('a, n = @0, @1\nprint(f"{a:{n}} {a:.{n}f} {a:>{n}.1f} {a + n} {a if a > 0 else -a}")', real, small),
    ('x = @0\nprint(f"{x:02d} {x:,} {x:+} {x * 1000:_} {x:x} {x:5}|{x:<5}|{x:^5}|")', integer),
    ('print(f"{@0!r:>6} {len(@1)} {@1[0] if @1 else None} {(lambda v: v * 2)(3)} {\'nested\'}")', word, integers),
    ('print(@0, @1, sep="@2", end="@3\\n")', value, value, one_of('', '-', ', '), one_of('', '!', '.')),
    ('print(repr(@0), str(@0), [@0], (@0,), {"k": @0})', value),
    # Lists and tuples
    ('x = @0\nprint(x[@1], len(x), x * 2, x + [1])', mixed, cut),
    ('x = @0\nprint(x[@1])', mixed, number(-6, 6)),
    ('x = @0\nprint(sorted(x), sorted(x, reverse=True), list(reversed(x)), x[::-1])\nprint(sorted(x, key=lambda v: -v * v))', integers),
    ('x = @0\nx.sort(key=@1)\nprint(x, x.sort(), x)', integers, one_of('abs', 'lambda v: v % 3', 'lambda v: (v % 2, -v)', 'None', 'str')),
    ('x = @0\nx.append(@1)\nx.insert(@2, 9)\nprint(x, x.pop(), x)\nx.extend((1, 2))\nx.reverse()\nprint(x.index(1), x.count(2))', integers, integer, number(-3, 5)),
    ('x = @0\ndel x[@1]\nprint(x)', integers, cut),
    ('x = @0\nx[@1] = @2\nprint(x)', integers, cut, integers),
    ('x = @0\nx[@1] = 5\nprint(x)\nx.remove(5)\nprint(x, x.pop(@2))', integers, number(-4, 4), number(-2, 2)),
    ('x = @0\nprint(all(x), any(x), @1 in x, not x, bool(x), x == list(x), x is x, x < @2, x and 1 or 2, x != @2)', integers, integer, integers),
    ('x = @0\ny = x\ny += [1]\nprint(x is y, x)\ny = y + [2]\nprint(x is y, x, y)\nz = x[:]\nz.append(0)\nprint(x)', mixed),
    ('x = [[0] * 2] * @0\nif x:\n    x[0][1] = @1\nprint(x)\ny = [[0] * 2 for _ in range(@0)]\ny[0][0] = 1\nprint(y)', small, integer),
    ('t = @0, @1\nprint(t, t[0], t + (1,), t * 2, (5,) < t, len(t), t == (@0, @1))\nt[0] = 1', scalar, scalar),
    ('a, b = @0\nprint(a, b)', one_of('1, 2', '(1, 2)', '[1, 2]', '"xy"', '1, 2, 3', '[1]', 'range(2)', '{"k": 1, "j": 2}', '5', 'map(str, [1, 2])')),
    ('a, *b = @0\nprint(a, b)\n*a, b = @1\nprint(a, b)', integers, integers),
    ('a, *b, c = @0\nprint(a, b, c)\n(a, b), c = (1, 2), @1\nprint(a, b, c)\n[x, (y, *z)] = 1, @1\nprint(x, y, z)', integers, some_integers),
    ('x = @0\nprint([*x, *range(2)], (*x, 1), [*"ab", *x], {*x} == set(x), {**{"a": 1}, **{"b": len(x)}})', integers),
    ('x = @0\ni = 0\ni, x[i] = 1, 9\nprint(i, x)\nx[0], x[-1] = x[-1], x[0]\nprint(x)', some_integers),
    ('x = @0\nprint(list(zip(x, "abc")), list(enumerate(x, 2)), dict(enumerate(x)), list(map(lambda a, b: a - b, x, range(3))))', integers),
    ('print(list(range(@0, @1, @2)), len(range(@0, @1)), range(@0)[-1:], @1 in range(@0, 9), range(@0) == range(0, @0))', number(-4, 5), number(-9, 9), one_of('1', '2', '-1', '-3', '0')),
    ('x = @0\nprint(list(filter(None, x)), list(filter(lambda v: v > 0, x)), max(x, key=abs), min(x, key=lambda v: v % 5))', integers),
    ('x = sorted(@0, key=lambda w: (len(w), w))\nprint(x, sorted(x, key=len, reverse=True), max(x, key=len), x.copy() is x)', words),
    ('s = slice(@0, @1)\nprint(s, s.start, s.stop, [0, 1, 2, 3, 4][s], "abcde"[s], (9, 8, 7)[s])', one_of('None', '1', '-2'), one_of('None', '3', '-1')),
    ('x = @0\nx.clear()\nprint(x, x == [], [] == (), [1] == [1.0], [1, [2]] == [1, [2]], (1, 2) < (1, 3), [2] > [1, 9])', integers),
    ('m = [[1, 2, 3], [4, 5, @0]]\nprint(list(zip(*m)), [list(r) for r in zip(*m)], [r[@1] for r in m], sum(m, []), [v for r in m for v in r])', integer, number(-2, 2)),
    ('x = list(@0)\nfor v in x[:]:\n    if v < 0:\n        x.remove(v)\nelse:\n    print("end")\nprint(x)', integers),
    # Dictionaries and sets
    ('d = @0\nprint(d, list(d.items()), d.get("a"), d.get("a", 0), "b" in d, len(d), list(d), sorted(d), d == dict(d))', pairs),
    ('d = @0\nd["a"] = @1\nd.update(z=3)\nprint(d.pop("a"), d.pop("q", None), d, sum(d.values()))\nprint(d["q"])', pairs, integer),
    ('d = {}\nfor w in @0:\n    d[w] = d.get(w, 0) + 1\n    d.setdefault("s", []).append(w)\nprint(d, max(d, key=lambda k: str(d[k])))', words),
    ('d = {k: v for k, v in zip("abcde", @0)}\nprint(d, {v: k for k, v in d.items()}, {**d, "a": 0}, d | {"b": 1}, list(reversed(d)))', integers),
    ('d = {1: "a", 1.0: "b", True: "c", @0: "d", (1, 2): "e"}\nprint(d, d[1], d.get((1, 2)))\ndel d[1]\nprint(d)\ndel d[1]', integer),
    ('d = dict(a=@0, b=2)\ne = d\ne["a"] += 1\nf = d.copy()\nf["a"] = 0\nprint(d, e is d, f)\nfor k in list(d):\n    del d[k]\nprint(d, bool(d), d.popitem())', integer),
    ('d = {}\nd[@0] = 1\nprint(d)', one_of('[1]', '(1, [2])', '{}', 'None', '"a"', '1.5', '(1, 2)', 'int', 'True')),
    ('s = set(@0)\nt = {1, 2, @1}\nprint(sorted(s | t), sorted(s & t), sorted(s - t), sorted(s ^ t), s <= t, @1 in s, len(s))', integers, integer),
    ('s = set()\nfor v in @0:\n    s.add(v % 3)\ns.discard(7)\nprint(sorted(s), s == {0, 1, 2}, s.issubset({0, 1, 2}), sorted(s.union([9])), frozenset(s) == s)\ns.remove(7)', integers),
    ('d = {"a": {"b": [1, {"c": @0}]}}\nprint(d["a"]["b"][1]["c"], d["a"]["b"][-2:])\nd["a"]["b"][1]["c"] *= 2\nd["a"]["x"] = d["a"].pop("b")\nprint(d, d["a"]["b"])', integer),
    ('for i, (k, v) in enumerate(sorted(@0.items(), key=lambda kv: -kv[1])):\n    print(i, k, v)', pairs),
    ('x, y = @0, @1\nprint(x == y, [k for k in x if k in y], {k: (x[k], y.get(k)) for k in x}, all(k in y for k in x))', pairs, pairs),
    ('d = dict([("a", 1), ("b", @0)])\nprint(dict.fromkeys("ab", 0), dict(d, c=3), d.keys() == {"a", "b"}, list(d.values())[@1])', integer, number(-3, 3)),
    # Functions
    ('def f(a, b=@0, *args, c=@1, **kw):\n    return a, b, args, c, kw\nprint(f(@2))', integer, integer, one_of('1', '1, 2', '1, 2, 3, 4', '1, c=2', '1, x=2, y=3', 'a=1, b=2', '*[1, 2, 3]', '**dict(a=1, z=2)', '1, a=2', '', '1, *[2], **{"d": 3}', '1, 2, *(), c=5', '*"abcd", k=1', '**{"a": 1}, **{"b": 2}', '1, b=2, *[3]')),
    ('def f(a, /, b, *, c=@0):\n    return [a, b, c]\nprint(f(@1))', integer, one_of('1, 2', '1, b=2', 'a=1, b=2', '1, 2, 3', '1, 2, c=3', '1, c=2')),
    ('def f(x, seen=[]):\n    seen.append(x)\n    return seen\nprint(f(@0), f(@1), f(1, []), f(2))', integer, word),
    ('def f(n=@0):\n    n += 1\n    return n\nn = 5\nprint(f(), f(n), n, f())', integer),
    ('def make(n):\n    total = n\n    def add(x):\n        nonlocal total\n        total += x\n        return total\n    return add\nf = make(@0)\ng = make(1)\nprint(f(1), f(@1), g(2))', integer, integer),
    ('g = [lambda: i for i in range(@0)]\nh = [lambda i=i: i for i in range(@0)]\nprint([f() for f in g], [f() for f in h])', small),
    ('x = @0\ndef f():\n    global x\n    x = x * 2\n    return x\ndef g():\n    x = 1\n    return x\nprint(f(), g(), x)', integer),
    ('x = @0\ndef f():\n    print(x)\n    x = 1\nf()', integer),
    ('def f(n):\n    return 1 if n < 2 else n * f(n - 1)\nprint(f(@0))', number(0, 30)),
    ('def fib(n, memo={}):\n    if n not in memo:\n        memo[n] = n if n < 2 else fib(n - 1) + fib(n - 2)\n    return memo[n]\nprint([fib(i) for i in range(@0)])', number(0, 12)),
    ('def twice(f):\n    def g(*a, **k):\n        return f(f(*a, **k))\n    g.n = 2\n    return g\n@twice\ndef h(v):\n    return v @0 3\nprint(h(@1), h.n, h.__name__)', one_of('+', '*', '-', '//'), integer),
    ('def scale(k):\n    def wrap(f):\n        return lambda *a: k * f(*a)\n    return wrap\n@scale(@0)\n@scale(2)\ndef f(a, b=1):\n    return a + b\nprint(f(1), f(@1, 2))', integer, integer),
    ('from functools import partial, reduce\nf = partial(lambda a, b, c=1: (a, b, c), @0)\nprint(f(2), f(2, c=3), partial(f, b=7)(), reduce(lambda a, b: a * b, @1, 1), f.args, partial(int, base=2)("11"))', integer, integers),
    ('from functools import wraps, lru_cache\ncalls = []\n@lru_cache(maxsize=None)\ndef f(n):\n    calls.append(n)\n    return n * 2\nprint(f(@0), f(@0), f(1), calls)', small),
    ('def f(*, a, b=2):\n    """Text."""\n    return a - b\nprint(f(a=@0), f(b=1, a=2), f.__name__, f.__doc__)\nprint(f(@0))', integer),
    ('f = lambda *a, k=@0, **kw: (a, k, kw)\nprint(f(), f(1, 2), f(k=3, z=4), (lambda: (yield_ := 3))(), (lambda x: lambda y: x - y)(5)(2))', integer),
    ('def f(a, b):\n    if a > b:\n        return "gt"\n    elif a == b:\n        return "eq"\n    print("lt", end=" ")\nprint(f(@0, @1))', integer, integer),
    ('def f(x):\n    def g():\n        return x\n    x = x + 1\n    return g\nprint(f(@0)(), (lambda f=f: f)()(1)())\ndef outer():\n    v = []\n    def inner(i):\n        v.append(i)\n        return v\n    return inner\no = outer()\no(1)\nprint(o(@0))', integer),
    ('from operator import add, mul, itemgetter, attrgetter\nprint(add(@0, 2), mul(3, @0), itemgetter(1)([5, 6]), sorted([(2, "a"), (1, "b")], key=itemgetter(0)))', integer),
    ('print((lambda a, b=2, *c: (a, b, c))(*@0))', integers),
    ('def f(**kw):\n    return kw\ndef g(*a, **k):\n    return f(n=len(a), **k)\nprint(g(1, 2, z=@0), g(*@1), f(**{"a b": 1}))\nprint(g(n=1))', integer, integers),
    # Comprehensions and generators
    ('print([x * y for x in @0 for y in range(3) if x > y], {x: x * x for x in @0}, sorted({x % 3 for x in @0}))', integers),
    ('print([[i * j for j in range(@0)] for i in range(3)], [(i, j) for i in range(2) for j in range(i, @0)], [x if x % 2 else -x for x in range(@0) if x != 1])', small),
    ('x = 5\nprint([x for x in @0], x, sum(v * v for v in @0), any(v > 3 for v in @0), list(v for v in @0 if v), max((v for v in @0), default=0))', integers),
    ('def g(n):\n    for i in range(n):\n        if i % 3 == 2:\n            continue\n        yield i\n    yield from [7, 8]\nprint(list(g(@0)), sum(g(4)), list(zip(g(3), "ab")), [*g(1)], dict(enumerate(g(2))))', number(0, 9)),
    ('it = iter(@0)\nprint(next(it, None), next(it, "end"), list(it), list(it))', mixed),
    ('it = iter(@0)\nprint(next(it))\nprint(next(it))', integers),
    ('z = zip(@0, "abcdef")\nprint(list(z), list(z), list(zip()), list(zip([1], [2], [3])), dict(zip("ab", @0)))', integers),
    ('import itertools\nprint(list(itertools.chain([1], @0)), list(itertools.product("ab", range(@1))), list(itertools.accumulate(@0)), list(itertools.islice(range(9), @1)))', integers, small),
    ('import itertools\nprint(list(itertools.combinations(@0, 2)), list(itertools.repeat(@1, 2)), list(itertools.zip_longest([1, 2, 3], @0)), list(itertools.chain.from_iterable([@0, [1]])))', integers, integer),
    ('if (n := len(@0)) > 3:\n    print("big", n)\nprint(n, [y := 1, y + 1], [last := v for v in @0], (m := n * 2) + m)', integers),
    ('x = @0\nprint([i for i, v in enumerate(x) if v], [a - b for a, b in zip(x[1:], x)], ["%d" % v for v in x], *x, sep=" ")', integers),
    # Control flow
    ('i = 0\nwhile i < @0:\n    i += 1\n    if i == @1:\n        break\nelse:\n    print("no break")\nprint(i)', number(0, 9), number(0, 9)),
    ('for k in range(@0, @1, @2):\n    if k % 4 == 3:\n        continue\n    if k == 5:\n        break\n    print(k, end=" ")\nelse:\n    print("all")', number(-3, 9), number(-9, 9), one_of('1', '2', '-1', '-3')),
    ('for i in range(3):\n    for j in range(@0):\n        if j == i:\n            break\n        print(i, j)\n    else:\n        print("else", i)\n        continue\n    if i == @1:\n        break', small, small),
    ('n, steps = @0, 0\nwhile n != 1 and steps < 30:\n    n = n // 2 if n % 2 == 0 else 3 * n + 1\n    steps += 1\nprint(n, steps)', number(1, 40)),
    ('x = @0\nif x < 0: print("neg")\nelif x == 0: print("zero")\nelse: print("pos"); x = -x\nprint(x, "a" if x else "b", 1 if x > 3 else 2 if x > -3 else 3)', integer),
    ('a, b, c = @0, @1, @2\nprint(a < b < c, a < b > c, a == b == c, a <= b != c, not a < b, a < b and b < c or a, a if a > b else b)', integer, integer, integer),
    ('print(@0 is None, @0 is not None, @0 in (None, 0, ""), @0 == None, bool(@0), [] is [], @0 or "empty", @0 and "full")', value),
    ('x = @0\nprint(x == 1 or x == 2, x in (1, 2), 1 <= x < 5, not (x > 2), x and x + 1, x or None, (x > 0) + (x > 5), [10, 20][x > 0])', integer),
    ('pass\nx = y = @0\nx -= 1\nprint(x, y)\ndel x\nprint(y)', integer),
    ('assert @0 > @1, "too small: %d" % @0\nprint("fine")', integer, integer),
    # Exceptions
    ('try:\n    raise @0\nexcept @1 as e:\n    print("caught", type(e).__name__, e, repr(e), e.args)\nelse:\n    print("else")\nfinally:\n    print("finally")', raised, caught),
    ('try:\n    print(@0)\nexcept @1 as e:\n    print("caught", type(e).__name__)\nelse:\n    print("else")\nfinally:\n    print("finally")', one_of('1 // 0', '[][1]', '{}["a"]', 'int("x")', '"a" + 1', 'None.x', 'undefined', '1 + 1', 'len(5)', '[1].index(2)', '1 % 0', '1.0 / 0', 'float("y")', '(1).foo', '"a" < 1', 'next(iter([]))'), one_of('ZeroDivisionError', 'Exception', '(KeyError, IndexError)', 'ValueError', 'TypeError', 'ArithmeticError', 'LookupError', 'AttributeError', 'NameError')),
    ('def f(n):\n    try:\n        if n > 2:\n            return "try"\n        if n < 0:\n            raise ValueError(n)\n        print("go on")\n    except ValueError:\n        return "except"\n    else:\n        print("else")\n    finally:\n        print("finally")\n    return "end"\nprint(f(@0))', number(-2, 4)),
    ('class E(Exception):\n    pass\nclass F(E):\n    def __init__(self, n):\n        super().__init__("n is %d" % n)\n        self.n = n\nfor k in (E("m"), F(@0), ValueError):\n    try:\n        raise k\n    except F as e:\n        print("F", e, e.n)\n    except E as e:\n        print("E", e)\n    except Exception as e:\n        print(type(e).__name__, str(e) == "")', integer),
    ('try:\n    try:\n        raise @0\n    finally:\n        print("inner")\nexcept Exception as e:\n    print("outer", type(e).__name__)\n    raise', raised),
    ('def f():\n    for i in range(3):\n        try:\n            if i == @0:\n                continue\n            if i == @1:\n                break\n            print(i)\n        finally:\n            print("f", i)\nf()', small, small),
    ('try:\n    raise KeyError("a") from ValueError("b")\nexcept LookupError as e:\n    print(e, repr(e.__cause__), isinstance(e, KeyError), issubclass(KeyError, LookupError))\nprint("@0")\nraise @1', letters, raised),
    ('def f(x):\n    if not isinstance(x, int):\n        raise TypeError(f"no int: {x!r}")\n    return x\ntry:\n    print(f(@0))\nexcept (TypeError, ValueError) as e:\n    print(e)', value),
    ('class C:\n    def __enter__(self):\n        print("in")\n        return @0\n    def __exit__(self, kind, value, trace):\n        print("out", kind is None)\n        return @1\nwith C() as v:\n    print(v)\n    @2\nprint("after")', integer, one_of('True', 'False', 'None'), one_of('pass', 'raise ValueError(1)', 'print(1 / 0)', 'v += 1')),
    ('try:\n    assert @0, "message"\nexcept AssertionError as e:\n    print(e.args, str(e))\ntry:\n    raise NotImplementedError\nexcept RuntimeError as e:\n    print(repr(e))', value),
    # Classes
    ('class A:\n    x = 1\n    def f(self):\n        return "A" + str(self.x)\nclass B(A):\n    def f(self):\n        return "B" + super().f()\nclass C(A):\n    x = @0\n    def f(self):\n        return "C" + super().f()\n@1\nprint(D().f(), [c.__name__ for c in D.__mro__], isinstance(D(), A), D.x)', integer, one_of('class D(B, C):\n    pass', 'class D(C, B):\n    def f(self):\n        return "D" + super().f()', 'class D(A, B):\n    pass', 'class D(B, C):\n    x = 9', 'class D(B):\n    f = C.f', 'class D(C):\n    def f(self):\n        return A.f(self)')),
    ('class P:\n    def __init__(self, x):\n        self._x = x\n    @property\n    def x(self):\n        return self._x\n    @x.setter\n    def x(self, v):\n        self._x = v * 2\np = P(@0)\nprint(p.x, p._x)\np.x = @1\nprint(p.x, hasattr(p, "x"), hasattr(p, "y"), getattr(p, "y", 0), vars(p))\nprint(p.y)', integer, integer),
    ('class P:\n    n = 0\n    def __init__(self, x):\n        self.x = x\n        P.n += 1\n    @staticmethod\n    def s(a):\n        return a + 1\n    @classmethod\n    def c(cls, a):\n        return cls(a)\n    def __repr__(self):\n        return f"P({self.x})"\nprint(P.s(1), P.c(@0), P(2).c(3), P(4).s(5), P.n, [P(@0)], str(P(1)))', integer),
    ('class V:\n    def __init__(self, a, b):\n        self.a, self.b = a, b\n    def __add__(self, o):\n        return V(self.a + o.a, self.b + o.b)\n    def __mul__(self, k):\n        return V(self.a * k, self.b * k)\n    __rmul__ = __mul__\n    def __neg__(self):\n        return self * -1\n    def __eq__(self, o):\n        return (self.a, self.b) == (o.a, o.b)\n    def __str__(self):\n        return f"<{self.a},{self.b}>"\nv = V(@0, @1)\nprint(v + v, v * 2, 3 * v, -v, v == V(@0, @1), v != V(0, 0))', integer, integer),
    ('class L:\n    def __init__(self, items):\n        self.items = items\n    def __len__(self):\n        return len(self.items)\n    def __getitem__(self, i):\n        return self.items[i]\n    def __setitem__(self, i, v):\n        self.items[i] = v\n    def __contains__(self, v):\n        return v in self.items\n    def __iter__(self):\n        return iter(self.items)\n    def __call__(self, k=1):\n        return [v * k for v in self.items]\nx = L(@0)\nx[0] = 7\nprint(len(x), x[-1], x[1:], 7 in x, list(x), x(2), bool(x), sum(x), [*x], max(x))', integers),
    ('class A:\n    items = []\n    def __init__(self):\n        self.own = []\n    def add(self, v):\n        self.items.append(v)\n        self.own.append(v)\na, b = A(), A()\na.add(@0)\nb.add(2)\nprint(a.items, a.own, b.own, A.items is b.items)\nb.items = [0]\nprint(a.items, b.items)', integer),
    ('class A:\n    def __init__(self, **kw):\n        for k, v in kw.items():\n            setattr(self, k, v)\n    def __getattr__(self, name):\n        if name.startswith("d_"):\n            return name[2:]\n        raise AttributeError(name)\na = A(x=@0, y=2)\nprint(a.x + a.y, a.d_q, hasattr(a, "zz"), sorted(a.__dict__))\ndel a.x\nprint(a.x)', integer),
    ('class A:\n    def __init__(self, a):\n        self.a = a\nclass B(A):\n    def __init__(self, a, b=@0):\n        super(B, self).__init__(a * 2)\n        self.b = b\nclass C(B):\n    def __init__(self, *args, **kwargs):\n        B.__init__(self, *args, **kwargs)\n        self.c = self.a + self.b\nc = C(@1)\nprint(c.a, c.b, c.c, type(c).__name__, c.__class__.__bases__ == (B,), C.__name__, isinstance(c, A), issubclass(C, (int, A)))\nprint(C().a)', integer, integer),
    ('class M:\n    def go(self):\n        return "M"\nclass X(M):\n    def go(self):\n        return "X" + super().go()\nclass Y(M):\n    def go(self):\n        return "Y" + super().go()\nclass Z(@0):\n    pass\nprint(Z().go(), Z.__mro__[1].__name__)', one_of('X, Y', 'Y, X', 'X', 'M, X', 'Y, M', 'X, Y, M', 'M')),
    ('from dataclasses import dataclass, field\n@dataclass\nclass C:\n    a: int\n    b: int = @0\n    c: list = field(default_factory=list)\n    def total(self):\n        return self.a + self.b\nc = C(@1)\nc.c.append(1)\nprint(c, c.total(), C(1, 2) == C(1, 2), C(0).c, C(1) == C(2))', integer, one_of('1', '1, 2', 'a=3, b=4', '1, b=7', '', '1, 2, [3], 4', 'q=1', '1, 2, []')),
    ('from dataclasses import dataclass, replace, asdict\n@dataclass(frozen=True)\nclass A:\n    x: int = @0\n    y: str = "s"\n@dataclass\nclass B:\n    a: A = A()\n    n: int = 0\n    def __post_init__(self):\n        self.n = self.a.x * 2\nprint(A(), A(y="t"), B(), B(A(1)).n, replace(A(), x=5), asdict(B()), A(1) == A(1, "s"))', integer),
    ('from collections import namedtuple, OrderedDict, defaultdict\nP = namedtuple("P", "x y")\np = P(@0, y=2)\na, b = p\nd = defaultdict(list)\nd["k"].append(p.x)\nprint(p.x + p.y, p[0], a, b, d["k"], len(d), list(OrderedDict([("a", 1)])), P._fields, p._replace(x=0), p == (@0, 2))', integer),
    ('from collections import Counter, defaultdict\nc = Counter(@0)\nd = defaultdict(int)\nfor v in @0:\n    d[v] += 1\nprint(sorted(c.items()), sum(c.values()), c["zz"], dict(d) == dict(c))', words),
    ('from typing import List, Optional, NamedTuple\nclass P(NamedTuple):\n    x: int\n    y: int = @0\np = P(1)\nprint(p, p.y, p._asdict(), P(2, 3)[1], P(x=4) < P(5))\nx: List[int] = []\ny: Optional[int]\nprint(x)', integer),
    ('from enum import Enum\nclass K(Enum):\n    A = 1\n    B = "b"\nprint(K.A.value, K.B.name, K.A == K.A, K.A is K.B, K("b").name, [k.name for k in K], K["A"].value, isinstance(K.A, K), @0)', integer),
    ('class A:\n    def __init__(self):\n        self.__p = @0\n    def get(self):\n        return self.__p\na = A()\nprint(a.get(), hasattr(a, "__p"))\nA.extra = lambda self, k: k * 2\nprint(a.extra(@1), A.get(a), a.get.__name__)', integer, integer),
    ('from abc import ABC, abstractmethod\nclass S(ABC):\n    @abstractmethod\n    def area(self): ...\n    @property\n    def twice(self):\n        return 2 * self.area()\nclass Q(S):\n    def __init__(self, s):\n        self.s = s\n    def area(self):\n        return self.s ** 2\nprint(Q(@0).area(), Q(2).twice)\nQ(1).twice = 3', integer),
    ('class R:\n    table = {}\n    @classmethod\n    def register(cls, name):\n        def add(c):\n            cls.table[name] = c\n            return c\n        return add\n@R.register("a")\nclass A:\n    v = @0\n@R.register("b")\nclass B(A):\n    pass\nprint(sorted(R.table), R.table["b"]().v, R.table["a"] is A)\nprint(R.table["@1"].__name__)', integer, one_of('a', 'b', 'c')),
    ('class N:\n    def __lt__(self, o):\n        return self.k < o.k\n    def __init__(self, k):\n        self.k = k\n    def __hash__(self):\n        return hash(self.k)\n    def __eq__(self, o):\n        return self.k == o.k\n    def __bool__(self):\n        return self.k > 0\nx = sorted([N(v) for v in @0])\nprint([n.k for n in x], len({n for n in x}), [bool(n) for n in x], min(x).k)', integers),
    ('class Q:\n    size: int = @0\n    def grow(self):\n        self.size += 1\n        return self\nq = Q()\nprint(q.grow().grow().size, Q.size, q.__dict__)', integer),
    ('class A:\n    for i in range(@0):\n        last = i\n    sq = [v * v for v in range(3)]\n    def f(self, n=sq[1]):\n        return n\nprint(A.sq, A().f(), hasattr(A, "last"), A.i)', small),
    ('class W:\n    def __iter__(self):\n        for i in range(@0):\n            yield i * 2\n    def __enter__(self):\n        return self\n    def __exit__(self, *a):\n        return False\nwith W() as w:\n    print(list(w), sum(w), [*w][:2], dict(zip("ab", w)))', small),
    ('import copy\nx = [1, [2, @0], {"k": [3]}]\ny = copy.copy(x)\nz = copy.deepcopy(x)\nx[1].append(4)\nx[2]["k"] = 0\nprint(x, y, z, y[1] is x[1], z[1] is x[1])', integer),
    ('class T(@0):\n    pass\nprint(isinstance(T(), @0), T.__name__, T.__bases__[0].__name__)\nprint(T())', one_of('int', 'list', 'dict', 'str', 'Exception', 'object', 'tuple')),
    ('a = A = type("A", (), {"x": @0, "f": lambda self: self.x * 2})\nprint(a().f(), A.__name__, A.x, callable(A), callable(1), callable(len))', integer),
    ('from types import SimpleNamespace\nn = SimpleNamespace(a=@0, b=[1])\nn.c = n.a * 2\nprint(n.c, n.b, hasattr(n, "d"), vars(n))\nprint(n.d)', integer),
    # Regular expressions
    ('import re\nprint(re.findall(@0, @1, @2), re.split(@0, @1))', pattern, searched, flags),
    ('import re\nm = re.search(@0, @1, @2)\nprint(m and (m.span(), m.group(), m.groups()), re.match(@0, @1) is None, re.fullmatch(@0, @1) is None)', pattern, searched, flags),
    ('import re\nprint(re.sub(@0, @3, @1, flags=@2), re.subn(@0, lambda m: m.group().upper(), @1, 2))', pattern, searched, flags, one_of('"-"', '""', r'r"<\g<0>>"', r'"\\n"')),
    ('import re\np = re.compile(@0)\nprint(p.groups, [m.start() for m in p.finditer(@1)], p.split(@1, 2), p.sub("", @1))', pattern, searched),
    (r'import re\nprint(re.split(r"(\d.*)", "@0@1_x"), re.sub(r"(\w+) (\w+)", r"\2 \1", @2), re.findall(r"[A-Za-z]+|\d", @2), re.escape(@2))'.replace(r'\n', '\n', 1), one_of('k', 'se', 'r'), number(0, 99), searched),
    ('import re\nm = re.match(@0, "@1-@2.x")\nprint(m.groupdict(), m["kind"], m.group(1, "n"), m.end("n"), m.expand(@3))', one_of(r'r"(?P<kind>[a-z]+)(?:-(?P<n>\d+))?"', r'r"(?P<kind>\D*?)-?(?P<n>\d*)\."'), one_of('ab', 'block', ''), number(0, 30), one_of(r'r"\g<kind>:\g<n>"', r'r"\2\1\\"')),
    # Pattern matching
    ('def f(v):\n    match v:\n        case 0 | 1:\n            return "bit"\n        case int(n) if n < 0:\n            return ("negative", n)\n        case [a, *rest]:\n            return ("list", a, rest)\n        case {"k": k, **others}:\n            return ("dict", k, others)\n        case "a" | "b":\n            return "word"\n        case None:\n            return "none"\n        case _:\n            return "other"\nprint(f(@0))', value),
    ('match @0:\n    case [1, x]:\n        print("one", x)\n    case (x, y) if x > y:\n        print("greater", x, y)\n    case [x, y, _]:\n        print("three", x, y)\n    case []:\n        print("empty")', integers),
    # Iterators without an end, targets in brackets, JSON
    ('from itertools import cycle, count, islice\nc = cycle(@0)\nn = count(@1, 3)\nprint(next(c), next(c), next(n), next(n))\nprint(list(zip(c, [1, 2, 3, 4])), [v for v, _ in zip(count(), "ab")], isinstance(c, list))', some_integers, integer),
    ('for i, (v) in enumerate(@0):\n    print(i, v)\n(a), [b] = @1, [2]\n(c,) = @2\nprint(a, b, c)', integers, value, some_integers),
    ('import json\nx = json.loads(@0)\nprint(x, type(x).__name__)', one_of("'[1, -2.5, 1e3]'", "'{\"a\": [true, null], \"b\": {}}'", "'[Infinity, -Infinity]'", "'\"q\\\\\"\\\\u00e9\"'", "'[1,]'", "''", "'{\"a\" 1}'", "'12345678901'", "' 0.0 '")),
]


def fill(template, holes):
    for i, hole in reversed(list(enumerate(holes))):
        template = template.replace(f'@{i}', hole)
    return template


def run(code):
    """What CPython prints, and the name of the exception that ends the code."""
    printed, error = io.StringIO(), ''
    module = sys.modules['snippet'] = types.ModuleType('snippet')
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(code, 'snippet', 'exec'), module.__dict__)
        except Exception as exception:
            error = type(exception).__name__
    return printed.getvalue(), error


rows, seen = [], set()
tries = 0
while len(rows) < COUNT:
    index = tries % len(TEMPLATES)
    tries += 1
    template, *makers = TEMPLATES[index]
    holes = [make() for make in makers]
    code = fill(template, holes)
    if code in seen:
        continue
    seen.add(code)
    printed, error = run(code)
    if ' at 0x' not in printed and error != 'SyntaxError':
        rows.append([index, holes, printed, error] if error else [index, holes, printed])
with open(PATH, 'w') as file:
    lines = lambda items: ',\n'.join(json.dumps(item, separators=(',', ':')) for item in items)
    file.write('{"templates":[\n%s],\n"rows":[\n%s]}\n' % (lines(template for template, *_ in TEMPLATES), lines(rows)))
