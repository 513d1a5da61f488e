# os in an ordinary environment: it has no variables but those that the code sets, and no files.
import os.path as path
from _environment import is_tried, note, package_names, unset

name = "posix"
sep = "/"
linesep = "\n"
pathsep = ":"
curdir = "."
devnull = "/dev/null"
# What each environment has, with other values each, and what one process of a launcher has.
_everywhere = ["HOME", "PATH", "USER", "PWD", "SHELL", "LANG", "TMPDIR", "HOSTNAME"]
_one_process = {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1", "LOCAL_WORLD_SIZE": "1", "NODE_RANK": "0"}


class _Environ:
    def __init__(self):
        self.values = {}

    def get(self, key, default=None):
        if key in self.values:
            return self.values[key]
        if key in _everywhere:
            return unset(key)
        note()
        return default

    def __contains__(self, key):
        return self.get(key) is not None

    def __getitem__(self, key):
        if key in self.values:
            return self.values[key]
        note()
        if key in _one_process:
            return _one_process[key]
        if is_tried() and key not in _everywhere:
            raise KeyError(key)
        return unset(key)

    def __setitem__(self, key, value):
        self.values[key] = value

    def __delitem__(self, key):
        self.values.pop(key, None)

    def setdefault(self, key, default=None):
        value = self.get(key)
        if value is None:
            value = self.values[key] = default
        return value

    def pop(self, key, default=None):
        value = self.get(key, default)
        self.values.pop(key, None)
        return value

    def update(self, *args, **kwargs):
        self.values.update(*args, **kwargs)

    def copy(self):
        return self


environ = _Environ()


def fspath(name):
    return path.fspath(name)


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(key, value):
    environ[key] = value


def listdir(folder="."):
    names = package_names(path.fspath(folder))
    if not names:
        note()
        raise FileNotFoundError(folder)
    return names


def makedirs(name, mode=0o777, exist_ok=False):
    pass


def mkdir(name, mode=0o777):
    pass
