# Writes snippets.json: Python snippets with what CPython prints and the exception that ends them.
#     make_snippets.py [SEED] [COUNT] [FILE]
import contextlib
import io
import json
import random
import sys
import types
random.seed(int(sys.argv[1]) if len(sys.argv)>1 else 1)
N=int(sys.argv[2]) if len(sys.argv)>2 else 400
def num(): return random.choice([str(random.randint(-20,20)),str(random.randint(0,5)),str(round(random.uniform(-9,9),2)),'True','7','1000000007'])
def expr(d):
    if d==0: return random.choice([num(),num(),'a','b','c'])
    k=random.random()
    if k<.5: return f'({expr(d-1)} {random.choice(["+","-","*","//","%","/","&","|","^"])} {expr(d-1)})'
    if k<.53: return f'({random.randint(-9,9)} ** {random.randint(-3,9)})'
    if k<.56: return f'({random.randint(-9,9)} << {random.randint(-1,20)})'
    if k<.6: return f'(-{expr(d-1)})'
    if k<.7: return f'({expr(d-1)} if {expr(d-1)} {random.choice(["<",">","==","!=","<=",">="])} {expr(d-1)} else {expr(d-1)})'
    if k<.76: return f'int({expr(d-1)})'
    if k<.82: return f'{random.choice(["max","min"])}({expr(d-1)}, {expr(d-1)})'
    if k<.86: return f'round({expr(d-1)})'
    if k<.9: return f'abs({expr(d-1)})'
    if k<.95: return f'({expr(d-1)} {random.choice(["and","or"])} {expr(d-1)})'
    return f'float({expr(d-1)})'
def lst(): return '['+', '.join(random.choice([num(),'"x"','None','(1, 2)','[3]']) for _ in range(random.randint(0,6)))+']'
def nl(): return '['+', '.join(str(random.randint(-9,9)) for _ in range(random.randint(0,7)))+']'
def sl():
    p=lambda: random.choice(['',str(random.randint(-8,8))])
    return f'{p()}:{p()}'+random.choice(['',':'+p()])
def s(): return repr(''.join(random.choice('abc xyzAB_-.,0"\'') for _ in range(random.randint(0,9))))
EXC=['ValueError(3)','KeyError("k")','TypeError','RuntimeError("a", 1)','IndexError()']
T=[
 lambda: f'print({expr(3)})',
 lambda: f'print(repr({expr(2)}), str({expr(2)}))',
 lambda: f'x = {lst()}\nprint(x[{sl()}], len(x), x * 2, x + [1])',
 lambda: f'x = {nl()}\nprint(sorted(x), sorted(x, reverse=True), sum(x), list(reversed(x)), x[::-1])\nprint(sorted(x, key=lambda v: -v * v))\nprint(max(x), min(x))',
 lambda: f'x = {nl()}\nx.append({num()})\nx.insert({random.randint(-3,5)}, 9)\nprint(x, x.pop(), x)\nx.extend([1, 2])\nx.reverse()\nprint(x, x.index(1), x.count(2))\ndel x[{sl()}]\nprint(x)\nx[{random.randint(-4,4)}] = 5\nprint(x)',
 lambda: f'x = {nl()}\nx[{sl()}] = {nl()}\nprint(x)',
 lambda: f'd = {{k: v for k, v in zip("abcde", {nl()})}}\nprint(d, list(d.items()), d.get("a"), "b" in d, len(d))\nd.update(z=3)\nd["a"] = {num()}\nprint(d.pop("a"), d, list(d.keys()), sum(d.values()))\nprint(d["q"])',
 lambda: f't = {s()}\nprint(t.upper(), t.lower(), t.split(), t.split("a"), t.strip(), t.replace("a", "Z"), t.startswith("a"), t.find("b"), len(t), t[{sl()}], t * 2, repr(t), t.title(), t.capitalize(), "-".join(t))',
 lambda: f'a = {expr(2)}\nprint(f"{{a}} {{a!r}} {{a:>8}} {{{num()}:.{random.randint(0,4)}f}}")',
 lambda: f'print("{random.choice(["%d","%5d","%.2f","%s","%r","%05.1f","%x","%e","%-6s|","%+d"])}" % {num()})',
 lambda: f'print("{random.choice(["{:,}","{:>10}","{:<6}|","{:^9}|","{:.3f}","{:05d}","{:e}","{:x}","{:+}","{0} {0}","{a}"])}".format({num()}))',
 lambda: f'print(format({num()}, "{random.choice(["d",".2f","08.3f","+.1e","g","b","%","n",",",">12,.1f"])}"))',
 lambda: f'a, *b = {nl()}\nprint(a, b)\n*a, b = {nl()}\nprint(a, b)\n(a, b), c = (1, 2), 3\nprint(a, b, c)',
 lambda: f'def f(a, b={num()}, *args, c={num()}, **kw):\n    return a, b, args, c, kw\nprint(f({random.choice(["1","1, 2","1, 2, 3, 4","1, c=2","1, x=2, y=3","a=1, b=2","*[1, 2, 3]","**dict(a=1, z=2)","1, a=2","","1, *[2], **{chr(99): 3}"])}))',
 lambda: f'def make(n):\n    total = n\n    def add(x):\n        nonlocal total\n        total += x\n        return total\n    return add\nf = make({num()})\nprint(f(1), f(2))\ng = [lambda: i for i in range(3)]\nprint([h() for h in g])',
 lambda: f'print([x * y for x in {nl()} for y in range(3) if x > y], {{x % 3 for x in {nl()} if x == 100}}, {{x: x * x for x in {nl()}}})',
 lambda: 'class A:\n    x = 1\n    def f(self):\n        return "A" + str(self.x)\nclass B(A):\n    def f(self):\n        return "B" + super().f()\nclass C(A):\n    x = 5\n    def f(self):\n        return "C" + super().f()\n%s\nprint(D().f(), [c.__name__ for c in D.__mro__], isinstance(D(), A), D.x)' % random.choice(['class D(B, C):\n    pass','class D(C, B):\n    def f(self):\n        return "D" + super().f()','class D(A, B):\n    pass','class D(B, C):\n    x = 9']),
 lambda: f'class P:\n    def __init__(self, x):\n        self._x = x\n    @property\n    def x(self):\n        return self._x\n    @x.setter\n    def x(self, v):\n        self._x = v * 2\n    @staticmethod\n    def s(a):\n        return a + 1\n    @classmethod\n    def c(cls, a):\n        return cls(a)\n    def __add__(self, o):\n        return P(self.x + o.x)\n    def __repr__(self):\n        return f"P({{self._x}})"\n    def __len__(self):\n        return 3\n    def __getitem__(self, i):\n        return i\np = P({num()})\np.x = {num()}\nprint(p, p + p, P.s(1), P.c(4), len(p), p[2], p.x)\nprint(p.y)',
 lambda: f'try:\n    x = {expr(2)}\n    raise {random.choice(EXC)}\nexcept {random.choice(["ValueError","(KeyError, TypeError)","Exception","LookupError"])} as e:\n    print("caught", type(e).__name__, e, repr(e))\nelse:\n    print("else")\nfinally:\n    print("finally")',
 lambda: f'def g(n):\n    for i in range(n):\n        if i % 3 == 2:\n            continue\n        yield i\n    yield from [7, 8]\nprint(list(g({random.randint(0,9)})), sum(g(4)), list(zip(g(3), "ab")), list(enumerate("xy", 1)), list(map(lambda v: v + 1, [1, 2])))',
 lambda: f'i = 0\nwhile i < {random.randint(0,9)}:\n    i += 1\n    if i == {random.randint(0,9)}:\n        break\nelse:\n    print("no break")\nprint(i)\nfor k in range({random.randint(-3,9)}, {random.randint(-9,9)}, {random.choice([1,2,-1,-3])}):\n    print(k, end=" ")',
 lambda: f'import math\nprint(math.{random.choice(["sqrt","floor","ceil","log2","exp","log"])}({num()}), math.pi, math.gcd(12, 18))',
 lambda: f'from functools import partial, reduce\nfrom collections import OrderedDict, namedtuple, defaultdict\nf = partial(lambda a, b, c=1: (a, b, c), {num()})\nprint(f(2), f(2, c=3), reduce(lambda a, b: a * b, [1, 2, 3, 4]))\nP = namedtuple("P", "x y")\np = P(1, y=2)\nprint(p.x + p.y, p[0])\na, b = p\nprint(a, b)\nd = defaultdict(list)\nd["k"].append(1)\nprint(d["k"], len(d), list(OrderedDict([("a", 1)])))',
 lambda: f'from dataclasses import dataclass, field\n@dataclass\nclass C:\n    a: int\n    b: int = {random.randint(0,9)}\n    c: list = field(default_factory=list)\n    def total(self):\n        return self.a + self.b\nc = C({random.choice(["1","1, 2","a=3, b=4","1, b=7","","1, 2, [3], 4","q=1"])})\nc.c.append(1)\nprint(c, c.total(), C(1, 2) == C(1, 2))',
 lambda: f'x = {nl()}\nprint(all(x), any(x), [i for i, v in enumerate(x) if v], tuple(x), set(x) == set(x[::-1]), {num()} in x, not x, bool(x), x == list(x), x is x, x < {nl()}, (1, 2) < (1, 3), x and 1 or 2)',
 lambda: f'print(0x1f, 0b101, 1_000, 1e3, 1e-7, 12345678901234567890, .5, 1e16, 1e22, 123456789.0, 1/3, 2**70, -7 // 2, -7 % 3, 7 % -3, 2 ** -1, {num()} == {num()}, 1 < 2 < 3 > 2, not 1 == 2, ~5, 3 << 2, True + True)',
 lambda: f'def f():\n    print(zz)\n    zz = 1\nzz = 5\nf()',
 lambda: f'def f(n):\n    return 1 if n < 2 else n * f(n - 1)\nprint(f({random.randint(0,30)}))\nif (n := len({nl()})) > 3:\n    print("big", n)\nprint(n)',
 lambda: f'x = {lst()}\ny = x\ny += [1]\nprint(x is y, x)\nx, y = y, [0]\nprint(x, y)\na = b = {nl()}\na.append(3)\nprint(b)\nprint(x[{random.randint(-7,7)}])',
]

rows = []
for _ in range(N):
    code = 'a = %s\nb = %s\nc = %s\n' % (num(), num(), num()) + random.choice(T)()
    printed, error = io.StringIO(), ''
    module = sys.modules['snippet'] = types.ModuleType('snippet')
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(code, 'snippet', 'exec'), module.__dict__)
        except Exception as exception:
            error = type(exception).__name__
    rows.append({'code': code, 'printed': printed.getvalue(), 'error': error})
path = sys.argv[3] if len(sys.argv) > 3 else __file__.replace('make_snippets.py', 'snippets.json')
with open(path, 'w') as file:
    json.dump(rows, file, indent=0)
    file.write('\n')
