# Regular expressions.
from re import _find, _groups

IGNORECASE = I = 2
LOCALE = L = 4
MULTILINE = M = 8
DOTALL = S = 16
UNICODE = U = 32
VERBOSE = X = 64
ASCII = A = 256

_ESCAPES = {'n': '\n', 't': '\t', 'r': '\r', '\\': '\\'}


class Match:
    def __init__(self, pattern, string, spans):
        self.re = pattern
        self.string = string
        self._spans = spans

    def span(self, group=0):
        return self._spans[self.re.groupindex[group] if isinstance(group, str) else group]

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    def __getitem__(self, group):
        begin, end = self.span(group)
        return None if begin < 0 else self.string[begin:end]

    def group(self, *groups):
        if len(groups) > 1:
            return tuple([self[each] for each in groups])
        return self[groups[0] if groups else 0]

    def groups(self, default=None):
        found = [self[i + 1] for i in range(self.re.groups)]
        return tuple([default if each is None else each for each in found])

    def groupdict(self, default=None):
        return {name: default if self[name] is None else self[name] for name in self.re.groupindex}

    def expand(self, template):
        parts = []
        at = 0
        for whole, number, name, escape in _find(r'\\(?:(\d\d?)|g<(\w+)>|(.))', 0, template, 0, 0):
            parts.append(template[at:whole[0]])
            if escape[0] >= 0:
                parts.append(_ESCAPES[template[escape[0]]])
            else:
                begin, end = number if number[0] >= 0 else name
                group = template[begin:end]
                parts.append(self[int(group) if group.isdigit() else group] or '')
            at = whole[1]
        parts.append(template[at:])
        return ''.join(parts)


class Pattern:
    def __init__(self, pattern, flags=0):
        self.pattern = pattern
        self.flags = flags
        self.groups, self.groupindex = _groups(pattern, flags)

    def _matches(self, string, place=0, most=0):
        return [Match(self, string, spans) for spans in _find(self.pattern, self.flags, string, place, most)]

    def search(self, string):
        found = self._matches(string, 0, 1)
        return found[0] if found else None

    def match(self, string):
        found = self._matches(string, 1, 1)
        return found[0] if found else None

    def fullmatch(self, string):
        found = self._matches(string, 2, 1)
        return found[0] if found else None

    def finditer(self, string):
        return iter(self._matches(string))

    def findall(self, string):
        if self.groups == 0:
            return [found[0] for found in self._matches(string)]
        if self.groups == 1:
            return [found[1] or '' for found in self._matches(string)]
        return [found.groups('') for found in self._matches(string)]

    def split(self, string, maxsplit=0):
        parts = []
        at = 0
        for found in self._matches(string, 0, maxsplit):
            parts.append(string[at:found.start()])
            parts.extend(found.groups())
            at = found.end()
        parts.append(string[at:])
        return parts

    def subn(self, repl, string, count=0):
        parts = []
        at = 0
        matches = self._matches(string, 0, count)
        for found in matches:
            parts.append(string[at:found.start()])
            parts.append(repl(found) if callable(repl) else found.expand(repl))
            at = found.end()
        parts.append(string[at:])
        return ''.join(parts), len(matches)

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]


def compile(pattern, flags=0):
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    special = '()[]{}?*+-|^$\\.&~# \t\n\r\v\f'
    return ''.join(['\\' + c if c in special else c for c in pattern])


def purge():
    pass
