"""Writes python_values.json: what Python computes by its statements, functions and libraries, each piece with two sets of numbers.

[[code, its `n`], ...]. Any Python from 3.10 on; a second.
"""
import json
import pathlib

IMPORTS = '''import argparse, ast, collections, copy, dataclasses, enum, functools, itertools, json, math, operator, os, re, string, sys, types, typing
from collections import OrderedDict, defaultdict, Counter, namedtuple, deque, ChainMap
from dataclasses import dataclass, field, asdict, replace, astuple
from functools import partial, reduce, lru_cache, wraps
from itertools import chain, product, accumulate, repeat, islice, zip_longest, groupby, combinations, permutations, count, cycle, takewhile, starmap
from types import SimpleNamespace
from typing import NamedTuple, Optional
'''

# Separated by empty lines; {a}, {b}, {c} and {s} are whole numbers, {s} a small one.
PIECES = r'''n = sorted([{a}, {b}, {c}], key=lambda v: -v % 7)[0]

n = max([{a}, {b}, {c}], key=lambda v: v % 5)

n = min({{"x": {a}, "y": {b}}}.items(), key=lambda kv: kv[1] % 4)[1]

n = sum(i * j for i, j in zip(range({a}), range({b}, 0, -1)))

n = len([v for v in range({a}) if v % 3 == {c} % 3])

n = reduce(lambda x, y: (x * 3 + y) % 101, range({a}), {b})

n = int("".join(str(v % 10) for v in [{a}, {b}, {c}]))

n = [*range({a}), *[{b}] * 3][-{s}]

n = dict(zip("abc", [{a}, {b}, {c}]))["b"]

n = {{**{{"d": {a}}}, "d": {b}}}["d"]

n = ({{"d": {a}, "e": {c}}} | {{"d": {b}}})["d"]

n = Counter("abracadabra" * {s}).most_common(1)[0][1]

n = list(accumulate([{a}, {b}, {c}], operator.mul))[-1] % 500

n = list(itertools.chain.from_iterable([[{a}], [{b}, {c}]]))[{s} % 3]

n = len(list(product(range({s}), repeat=2)))

n = next(i for i, v in enumerate(accumulate(repeat({s}), initial=1)) if v > {a})

n = [len(list(g)) for k, g in groupby(sorted([{a} % 3, {b} % 3, {c} % 3, 1, 1]))][0]

n = math.gcd({a} * 6, {b} * 6) + math.ceil({a} / {s}) + math.floor(-{b} / 7) + 20

n = round({a} * 0.5) + round(-{b} * 0.5) + round({c} / 3, 1) // 1 + 40; n = int(n)

n = -{a} // {s} % 37 + {b} ** 2 % 11 + ({c} << 2) + ({a} ^ {b}) + ({a} & {c})

n = int(f"{{{a}:03d}}"[-2:]) + len(f"{{{b}!r:>8}}")

n = int("%d%d" % ({a} % 10, {b} % 10)) + len("{{:>5}}|{{x}}".format({a}, x={b}))

n = int(re.search(r"d(\d+)", "w{a}d{b}").group(1))

n = len(re.findall(r"\d", "a{a}b{b}c{c}"))

n = int(re.sub(r"[^0-9]", "", "x{a}-{s}y"))

n = int("x_{a}_{b}".split("_")[-1]) + "abcabc".count("b") + "hello".find("l") + len("a b  c".split())

n = int("{a},{b}".partition(",")[2]) + ord("d") - 90 + len("  xx ".strip()) + len("abc".center({s}))

n = {a} if {b} > {c} else {c}; n += 1 if not n % 2 else 2

n = ({a} > 5 and {b}) or {c}

n = 0
for i in range({a}):
    if i % 2: continue
    if i > {b}: break
    n += i
else:
    n += 7

n = 1
while n < {a}:
    n = n * 2 + {s}

n = 0
try:
    n = [{a}, {b}][{s}]
except IndexError:
    n = {c}
finally:
    n += 1

n = 0
try:
    n = {{"a": {a}}}["b"]
except (KeyError, ValueError) as error:
    n = len(error.args) + {b}
else:
    n = 1

def f(x, *args, k={a}, **kw):
    return x + sum(args) + k + sum(kw.values())
n = f({b}, 1, 2, z={c})

def f(x, items=[]):
    items.append(x)
    return len(items) + sum(items)
f({a})
n = f({b})

def outer():
    total = {a}
    def inner():
        nonlocal total
        total += {b}
        return total
    inner()
    return inner()
n = outer()

g_ = {a}
def bump():
    global g_
    g_ += {b}
bump(); bump()
n = g_

fs = [lambda: i * {a} for i in range(3)]
n = fs[0]() + 1

fs = [lambda i=i: i * {a} for i in range(3)]
n = fs[1]() + 1

def gen(k):
    while k > 0:
        got = yield k
        k -= {s}
n = sum(gen({a}))

def gen(k):
    yield k
    yield from range(k)
    return 5
n = list(gen({s}))[-1] + {a}

@lru_cache(maxsize=None)
def fib(k):
    return k if k < 2 else fib(k - 1) + fib(k - 2)
n = fib({s} + 5)

def twice(fn):
    @wraps(fn)
    def inner(*a, **k):
        return 2 * fn(*a, **k)
    return inner
@twice
def f(x): return x + {a}
n = f({b})

n = partial(pow, {s})(3) + partial(int, base=2)("101")

class C:
    k = {a}
    def __init__(self): self.k += {b}
n = C().k + C.k

class C:
    @property
    def v(self): return {a}
    @staticmethod
    def s(x): return x + 1
    @classmethod
    def c(cls): return cls.s({b})
n = C().v + C.c()

class A:
    def f(self): return {a}
class B(A):
    def f(self): return super().f() * 2 + 1
class D(A):
    def f(self): return super().f() + {b}
class E(B, D): pass
n = E().f()

class C:
    def __getattr__(self, name): return len(name) + {a}
n = C().hello

class C(dict):
    __getattr__ = dict.__getitem__
n = C(d={a}).d

class C:
    def __getitem__(self, k): return k * 2 if isinstance(k, int) else k.stop
    def __len__(self): return {a}
    def __call__(self, x=3): return x + {b}
    def __contains__(self, k): return k > {c}
c_ = C()
n = c_[{s}] + len(c_) + c_() + c_[1:4] + (9 in c_)

class V:
    def __init__(self, v): self.v = v
    def __add__(self, o): return V(self.v + (o.v if isinstance(o, V) else o))
    __radd__ = __add__
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
    def __bool__(self): return self.v > 10
    def __int__(self): return self.v
n = int(sum([V({a}), V({b})]) + 3) + (V({a}) < V({b})) + bool(V({c}))

@dataclass
class C:
    a: int = {a}
    b: int = field(default_factory=lambda: {b})
    c: Optional[int] = None
    def __post_init__(self):
        if self.c is None: self.c = self.a + self.b
n = C(b={c}).c + sum(astuple(replace(C(), a=1))[:2])

class P(NamedTuple):
    x: int
    y: int = {a}
p_ = P({b})
n = p_.x * 2 + p_.y + len(p_) + p_._replace(x=1).x

P_ = namedtuple("P_", "x y z")
x_, *r_ = P_({a}, {b}, {c})
n = x_ + r_[-1]

class E(enum.Enum):
    A = {a}
    B = {b}
n = E["A"].value + E({b}).value + len(E)

class E(enum.IntEnum):
    A = {a}
    B = enum.auto()
n = E.B + (E.A < E.B)

n = SimpleNamespace(**{{"d": {a}}}).d + getattr(SimpleNamespace(), "q", {b})

p_ = argparse.ArgumentParser()
p_.add_argument("--dim", type=int, default={a})
p_.add_argument("--flag", action="store_true")
p_.add_argument("--sizes", nargs="+", type=int, default=[{b}, {c}])
args = p_.parse_args([])
n = args.dim + len(args.sizes) + args.flag + vars(args)["sizes"][0]

n = json.loads('{{"a": [{a}, {{"b": {b}}}], "c": null, "d": true}}')["a"][1]["b"] + {s}

n = ast.literal_eval("[{a}, ({b}, {c})]")[1][0] + eval("{a} + {s}")

d_ = defaultdict(list)
for k in [{a} % 3, {b} % 3, {c} % 3]: d_[k].append(k + 1)
n = sum(len(v) for v in d_.values()) + len(d_) + len(d_[99])

d_ = OrderedDict(a={a}, b={b})
d_.move_to_end("a")
n = list(d_)[0] == "b" and d_.popitem()[1] or 0

q_ = deque([{a}, {b}, {c}], maxlen=2)
q_.appendleft({s})
q_.rotate(1)
n = q_[0] * 2 + q_[-1]

l_ = [{a}, {b}, {c}]
l_[1:2] = [1, 2]
l_.insert(0, {s}); l_.remove(1); del l_[-1]; l_ += [4]; l_.reverse()
n = l_[0] * 2 + l_[1] + l_.index(4) + len(l_)

l_ = [[0] * 2] * 3
l_[0][1] = {a}
n = sum(map(sum, l_))

a_ = [{a}]; b_ = a_; b_ += [{b}]; c_ = a_[:]; c_.append(1)
n = len(a_) + len(c_) + sum(a_)

a_ = {{"x": [{a}]}}; b_ = copy.copy(a_); c_ = copy.deepcopy(a_); b_["x"].append({b}); c_["x"].append(1)
n = len(a_["x"]) * 10 + len(c_["x"])

s_ = {{{a}, {b}, {c}}} - {{{a}}} | {{{s}}}
n = len(s_) + max(s_) + ({b} in s_) + len(s_ & {{{s}}}) + len(frozenset([1, 1]))

(x_, y_), *z_ = ({a}, {b}), {c}, {s}
n = x_ + len(z_) + z_[-1]

x_ = y_ = {a}; x_, y_ = y_ + 1, x_ * 2
n = x_ + y_

if (w_ := {a} * 2) > {b}: n = w_ + 1
else: n = {c}

match {a} % 3:
    case 0: n = {b}
    case 1 | 2 if {b} > 20: n = {c}
    case _: n = {s}

match [{a}, {b}]:
    case [x_, y_] if x_ > y_: n = x_
    case [_, y_]: n = y_ + 1

match {{"k": {a}, "t": "conv"}}:
    case {{"t": "lin"}}: n = 1
    case {{"t": "conv", "k": kk_}}: n = kk_ + 2

n = sum(int(v) for v in "{a}") + int(bool("{b}")) + int(1.9) + int("0x1f", 16) + len(bin({c})) + divmod({a}, 7)[1] + abs(-{b}) + pow(3, {a}, 50)

n = [v for r in [[{a}, {b}], [{c}]] for v in r if v != {b}][-1] + len({{k % 2: k for k in range({s} + 3)}}) + len({{v % 3 for v in range({a})}})

n = list(map(lambda p, q: p * q, [{a}, {b}], [2, 3]))[1] + list(filter(None, [0, {c}, None]))[0] + [*reversed([{a}, {s}])][0]

n = list(range({a}, -3, -{s}))[-1] + 5 + range({a})[::3][-1] + len(range(2, {b}, {s}))

n = any(v > {b} for v in [{a}, {c}]) * 4 + all([]) + isinstance(True, int) + (type({a}) is int) + callable(len) + issubclass(bool, int) + hasattr([], "append")

n = list(zip_longest([1, 2, 3], [{a}], fillvalue={b}))[-1][1] + list(islice(count({c}, 2), 2, 3))[0] + list(takewhile(lambda v: v < 9, range(4, 20)))[-1]

n = ChainMap({{"a": {a}}}, {{"a": 1, "b": {b}}})["b"] + len(list(combinations(range({s} + 2), 2))) + list(starmap(pow, [(2, 3), (3, 2)]))[1]

n = os.path.join("a", "b{a}").count("/") + len(os.path.splitext("m{b}.tar.gz")[0]) + len(os.path.basename("/x/y{c}"))

n = int(os.environ.get("NO_SUCH_VAR_X", "{a}")) + len(sys.argv[1:]) + {b}

n = {a} if sys.version_info >= (3, 8) else {b}

n = sum(v for k, v in vars(SimpleNamespace(p={a}, q={b})).items() if k.startswith("q")) + len(string.ascii_letters) + int(math.log2(2 ** {s})) + math.prod([1, 2, {s}]) + int(math.sqrt({a} ** 2)) + math.comb(5, 2)

with open(os.devnull) as f_:
    n = {a}

class M:
    def __enter__(self): return {a}
    def __exit__(self, *a): return True
with M() as m_:
    n = m_
    raise ValueError
    n = 0

R_ = {{}}
def reg(name):
    def deco(fn):
        R_[name] = fn
        return fn
    return deco
@reg("x")
def fx(v): return v + {a}
n = R_["x"]({b})

class Meta(type):
    regs = {{}}
    def __new__(m, name, bases, ns):
        c = super().__new__(m, name, bases, ns)
        m.regs[name] = c
        return c
class Q(metaclass=Meta):
    v = {a}
n = Meta.regs["Q"].v + len(Meta.regs)

class S:
    subs = []
    def __init_subclass__(cls, k=1, **kw):
        super().__init_subclass__(**kw)
        S.subs.append(k)
class S1(S, k={a}): pass
class S2(S): pass
n = sum(S.subs)

n = {a}; n += {b}; n -= {s}; n *= 2; n //= 3; n %= 60; n **= 2; n %= 90; n |= 8; n ^= 5; n <<= 1; n >>= 1

x_ = [{a}, {b}, {c}, {s}]; n = x_[-2] + x_[1:][0] + x_[::-1][0] + x_[::2][-1] + (x_[5:] == []) + x_.count({a}) + sorted(x_, reverse=True)[1]

n = 0
for i, (p, q) in enumerate(zip([{a}, {b}], [{c}, {s}]), start=1):
    n += i * p - q
n = abs(n)

n = functools.cmp_to_key(lambda x, y: y - x) and sorted([{a}, {b}, {c}], key=functools.cmp_to_key(lambda x, y: y - x))[0]

n = int.from_bytes(bytes([{s}, 1]), "big") % 90 + len(bytearray(3)) + bytes("ab", "utf8")[0]

n = int({a} / {s}) + int(-7 / 2) + -7 // 2 + -7 % 3 + int(7.5 // 2) + int(2 ** 0.5 * 10) + int(1e2) + int(float("3.7")) + 40

d_ = {{"a": {a}}}
n = d_.setdefault("b", {b}) + d_.get("z", {s}) + d_.pop("a") + len(d_) + d_.pop("q", 3) + sum(dict.fromkeys([1, 2], 4).values())

n = next(iter([{a}])) + next(iter([]), {b}) + [i for i in iter(lambda l=[3, 2, 1]: l.pop(), 3)][0] + sum(1 for _ in range({s}))

del_ = [{a}, {b}]; del del_[0]; n = del_[0] + (None is None) + (1 < {s} <= 9) + (1 == 1.0) + ("a" < "b") + ([1, 2] < [1, 3]) + (not 0)'''


def main():
    rows = []
    for numbers in (dict(a=17, b=23, c=11, s=2), dict(a=8, b=5, c=30, s=3)):
        for piece in PIECES.split('\n\n'):
            code, names = IMPORTS + piece.format(**numbers) + '\n', {'__name__': '__main__'}
            exec(code, names)
            rows.append([code[len(IMPORTS):], int(names['n'])])
    text = ',\n'.join(json.dumps(row) for row in rows)
    path = pathlib.Path(__file__).with_name('python_values.json')
    path.write_text(f'{{"imports": {json.dumps(IMPORTS)}, "pieces": [\n{text}\n]}}\n')


if __name__ == '__main__':
    main()
