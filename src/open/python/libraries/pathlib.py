# pathlib: texts of paths; no file exists.
import os.path
from _environment import note


class PurePath:
    def __init__(self, *parts):
        self.text = os.path.join(*[str(part) for part in parts]) if parts else "."

    def __str__(self):
        return self.text

    def __fspath__(self):
        return self.text

    def __repr__(self):
        return "PosixPath('" + self.text + "')"

    def __truediv__(self, other):
        return Path(self.text, str(other))

    def __rtruediv__(self, other):
        return Path(str(other), self.text)

    def __eq__(self, other):
        return isinstance(other, PurePath) and self.text == other.text

    @property
    def name(self):
        return os.path.basename(self.text)

    @property
    def stem(self):
        return os.path.splitext(self.name)[0]

    @property
    def suffix(self):
        return os.path.splitext(self.name)[1]

    @property
    def parent(self):
        return Path(os.path.dirname(self.text) or ".")

    def joinpath(self, *others):
        return Path(self.text, *others)

    def with_suffix(self, suffix):
        return Path(os.path.splitext(self.text)[0] + suffix)

    def expanduser(self):
        return self

    absolute = resolve = expanduser

    @staticmethod
    def cwd():
        return Path(".")

    home = cwd

    def exists(self):
        note()
        return False

    is_file = is_dir = exists

    def mkdir(self, *args, **kwargs):
        pass

    def __getattr__(self, name):
        return lambda *args, **kwargs: open(self.text)


Path = PosixPath = PurePosixPath = PurePath
