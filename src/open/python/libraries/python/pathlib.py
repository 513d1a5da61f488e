# pathlib: texts of paths; no file exists but those of the package whose code asks.
import os.path
from _environment import package_names


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

    def __lt__(self, other):
        return self.text < other.text

    def __hash__(self):
        return hash(self.text)

    def exists(self):
        return os.path.exists(self.text)

    def is_file(self):
        return os.path.isfile(self.text)

    def is_dir(self):
        return os.path.isdir(self.text)

    def iterdir(self):
        return [Path(self.text, name) for name in package_names(self.text)]

    def glob(self, pattern):
        """Names that begin and end as the pattern does."""
        begin, _, end = pattern.partition("*")
        if any(sign in begin + end for sign in "*?[/"):
            return unknown_pattern
        return [path for path in self.iterdir()
                if path.name.startswith(begin) and path.name.endswith(end)]

    def open(self, *args, **kwargs):
        return open(self.text, *args, **kwargs)

    def read_text(self, *args, **kwargs):
        return open(self.text).read()

    def mkdir(self, *args, **kwargs):
        pass

    def __getattr__(self, name):
        return lambda *args, **kwargs: open(self.text)


Path = PosixPath = PurePosixPath = PurePath
