# Command lines without arguments: every option has its default.
from _environment import option


class Namespace:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __contains__(self, name):
        return name in self.__dict__


class ArgumentParser:
    def __init__(self, *args, **kwargs):
        self.namespace = Namespace()

    def add_argument(self, *names, dest=None, action="store", default=None, type=None, required=False, nargs=None,
                     **kwargs):
        flags = [name for name in names if name.startswith("-")]
        long_flags = [name for name in flags if name.startswith("--")]
        name = dest or (long_flags + list(names))[0].lstrip("-").replace("-", "_")
        if action in ("help", "version"):
            return
        if action == "store_true":
            default = default or False
        elif action == "store_false":
            default = True if default is None else default
        elif isinstance(default, str) and type is not None:
            default = type(default)
        elif required or (not flags and default is None and nargs not in ("?", "*")):
            default = option(names[0])
        setattr(self.namespace, name, default)

    def add_argument_group(self, *args, **kwargs):
        return self

    def add_mutually_exclusive_group(self, **kwargs):
        return self

    def set_defaults(self, **kwargs):
        self.namespace.__dict__.update(kwargs)

    def parse_args(self, args=None, namespace=None):
        return self.parse_known_args(args, namespace)[0]

    def parse_known_args(self, args=None, namespace=None):
        if args or namespace is not None:
            return option("args"), []
        return self.namespace, []
