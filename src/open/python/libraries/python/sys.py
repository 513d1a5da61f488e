# sys of a current Python on Linux that is given a file and nothing else.
from importlib import find_spec, import_module
from typing import NamedTuple


class _Version(NamedTuple):
    major: int = 3
    minor: int = 12
    micro: int = 0
    releaselevel: str = "final"
    serial: int = 0


version_info = _Version()
version = "3.12.0"
hexversion = 0x030C00F0
platform = "linux"
byteorder = "little"
executable = "python"
maxsize = 2 ** 63 - 1
argv = ["model.py"]
path = ["."]


def setrecursionlimit(limit):
    pass


class _Main:
    def __getattr__(self, name):
        names = globals()
        return names[name] if name in names else name_of_another_file


class _Modules:
    def __getitem__(self, name):
        return _Main() if name == "__main__" else import_module(name)

    def __setitem__(self, name, module):
        """A package that reads its files late puts an object in its place; its names are found in its text."""

    def __contains__(self, name):
        return find_spec(name) is not None

    def get(self, name, default=None):
        return self[name] if name in self or name == "__main__" else default


modules = _Modules()
